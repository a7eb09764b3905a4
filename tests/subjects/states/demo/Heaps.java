package demo;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Makes objects whose states are known. */
public class Heaps {
  static int initialised;

  public enum Mood {
    GOOD,
    BAD {
      @Override
      int level() {
        return 2;
      }
    };

    int level() {
      return 1;
    }
  }

  public static class T {
    Node root;
  }

  public static class Node {
    Node left;
    Node right;
    int value;

    Node(Node left, Node right, int value) {
      this.left = left;
      this.right = right;
      this.value = value;
    }
  }

  public static class Ring {
    Ring next;
  }

  public static class Pair {
    final Object first;
    final Object second;

    Pair(Object first, Object second) {
      this.first = first;
      this.second = second;
    }
  }

  public static class Never {
    static {
      initialised++;
    }
  }

  /** Calls of its methods would be seen. */
  public static class Loud {
    boolean z = true;
    byte b = -1;
    char c = '\'';
    short s = -2;
    int i = Integer.MIN_VALUE;
    long j = 1L << 40;
    float f = 1.5f;
    double d = -0.0;
    double nan = Double.longBitsToDouble(0xFFF8000000000001L);
    Class<?> type = Never.class;
    Mood mood = Mood.BAD;
    Object box = (byte) 7;
    Object big = new BigInteger("-12345678901234567890");
    Object decimal = new BigDecimal("12.50");
    Thread thread = Thread.currentThread();

    @Override
    public int hashCode() {
      throw new IllegalStateException();
    }

    @Override
    public boolean equals(Object other) {
      throw new IllegalStateException();
    }
  }

  public static T tree() {
    T tree = new T();
    tree.root = new Node(new Node(null, null, 1), new Node(null, null, 3), 2);
    return tree;
  }

  public static Ring ring(int length) {
    Ring first = new Ring();
    Ring last = first;
    for (int i = 1; i < length; i++) {
      last.next = new Ring();
      last = last.next;
    }
    last.next = first;
    return first;
  }

  public static Pair pair(int kind) {
    Node x = new Node(null, null, 1);
    switch (kind) {
      case 0:
        return new Pair(x, x);
      case 1:
        return new Pair(x, new Node(null, null, 1));
      case 2:
        return new Pair("a", new String("a"));
      default:
        return new Pair("a", "a");
    }
  }

  public static Object map(boolean detour) {
    Map<String, Integer> map = new HashMap<>();
    if (detour) {
      map.put("b", 2);
      map.put("x", 9);
      map.put("a", 1);
      map.remove("x");
      map.keySet();
      for (int i = 0; i < 100; i++) {
        map.put("k" + i, i);
      }
      for (int i = 0; i < 100; i++) {
        map.remove("k" + i);
      }
    } else {
      map.put("a", 1);
      map.put("b", 2);
    }
    return map;
  }

  public static Object loud() {
    return new Loud();
  }

  public static Object initialised() {
    return initialised;
  }

  /** A list that is longer than what is looked through one by one. */
  public static Node chain(int length) {
    Node node = null;
    for (int i = 0; i < length; i++) {
      node = new Node(node, node, i);
    }
    return node;
  }

  /** Each collection with the same elements, by its name. */
  public static Object collection(int which) {
    List<Object> elements = Arrays.asList(3, 1, 2);
    Map<Integer, String> entries = new HashMap<>(Map.of(2, "b", 1, "a"));
    switch (which) {
      case 0:
        return new ArrayList<>(elements);
      case 1:
        return new LinkedList<>(elements);
      case 2:
        return new Vector<>(elements);
      case 3:
        ArrayDeque<Object> deque = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) {
          deque.add(i);
          deque.poll();
        }
        deque.addAll(elements);
        return deque;
      case 4:
        return List.of(3, 1, 2);
      case 5:
        return elements;
      case 6:
        return new CopyOnWriteArrayList<>(elements);
      case 7:
        return new LinkedHashSet<>(elements);
      case 8:
        return new TreeSet<>(elements);
      case 9:
        return new PriorityQueue<>(elements);
      case 10:
        return new HashSet<>(elements);
      case 11:
        return Set.of(3, 1, 2);
      case 12:
        return new LinkedHashMap<>(entries);
      case 13:
        return new TreeMap<>(entries);
      case 14:
        return new Hashtable<>(entries);
      case 15:
        return new ConcurrentHashMap<>(entries);
      case 16:
        return Map.of(2, "b", 1, "a");
      case 17:
        EnumMap<Mood, Object> moods = new EnumMap<>(Mood.class);
        moods.put(Mood.BAD, null);
        return moods;
      case 18:
        return EnumSet.of(Mood.BAD);
      case 19:
        BitSet bits = new BitSet(1000);
        bits.set(3);
        return bits;
      case 20:
        return new StringBuilder("Zürich").append('\u20ac');
      case 21:
        return List.of(3);
      case 22:
        return List.of(3, new Object());
      case 23:
        return Set.of(3);
      case 24:
        return Set.of(3, 1);
      default:
        return null;
    }
  }

  public static boolean addAll(Collection<Object> collection, Collection<Object> other) {
    return collection.addAll(other);
  }
}
