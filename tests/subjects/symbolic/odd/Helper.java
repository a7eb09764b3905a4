package odd;

/** Whose class file is taken away. */
class Helper {
  static int help(int number) {
    return number - 1;
  }
}
