package odd;

/** Some of its methods can be executed. */
public class Mixed {
  static int made;

  private int last;

  public void keep(int number) {
    if (number > 10) {
      last = number;
    }
  }

  public void count(int number) {
    if (number > 10) {
      made++;
    }
  }

  public void exit(int number) {
    if (number > 10) {
      System.getProperty("a" + number);
    }
  }

  public int helped(int number) {
    return number > 10 ? Helper.help(number) : last;
  }

  public boolean isHalf(int number) {
    return number / 2.0 > last;
  }
}
