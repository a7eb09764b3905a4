package org.palus.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.palus.testing.Events;
import org.palus.testing.NativeLoader;

class TestMethodTest {
  private static final List<String> EVERY_WAY =
      List.of(
          "0 test starts Origins.returning",
          "0 test ends Origins.returning",
          "0 test starts Origins.returning",
          "0 test ends Origins.returning",
          "0 test starts Origins.throwing",
          "0 test ends Origins.throwing",
          "0 test starts Origins.nesting",
          "0 test ends Origins.nesting");

  private static List<String> tests(String type, String method, int mode) throws Exception {
    Subject subject = new Subject(mode);
    subject.run(type, method);
    return Events.all().stream()
        .filter(line -> line.contains(" starts ") || line.contains(" ends "))
        .collect(Collectors.toList());
  }

  @Test
  void anAnnotatedTestSaysWhenItStartsAndHoweverItEnds() throws Exception {
    assertEquals(EVERY_WAY, tests("Origins", "everyWay", Transformer.TESTS));
  }

  @Test
  void soItDoesWhenItsClassIsRecordedToo() throws Exception {
    assertEquals(EVERY_WAY, tests("Origins", "everyWay", Transformer.RECORD));
  }

  @Test
  void aCallIsRecordedBetweenStartAndEndOfItsTest() throws Exception {
    List<String> events = Subject.record("Origins", "everyWay");
    int start = events.indexOf("0 test starts Origins.throwing");
    assertEquals("2 enter Origins.throwing Origins#1", events.get(start + 1));
    assertEquals(
        "2 throw Origins.throwing IllegalStateException#2",
        events.get(start + 2).replaceAll("#.*", "#2"));
    assertEquals("0 test ends Origins.throwing", events.get(start + 3));
  }

  @Test
  void aTestOfJUnit3IsKnownByTheClassOfItsObject() throws Exception {
    List<String> old =
        List.of("0 test starts Old.testOfTestCase", "0 test ends Old.testOfTestCase");
    assertEquals(old, tests("Origins", "old", Transformer.TESTS));
  }

  @Test
  void aClassWithoutTestsIsLeftAlone() throws Exception {
    Subject subject = new Subject(Transformer.TESTS);
    byte[] calls = NativeLoader.read("org.palus.subject.Calls");
    assertNull(subject.transform(calls, Transformer.TESTS));
  }
}
