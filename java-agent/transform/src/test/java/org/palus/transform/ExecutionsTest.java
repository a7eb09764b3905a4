package org.palus.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.palus.testing.Events;
import org.palus.testing.Natives;

class ExecutionsTest {
  private static void check(String method, String expected) throws Exception {
    Subject subject = new Subject(Transformer.RECORD);
    Natives.keepExecutions("org.palus.subject.");
    subject.run("Playing", method);
    List<String> told =
        Natives.executions().stream()
            .map(line -> line.replaceAll("org\\.palus\\.subject\\.|\\(.*\\)\\S*", ""))
            .collect(Collectors.toList());
    assertEquals(expected.strip(), String.join("\n", told));
    assertEquals(List.of(), Natives.skipped());
  }

  @Test
  void aCallFromATestIsToldWithItsEnd() throws Exception {
    check(
        "play",
        """
        test Playing.everyWay
        begins Played.<init>
        ends Played.<init> void
        begins Played.mixed
        ends Played.mixed value
        begins Played.caught
        ends Played.caught value
        begins Played.<init>
        ends Played.<init> threw java.lang.IllegalArgumentException
        begins Played.caught
        ends Played.caught value
        end of test Playing.everyWay
        """);
  }

  @Test
  void aConstructorThatEndsBeforeItsObjectIsOneEndsUnseen() throws Exception {
    check(
        "playUnseen",
        """
        test Playing.unseen
        begins Played.<init>
        unseen
        begins Played.<init>
        ends Played.<init> void
        begins Played.inner
        ends Played.inner value
        end of test Playing.unseen
        """);
  }

  @Test
  void callsByTheCodeUnderTestAreLeftOut() throws Exception {
    check(
        "playNesting",
        """
        test Playing.nesting
        begins Played.<init>
        ends Played.<init> void
        begins Played.<init>
        ends Played.<init> void
        begins Played.nesting
        ends Played.nesting value
        end of test Playing.nesting
        """);
  }

  @Test
  void eventsAreRecordedAsEver() throws Exception {
    List<String> alone = Subject.record("Playing", "play");
    Subject subject = new Subject(Transformer.RECORD);
    Natives.keepExecutions("org.palus.subject.");
    subject.run("Playing", "play");
    assertEquals(alone, Events.all());
  }
}
