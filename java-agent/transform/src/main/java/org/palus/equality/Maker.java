package org.palus.equality;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.palus.program.Bare;

/**
 * Makes the objects of a state, without their constructors: their fields hold what they held.
 * Collections of the JDK are made empty and filled, when all that they hold has its fields.
 */
final class Maker {
  private static final Map<String, Supplier<Object>> COLLECTIONS = new HashMap<>();

  static {
    List<Supplier<Object>> all =
        List.of(
            ArrayList::new,
            LinkedList::new,
            Vector::new,
            Stack::new,
            ArrayDeque::new,
            CopyOnWriteArrayList::new,
            HashSet::new,
            LinkedHashSet::new,
            HashMap::new,
            LinkedHashMap::new,
            Hashtable::new,
            ConcurrentHashMap::new,
            IdentityHashMap::new);
    for (Supplier<Object> made : all) {
      COLLECTIONS.put(made.get().getClass().getName(), made);
    }
  }

  private final ClassLoader loader;
  private final List<Node> nodes;
  private final Object[] made;
  private final boolean[] isOpen;

  private Maker(ClassLoader loader, List<Node> nodes) {
    this.loader = loader;
    this.nodes = nodes;
    made = new Object[nodes.size()];
    isOpen = new boolean[nodes.size()];
  }

  /**
   * The objects of the nodes.
   *
   * @throws ReflectiveOperationException when one cannot be made; others say the same
   */
  static Object[] make(ClassLoader loader, List<Node> nodes) throws ReflectiveOperationException {
    Maker maker = new Maker(loader, nodes);
    for (int i = 0; i < nodes.size(); i++) {
      maker.object(i);
    }
    for (int i = 0; i < nodes.size(); i++) {
      maker.fillFields(i);
    }
    // Elements lie behind their collections mostly, so that inner ones are filled first.
    for (int i = nodes.size() - 1; i >= 0; i--) {
      maker.fillCollection(i);
    }
    return maker.made;
  }

  private Object object(int number) throws ReflectiveOperationException {
    if (made[number] == null) {
      if (isOpen[number]) {
        throw new InstantiationException("an object that is made of itself");
      }
      isOpen[number] = true;
      made[number] = empty(nodes.get(number));
    }
    return made[number];
  }

  private Object empty(Node node) throws ReflectiveOperationException {
    if (node.type.startsWith("[") && node.kind == 'E') {
      return Array.newInstance(type(node.type).getComponentType(), node.slots.size());
    }
    if (node.kind == 'F') {
      Class<?> type = type(node.type);
      return isRecord(type) ? record(type, node) : Bare.constructor(type).newInstance();
    }
    Object comparator = node.head == null ? null : value(node.head);
    switch (node.type) {
      case "java.util.TreeMap":
        return new TreeMap<>(comparator(comparator));
      case "java.util.TreeSet":
        return new TreeSet<>(comparator(comparator));
      case "java.util.PriorityQueue":
        return new PriorityQueue<>(comparator(comparator));
      case "java.util.Arrays$ArrayList":
        return Arrays.asList(values(node));
      case "java.util.ImmutableCollections$ListN":
      case "java.util.ImmutableCollections$List12":
        return List.of(values(node));
      default:
        Supplier<Object> collection = COLLECTIONS.get(node.type);
        if (collection == null || node.kind == 'X') {
          throw new InstantiationException(node.type);
        }
        return collection.get();
    }
  }

  @SuppressWarnings("unchecked")
  private static Comparator<Object> comparator(Object object) {
    return (Comparator<Object>) object;
  }

  private static boolean isRecord(Class<?> type) {
    Class<?> parent = type.getSuperclass();
    return parent != null && parent.getName().equals("java.lang.Record");
  }

  /** By its canonical constructor: the fields of a record cannot be set. */
  private Object record(Class<?> type, Node node) throws ReflectiveOperationException {
    List<Class<?>> types = new ArrayList<>();
    List<Object> arguments = new ArrayList<>();
    for (Field component : type.getDeclaredFields()) {
      if (!Modifier.isStatic(component.getModifiers())) {
        types.add(component.getType());
        arguments.add(value(node.slots.get(node.names.indexOf(component.getName()))));
      }
    }
    Constructor<?> canonical = type.getDeclaredConstructor(types.toArray(new Class<?>[0]));
    canonical.setAccessible(true);
    return canonical.newInstance(arguments.toArray());
  }

  private Object[] values(Node node) throws ReflectiveOperationException {
    Object[] values = new Object[node.slots.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(node.slots.get(i));
    }
    return values;
  }

  private void fillFields(int number) throws ReflectiveOperationException {
    Node node = nodes.get(number);
    Object object = made[number];
    if (object.getClass().isArray()) {
      for (int i = 0; i < node.slots.size(); i++) {
        Array.set(object, i, value(node.slots.get(i)));
      }
    } else if (node.kind == 'F' && !isRecord(object.getClass())) {
      for (int i = 0; i < node.slots.size(); i++) {
        Field field = type(node.owners.get(i)).getDeclaredField(node.names.get(i));
        field.setAccessible(true);
        field.set(object, value(node.slots.get(i)));
      }
    }
  }

  @SuppressWarnings("unchecked")
  private void fillCollection(int number) throws ReflectiveOperationException {
    Node node = nodes.get(number);
    boolean isFilled = node.kind == 'F' || node.type.startsWith("[");
    if (isFilled || !isEmptyWhenMade(node)) {
      return;
    }
    Object[] values = values(node);
    if (made[number] instanceof Map) {
      Map<Object, Object> map = (Map<Object, Object>) made[number];
      for (int i = 0; i < values.length; i += 2) {
        map.put(values[i], values[i + 1]);
      }
    } else {
      ((Collection<Object>) made[number]).addAll(Arrays.asList(values));
    }
  }

  private static boolean isEmptyWhenMade(Node node) {
    return COLLECTIONS.containsKey(node.type)
        || Set.of("java.util.TreeMap", "java.util.TreeSet", "java.util.PriorityQueue")
            .contains(node.type);
  }

  private Class<?> type(String name) throws ClassNotFoundException {
    return Class.forName(name, false, loader);
  }

  private Object value(String slot) throws ReflectiveOperationException {
    int target = Node.target(slot);
    if (target >= 0) {
      return object(target);
    }
    String[] parts = slot.split(":", -1);
    switch (slot.charAt(0)) {
      case '-':
        return null;
      case 'Z':
        return Boolean.valueOf(parts[1]);
      case 'B':
        return Byte.valueOf(parts[1]);
      case 'C':
        return (char) Integer.parseInt(parts[1]);
      case 'S':
        return Short.valueOf(parts[1]);
      case 'I':
        return Integer.valueOf(parts[1]);
      case 'J':
        return Long.valueOf(parts[1]);
      case 'F':
        return Float.intBitsToFloat(Integer.parseUnsignedInt(parts[1]));
      case 'D':
        return Double.longBitsToDouble(Long.parseUnsignedLong(parts[1]));
      case 'T':
        return text(parts[1]);
      case 'E':
        return constant(type(parts[1]), text(parts[2]));
      case 'K':
        return type(parts[1]);
      case 'N':
        return whole(parts);
      case 'M':
        return new BigDecimal(whole(parts), Integer.parseInt(parts[3]));
      default:
        throw new InstantiationException("a text that is too long to be known");
    }
  }

  /** Of a sign and the digits of the magnitude, in hexadecimal. */
  private static BigInteger whole(String[] parts) {
    BigInteger magnitude = new BigInteger("0" + parts[2], 16);
    return parts[1].equals("-") ? magnitude.negate() : magnitude;
  }

  /** Of four hexadecimal digits for each unit. */
  private static String text(String units) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < units.length(); i += 4) {
      text.append((char) Integer.parseInt(units.substring(i, i + 4), 16));
    }
    return text.toString();
  }

  private static Object constant(Class<?> type, String name) throws InstantiationException {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new InstantiationException(name);
  }
}
