package org.palus.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Calls of the JDK, watched where they are made. */
class SitesTest {
  private static void check(String method, String expected) throws Exception {
    List<String> events = Subject.recordSites("Outsiders", method, Transformer.RECORD);
    assertEquals(expected.strip(), String.join("\n", events));
  }

  @Test
  void aListIsFollowedFromItsConstructorIntoTheProgramsOwnCode() throws Exception {
    check(
        "filled",
        """
        1 enter Outsiders.filled
        2 enter ArrayList.<init> uninitialised
        2 arg 1 int 2
        2 exit ArrayList.<init> ArrayList#1
        2 enter List.add ArrayList#1
        2 arg 1 string(1) a
        2 exit List.add boolean true
        2 enter Outsiders.take
        2 arg 1 ArrayList#1
        3 enter List.size ArrayList#1
        3 exit List.size int 1
        2 exit Outsiders.take int 1
        1 exit Outsiders.filled
        """);
  }

  @Test
  void objectsThatAreHandedOutAreFollowedToo() throws Exception {
    check(
        "handedOut",
        """
        1 enter Outsiders.handedOut
        2 enter Arrays.asList
        2 arg 1 String; length 1 [string(1) a]
        2 exit Arrays.asList ArrayList#1
        2 enter List.iterator ArrayList#1
        2 exit List.iterator ArrayItr#2
        2 enter Iterator.next ArrayItr#2
        2 exit Iterator.next string(1) a
        1 exit Outsiders.handedOut
        """);
  }

  @Test
  void afterACallThatThrewTheDepthIsThatOfTheMethodThatCaughtIt() throws Exception {
    check(
        "failing",
        """
        1 enter Outsiders.failing
        2 enter ArrayList.<init> uninitialised
        2 exit ArrayList.<init> ArrayList#1
        2 enter List.get ArrayList#1
        2 arg 1 int 7
        2 enter List.clear ArrayList#1
        2 exit List.clear
        2 enter Outsiders.through
        2 arg 1 ArrayList#1
        3 enter List.get ArrayList#1
        3 arg 1 int 8
        2 throw Outsiders.through IndexOutOfBoundsException#0
        2 enter List.clear ArrayList#1
        2 exit List.clear
        1 exit Outsiders.failing
        """);
  }

  @Test
  void aBuilderThatNeverLeavesItsExpressionLeavesNothing() throws Exception {
    check(
        "builders",
        """
        1 enter Outsiders.builders
        2 enter Outsiders.builders
        2 arg 1 int 1
        3 enter StringBuilder.<init> uninitialised
        3 exit StringBuilder.<init> StringBuilder#1
        3 enter StringBuilder.append StringBuilder#1
        3 arg 1 string(3) in1
        3 exit StringBuilder.append StringBuilder#1
        2 exit Outsiders.builders string(4) in1x
        1 exit Outsiders.builders
        """);
  }

  @Test
  void anObjectThatNobodySawBeingMadeIsNotFollowedButWhatIsPassedToIt() throws Exception {
    List<String> events = Subject.recordSites("Outsiders", "strangers", Transformer.RECORD);
    List<String> adds =
        events.stream()
            .filter(line -> line.startsWith("2 ") && !line.contains("Outsiders"))
            .collect(Collectors.toList());
    assertEquals(
        List.of(
            "2 enter ArrayList.<init> uninitialised",
            "2 exit ArrayList.<init> ArrayList#1",
            "2 enter List.add ArrayList#0",
            "2 arg 1 ArrayList#1",
            "2 exit List.add boolean true",
            "2 enter Collections.unmodifiableList",
            "2 arg 1 ArrayList#1",
            "2 exit Collections.unmodifiableList UnmodifiableRandomAccessList#2",
            "2 enter List.isEmpty UnmodifiableRandomAccessList#2",
            "2 exit List.isEmpty boolean true"),
        adds.subList(adds.indexOf("2 enter ArrayList.<init> uninitialised"), adds.size()));
  }

  @Test
  void callsOfATestAreWatchedWhenItsClassIsNotRecorded() throws Exception {
    String expected =
        """
        0 test starts Outsiders.throwing
        1 enter ArrayList.<init> uninitialised
        1 exit ArrayList.<init> ArrayList#1
        1 enter ArrayList.get ArrayList#1
        1 arg 1 int 1
        0 test ends Outsiders.throwing
        0 test starts Outsiders.catching
        1 enter ArrayList.<init> uninitialised
        1 exit ArrayList.<init> ArrayList#2
        1 enter List.get ArrayList#2
        1 arg 1 int 1
        1 enter List.clear ArrayList#2
        1 exit List.clear
        0 test ends Outsiders.catching
        """;
    List<String> events = Subject.recordSites("Outsiders", "tests", Transformer.TESTS);
    assertEquals(expected.strip(), String.join("\n", events));
  }

  @Test
  void nothingOfThisHappensWhenItIsSwitchedOff() throws Exception {
    assertEquals(List.of(), outside(Subject.record("Outsiders", "filled")));
    assertEquals(6, outside(Subject.recordSites("Outsiders", "filled", 1)).size());
  }

  private static List<String> outside(List<String> events) {
    return events.stream()
        .filter(line -> line.contains("ArrayList.") || line.contains("List."))
        .collect(Collectors.toList());
  }
}
