package org.palus.transform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.palus.testing.Natives;

class MeetingsTest {
  private static Subject subject() throws Exception {
    Subject subject = new Subject(Transformer.SEARCH);
    subject.hook("Probe", "configure", Natives.memory(1000), Natives.memory(8008), 0L);
    subject.hook("Probe", "refuel", 1_000_000);
    return subject;
  }

  @Test
  void methodsOfAThreadSafeClassDoWhatTheyDidAndLeaveTheirLocks() throws Exception {
    assertEquals(org.palus.subject.Safe.all(), subject().run("Safe", "all"));
  }

  @Test
  void synchronizedMethodsEnterTheirLocksThemselves() throws Exception {
    assertTrue(org.palus.subject.Safe.isExclusive());
    assertEquals(true, subject().run("Safe", "isExclusive"));
    assertEquals(false, subject().run("Safe", "isFlagged"));
  }
}
