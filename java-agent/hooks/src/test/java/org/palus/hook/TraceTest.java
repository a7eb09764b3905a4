package org.palus.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.palus.testing.Events;
import org.palus.testing.NativeLoader;
import org.palus.testing.Natives;

class TraceTest {
  private static final int ENTER = 1;
  private static final int DEAD = 7;

  private final NativeLoader loader = new NativeLoader("org.palus.hook.");

  @BeforeEach
  void forget() {
    Natives.reset();
    Natives.methodId("demo.Subject", "run", "()V", 0);
  }

  private Object trace(String method, Class<?>[] types, Object... arguments) throws Exception {
    Method target = loader.loadClass("org.palus.hook.Trace").getMethod(method, types);
    return target.invoke(null, arguments);
  }

  private int enter() throws Exception {
    return (Integer) trace("enter", new Class<?>[] {int.class}, 0);
  }

  private int enter(Object receiver) throws Exception {
    Class<?>[] types = {Object.class, int.class, int.class};
    return (Integer) trace("enter", types, receiver, 0, 1);
  }

  private int tryOut() throws Exception {
    Class<?>[] types = {Object.class, int.class, int.class};
    return (Integer) trace("tryOut", types, null, 0, -1);
  }

  private void exitOpen(Object value, int token) throws Exception {
    trace("exitOpen", new Class<?>[] {Object.class, int.class, int.class}, value, 0, token);
  }

  private void mute(Object object) throws Exception {
    int token = enter(object);
    assertTrue(token > 0);
    trace("exit", new Class<?>[] {int.class, int.class}, 0, token);
    Natives.mute(ids(ENTER).get(ids(ENTER).size() - 1));
  }

  @Test
  void framesThatEndedUnseenAreGoneAfterAHandler() throws Exception {
    int token = enter();
    enter();
    enter();
    trace("caught", new Class<?>[] {int.class}, token);
    assertEquals(token + 1, enter());
  }

  @Test
  void nothingIsLostWhenTheBufferIsFlushed() throws Exception {
    for (int i = 0; i < 1000; i++) {
      enter();
    }
    List<String> events = Events.all();
    assertEquals(1000, events.size());
    assertEquals("1000 enter Subject.run", events.get(999));
  }

  @Test
  void callsOfAStaticMethodAreLeftOutAtRandomBetweenThoseThatAreRecorded() throws Exception {
    Natives.sample("demo.Subject.run", 4);
    List<Integer> gaps = new ArrayList<>();
    int last = 0;
    for (int i = 0; i < 16_000; i++) {
      if (enter() >= 0) {
        gaps.add(i - last);
        last = i;
      }
    }
    assertTrue(900 < gaps.size() && gaps.size() < 1100, () -> gaps.size() + " of 16000");
    assertEquals(31, gaps.stream().max(Integer::compare).orElseThrow());
    assertTrue(new HashSet<>(gaps).size() > 28, gaps::toString);
  }

  @Test
  void aThreadThatWasStoppedDuringATrialWritesWhereItIsToldTo() throws Exception {
    int outer = tryOut();
    int inner = tryOut();
    Method stop = loader.loadClass("org.palus.hook.Faults").getDeclaredMethod("stop", Throwable.class);
    stop.setAccessible(true);
    stop.invoke(null, new IllegalStateException("planted"));
    exitOpen(null, inner);
    exitOpen(null, outer);
    long base = ofBuffer("base");
    long cursor = ofBuffer("cursor");
    assertTrue(base < cursor && cursor <= ofBuffer("limit"), base + " " + cursor);
  }

  private long ofBuffer(String field) throws Exception {
    Class<?> type = loader.loadClass("org.palus.hook.Buffer");
    Method ofThisThread = type.getDeclaredMethod("ofThisThread");
    ofThisThread.setAccessible(true);
    Field found = type.getDeclaredField(field);
    found.setAccessible(true);
    return found.getLong(ofThisThread.invoke(null));
  }

  @Test
  void everyObjectHasOneNumberOfItsOwnOnAllThreads() throws Exception {
    List<Object> objects = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      objects.add(new Object());
    }
    IntStream.range(0, 4).parallel().forEach(thread -> enterEach(objects));
    List<Long> seen = ids(ENTER);
    assertEquals(4 * objects.size(), seen.size());
    assertEquals(objects.size(), new HashSet<>(seen).size());
  }

  private void enterEach(List<Object> objects) {
    for (Object object : objects) {
      try {
        enter(object);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void aCollectedObjectIsReportedDead() throws Exception {
    enter(new Object());
    long id = ids(ENTER).get(0);
    boolean isDead = false;
    for (int i = 0; i < 100 && !isDead; i++) {
      System.gc();
      Thread.sleep(10);
      enter();
      isDead = ids(DEAD).contains(id);
    }
    assertTrue(isDead);
  }

  @Test
  void aCallOnAGivenUpObjectLeavesNoRecordAndTheDepthAsItWas() throws Exception {
    Object loud = new Object();
    Object muted = new Object();
    mute(muted);
    int before = Events.all().size();
    int outer = enter();
    int token = enter(muted);
    assertTrue(token < 0);
    trace("exit", new Class<?>[] {int.class, int.class, int.class}, 3, 0, token);
    assertEquals(outer + 1, enter(loud));
    assertEquals(before + 2, Events.all().size());
  }

  @Test
  void aHandlerInAFrameWithoutRecordStillEndsTheFramesAboveIt() throws Exception {
    Object muted = new Object();
    mute(muted);
    int outer = enter();
    Class<?>[] types = {Object.class, int.class, int.class};
    int token = (Integer) trace("enterGuarded", types, muted, 0, 1);
    assertTrue(token < 0);
    enter();
    enter();
    trace("caught", new Class<?>[] {int.class}, token);
    assertEquals(outer + 1, enter());
  }

  @Test
  void aCallOnTrialThatReturnsNobodyFollowedIsTakenBack() throws Exception {
    int outer = enter();
    int trial = tryOut();
    exitOpen(null, trial);
    int inner = tryOut();
    assertEquals(outer + 1, inner & 0xFFFF, "its depth, below a mark");
    exitOpen(new Object(), inner);
    assertEquals(
        List.of("1 enter Subject.run", "2 enter Subject.run", "2 exit Subject.run Object#1"),
        Events.all());
  }

  @Test
  void aCallInsideOneOnTrialMakesItStay() throws Exception {
    int trial = tryOut();
    int inside = enter();
    trace("exit", new Class<?>[] {int.class, int.class}, 0, inside);
    exitOpen(null, trial);
    assertEquals(
        List.of(
            "1 enter Subject.run",
            "2 enter Subject.run",
            "2 exit Subject.run",
            "1 exit Subject.run null"),
        Events.all());
  }

  @Test
  void aMethodThatNeverReturnsAnyoneFollowedIsTriedNoMoreUntilItDoes() throws Exception {
    for (int i = 0; i < 64; i++) {
      exitOpen(null, tryOut());
    }
    assertEquals(-1, tryOut());
    exitOpen(new Object(), -1);
    assertTrue(tryOut() > 0);
  }

  @Test
  void aTrialThatOnlyWhatIsInsideMakesStayIsInVainAllTheSame() throws Exception {
    for (int i = 0; i < 64; i++) {
      int trial = tryOut();
      int inside = enter();
      trace("exit", new Class<?>[] {int.class, int.class}, 0, inside);
      exitOpen(null, trial);
    }
    assertEquals(-1, tryOut());
  }

  private static List<Long> ids(int kind) {
    List<Long> ids = new ArrayList<>();
    for (byte[] chunk : Natives.records()) {
      for (int at = 0; at < chunk.length; at += 32) {
        if (chunk[at] == kind) {
          long id = 0;
          for (int i = 7; i >= 0; i--) {
            id = id << 8 | chunk[at + 16 + i] & 0xFF;
          }
          ids.add(id);
        }
      }
    }
    return ids;
  }
}
