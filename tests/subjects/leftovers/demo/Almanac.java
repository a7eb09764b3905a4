package demo;

/** Keeps a note, and a text in its drawer, until one of them is read or anything else is asked. */
public class Almanac {
  private static final Drawer DRAWER = new Drawer();
  private static String note;

  private Almanac() {}

  public static void note(String text) {
    note = text;
  }

  public static void leave(String text) {
    DRAWER.text = text;
  }

  public static int january() {
    return answered(31);
  }

  public static int february() {
    return answered(28);
  }

  public static int march() {
    return answered(31);
  }

  public static int april() {
    return answered(30);
  }

  public static int may() {
    return answered(31);
  }

  public static int june() {
    return answered(30);
  }

  public static int july() {
    return answered(31);
  }

  public static int august() {
    return answered(31);
  }

  public static int september() {
    return answered(30);
  }

  public static int october() {
    return answered(31);
  }

  public static int november() {
    return answered(30);
  }

  public static int december() {
    return answered(31);
  }

  public static int monday() {
    return answered(1);
  }

  public static int tuesday() {
    return answered(2);
  }

  public static int wednesday() {
    return answered(3);
  }

  public static int thursday() {
    return answered(4);
  }

  public static int friday() {
    return answered(5);
  }

  public static int saturday() {
    return answered(6);
  }

  public static int sunday() {
    return answered(7);
  }

  public static String read() {
    return answered(note);
  }

  public static String find() {
    return answered(DRAWER.text);
  }

  private static <T> T answered(T answer) {
    note = null;
    DRAWER.text = null;
    return answer;
  }

  private static final class Drawer {
    String text;
  }
}
