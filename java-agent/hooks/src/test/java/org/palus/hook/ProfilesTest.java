package org.palus.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.palus.testing.Events;
import org.palus.testing.NativeLoader;
import org.palus.testing.Natives;

class ProfilesTest {
  private final NativeLoader loader = new NativeLoader("org.palus.hook.");

  /** Its layout is made up below: each field in bits of its own, inherited ones first. */
  private static class Base {
    final double ratio;

    Base(double ratio) {
      this.ratio = ratio;
    }
  }

  private static final class Fields extends Base {
    boolean isOpen = true;
    byte small = -1;
    char letter = 'x';
    short none;
    int count = 7;
    long size = Long.MIN_VALUE;
    float share = -0.0f;
    Object[] holed = {"a", null};
    Object[] full = {"a"};
    int[] empty = {};
    int[] absent;
    TimeUnit unit = TimeUnit.MINUTES;
    Object reference = this;

    Fields(double ratio) {
      super(ratio);
    }
  }

  /** Superclasses up, tag, mask, lowest bit, name. */
  private static String field(int up, int tag, int mask, int shift, String name) {
    return "" + (char) up + (char) tag + (char) mask + (char) shift + name + ";";
  }

  @BeforeEach
  void layOut() {
    Natives.reset();
    Natives.methodId("demo.Subject", "run", "()V", 0);
    Natives.layOut(
        Fields.class,
        field(1, 9, 3, 1, "ratio")
            + field(0, 2, 1, 3, "isOpen")
            + field(0, 3, 3, 4, "small")
            + field(0, 4, 3, 6, "letter")
            + field(0, 5, 3, 8, "none")
            + field(0, 6, 3, 10, "count")
            + field(0, 7, 3, 12, "size")
            + field(0, 8, 3, 14, "share")
            + field(0, 22, 3, 16, "holed")
            + field(0, 22, 3, 18, "full")
            + field(0, 22, 3, 20, "empty")
            + field(0, 22, 3, 22, "absent")
            + field(0, 19, 7, 24, "unit")
            + field(0, 21, 1, 27, "reference"));
  }

  private String argument(Object value) throws Exception {
    Class<?>[] types = {int.class, Object.class, int.class};
    Method argument = loader.loadClass("org.palus.hook.Trace").getMethod("argument", types);
    argument.invoke(null, 1, value, 1);
    List<String> events = Events.all();
    return events.get(events.size() - 1);
  }

  @Test
  void everyKindOfFieldHasItsAbstractValueInItsBits() throws Exception {
    String expected = "1" + "101" + "00" + "01" + "11" + "10" + "01" + "00" + "10" + "01" + "10";
    assertEquals(
        "1 arg 1 Fields#1 profile " + expected + "00" + "1" + "11" + "1",
        argument(new Fields(Double.NaN)));
  }

  @Test
  void anObjectThatTheAgentLaysOutNoProfileForHasNone() throws Exception {
    assertEquals("1 arg 1 Base#1", argument(new Base(1)));
  }

  @Test
  void aProfileOfNoFieldsIsNotNone() throws Exception {
    Natives.layOut(Object.class, "");
    assertEquals("1 arg 1 Object#1 profile 1", argument(new Object()));
  }

  @Test
  void arraysOfValuesAreKeptWithTheirFirstElements() throws Exception {
    assertEquals("1 arg 1 [D length 2 [0.5, -1.0]", argument(new double[] {0.5, -1}));
    assertEquals("1 arg 1 [Z length 2 [true, false]", argument(new boolean[] {true, false}));
    assertEquals("1 arg 1 [C length 3 ['a', 'b', 'c']", argument("abc".toCharArray()));
    assertEquals("1 arg 1 [S length 1 [-2]", argument(new short[] {-2}));
    assertEquals("1 arg 1 [J length 0", argument(new long[0]));
    Object[] mixed = {"x", null, 3, TimeUnit.DAYS, String.class};
    assertEquals(
        "1 arg 1 Object; length 5 [string(1) x, null, boxed int 3, TimeUnit.DAYS(6),"
            + " class java.lang.String] has null",
        argument(mixed));
  }

  @Test
  void ofALongArrayTheFirstElementsAreKept() throws Exception {
    String kept = argument(new byte[1000]);
    assertEquals("1 arg 1 [B length 1000 [" + "0, ".repeat(63) + "0]", kept);
    String texts = argument("a,".repeat(100).split(","));
    assertEquals(
        "1 arg 1 String; length 100 [" + "string(1) a, ".repeat(15) + "string(1) a]", texts);
  }

  @Test
  void aLongTextIsWholeAndAVeryLongOneIsCut() throws Exception {
    String longest = "ab".repeat(2048);
    assertEquals("1 arg 1 string(4096) " + longest, argument(longest));
    assertEquals("1 arg 1 string(4097) " + longest, argument(longest + "c"));
    Object[] sixteen = new String[16];
    Arrays.fill(sixteen, longest);
    String element = "string(4096) " + longest.substring(0, 256);
    assertEquals(
        "1 arg 1 String; length 16 [" + (element + ", ").repeat(15) + element + "]",
        argument(sixteen));
  }

  @Test
  void ofAnArrayThatHoldsAnObjectNoElementIsKept() throws Exception {
    Object[] array = {"x", null, new Object()};
    assertEquals("1 arg 1 Object; length 3 has null", argument(array));
  }
}
