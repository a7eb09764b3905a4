package demo;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/** Prints what a program can find out about its classes and objects. */
public class Main {
  enum Colour {
    RED,
    GREEN
  }

  record Pair(int left, String right) {}

  public static void main(String[] args) throws Exception {
    for (Class<?> type : List.of(Point.class, Points.class, Colour.class, Pair.class)) {
      System.out.println(type.getSimpleName() + " " + fields(type));
    }
    System.out.println(ObjectStreamClass.lookup(Point.class).getSerialVersionUID());
    System.out.println(ObjectStreamClass.lookup(Points.class).getSerialVersionUID());

    Point point = new Point(1, 2);
    byte[] bytes = write(point);
    System.out.println(bytes.length);
    Point read = (Point) new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
    System.out.println(point.sum() + " " + read.sum() + " " + point.clone().sum());

    Points points = new Points();
    points.add(point);
    System.out.println(points.total() + " " + ((Points) points.clone()).total());

    Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
    unsafe.setAccessible(true);
    Object blank =
        unsafe
            .getType()
            .getMethod("allocateInstance", Class.class)
            .invoke(unsafe.get(null), Point.class);
    System.out.println(((Point) blank).sum());
    System.out.println(new Pair(1, "x") + " " + new Pair(1, "x").equals(new Pair(1, "x")));
  }

  private static List<String> fields(Class<?> type) {
    List<String> names = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      names.add(field.getName());
    }
    return names;
  }

  private static byte[] write(Object object) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ObjectOutputStream(out).writeObject(object);
    return out.toByteArray();
  }
}
