package org.palus.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What recorded code asks others, told where it asks. */
class QuestionsTest {
  /** Questions with what was passed; arguments follow the event that they belong to. */
  private static void check(String method, String expected) throws Exception {
    List<String> events = Subject.record("Asking", method);
    boolean isAsked = false;
    StringBuilder asked = new StringBuilder();
    for (String event : events) {
      isAsked = event.contains(" asked ") || isAsked && event.contains(" arg ");
      asked.append(isAsked ? event.substring(2) + "\n" : "");
    }
    assertEquals(expected, asked.toString());
  }

  @Test
  void aQuestionIsToldWithItsArgumentsAndItsAnswer() throws Exception {
    check(
        "asks",
        """
        asked Rates.self
        arg 0 ForeignRates#0
        asked Rates.percent
        arg 1 string(4) gold
        arg 2 long 2
        arg 0 int 8
        asked Rates.exact
        arg 0 double 0.5
        """);
  }

  @Test
  void aCallThatThrewIsNoAnswer() throws Exception {
    check(
        "fails",
        """
        asked Rates.percent
        arg 1 string(1) a
        arg 2 long 1
        arg 0 int 1
        """);
  }

  @Test
  void aMockIsNoRecordedCodeWhateverPackageItIsIn() throws Exception {
    check(
        "mocked",
        """
        asked Rates.percent
        arg 1 string(1) b
        arg 2 long 3
        arg 0 int 7
        """);
  }

  @Test
  void whatStandsInTestsIsNoneEither() throws Exception {
    check(
        "ofTests",
        """
        asked Rates.percent
        arg 1 string(1) c
        arg 2 long 4
        arg 0 int 8
        """);
  }

  @Test
  void whatRecordedCodeAnswersIsNotTold() throws Exception {
    check("own", "");
  }

  @Test
  void ofATypeThatTheUserNamedAllAnswersAre() throws Exception {
    check(
        "named",
        """
        asked NamedClock.now
        arg 0 long 99
        """);
  }

  @Test
  void theMessageOfANullPointerExceptionIsThatOfTheProgram() throws Exception {
    Subject subject = new Subject(Transformer.RECORD);
    Object message = subject.run("Asking", "nobody");
    assertEquals(
        "Cannot invoke \"org.palus.subject.Asking$Rates.exact()\" because \"<local1>[0]\" is null",
        message.toString().replace("none[0]", "<local1>[0]"));
  }
}
