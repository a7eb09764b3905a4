package demo;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/** Has one method for each construct that a test may need. */
public class Parser {
  public static class Result {
    public String text() {
      return "";
    }
  }

  public Result parse(String input) throws IOException {
    return new Result();
  }

  public Result parse(char[] chars) {
    return new Result();
  }

  public Result parse(Object value) {
    return new Result();
  }

  public Options options() {
    return new Options();
  }

  public Parser withOptions(Options options) {
    return this;
  }

  public static String join(String separator, String... parts) {
    return separator;
  }

  public void each(Object... values) {}

  public void each(String value) {}

  @SafeVarargs
  public static <T> void tuple(T... values) {}

  public String[] words(String text) {
    return new String[0];
  }

  public int[] counts() {
    return new int[0];
  }

  public byte[] bytes(byte[] data) {
    return data;
  }

  public double[] doubles() {
    return new double[0];
  }

  public double ratio() {
    return 0;
  }

  public float share() {
    return 0;
  }

  public char letter() {
    return 'a';
  }

  public int size() {
    return 0;
  }

  public long total() {
    return 0;
  }

  public byte tiny() {
    return 0;
  }

  public short small() {
    return 0;
  }

  public boolean isEmpty() {
    return true;
  }

  public Object value() {
    return null;
  }

  public Integer boxed() {
    return 1;
  }

  public Boolean flag() {
    return true;
  }

  public Mode mode() {
    return Mode.HALF_UP;
  }

  public Object level() {
    return null;
  }

  public Class<?> type() {
    return String.class;
  }

  public void localised(Locale locale) {}

  public void close() throws IOException {}

  public void run() throws Throwable {}

  public int list(List<String> items) {
    return 0;
  }

  public static <T extends Comparable<T>> T best(T left, T right) {
    return left;
  }

  public <T> T as(Class<T> type) {
    return null;
  }

  public static <T> void of(Class<T> type, T value) {}

  public void put(Object value) {}

  public void put(int value) {}

  public void take(long value) {}

  public void take(Long value) {}

  public <V> void fill(Map<String, V> values) {}

  public void fill(Properties values) {}

  public static void all(byte b, short s, char c, long l, float f, double d, boolean z, Mode m) {}

  public void accept(CharSequence text) {}

  public void weigh(Object part, Object weight) {}

  public void weigh(Object part, double weight) {}

  public int count(Source source, Single single) {
    return 0;
  }

  public int ring(Bell bell, Single single) {
    return 0;
  }

  public int visit(Shop shop) {
    return 0;
  }

  public int take(Wide wide) {
    return 0;
  }

  /** Has one method. */
  public interface Single {
    byte[] of(byte[] a, byte b);
  }
}
