package org.palus.hook;

/** Number of each class, asked for once from the native agent and then kept with the class. */
public final class ClassIds extends ClassValue<Integer> {
  private static final ClassIds IDS = new ClassIds();

  private ClassIds() {}

  /** The id of a class; equal names in different class loaders share one. */
  public static int of(Class<?> type) {
    return IDS.get(type).intValue();
  }

  @Override
  protected Integer computeValue(Class<?> type) {
    return Integer.valueOf(classId(type.getName()));
  }

  /** The id for a name as {@link Class#getName} gives it. */
  static native int classId(String name);
}
