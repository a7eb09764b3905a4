package org.palus.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.palus.testing.Events;
import org.palus.testing.NativeLoader;
import org.palus.testing.Natives;

class TraceTest {
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

  private long id(Object object) throws Exception {
    return (Long) trace("id", new Class<?>[] {Object.class}, object);
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
  void everyObjectHasOneNumberOfItsOwnOnAllThreads() throws Exception {
    List<Object> objects = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      objects.add(new Object());
    }
    List<List<Long>> seen =
        IntStream.range(0, 4).parallel().mapToObj(thread -> ids(objects)).toList();
    Set<Long> distinct = new HashSet<>(seen.get(0));
    assertEquals(objects.size(), distinct.size());
    assertEquals(1, new HashSet<>(seen).size());
  }

  private List<Long> ids(List<Object> objects) {
    List<Long> ids = new ArrayList<>();
    for (Object object : objects) {
      try {
        ids.add(id(object));
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    return ids;
  }

  @Test
  void aCollectedObjectIsReportedDead() throws Exception {
    long id = id(new Object());
    boolean isDead = false;
    for (int i = 0; i < 100 && !isDead; i++) {
      System.gc();
      Thread.sleep(10);
      enter();
      isDead = deadIds().contains(id);
    }
    assertTrue(isDead);
  }

  private int enterClosed(Object receiver) throws Exception {
    return (Integer) trace("enterClosed", new Class<?>[] {Object.class, int.class}, receiver, 0);
  }

  @Test
  void aClosedCallOnAMutedObjectLeavesNoRecordAndTheDepthAsItWas() throws Exception {
    long table = Natives.memory(8 << 18);
    trace("configure", new Class<?>[] {long.class}, table);
    Object loud = new Object();
    Object muted = new Object();
    Natives.putLong(table + 8 * id(muted), id(muted));
    int outer = enter();
    int token = enterClosed(muted);
    assertTrue(token < 0);
    trace("argument", new Class<?>[] {int.class, long.class, int.class}, 1, 7L, token);
    assertEquals(outer + 1, enterClosed(loud));
    trace("caught", new Class<?>[] {int.class}, token);
    assertEquals(outer + 1, enter());
    trace("exit", new Class<?>[] {int.class, int.class, int.class}, 3, 0, token);
    assertEquals(outer + 1, enter());
    assertEquals(4, Events.all().size());
  }

  private static Set<Long> deadIds() {
    Set<Long> ids = new HashSet<>();
    for (byte[] chunk : Natives.records()) {
      for (int at = 0; at < chunk.length; at += 32) {
        if (chunk[at] == DEAD) {
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
