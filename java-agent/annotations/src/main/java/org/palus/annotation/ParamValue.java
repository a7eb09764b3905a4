package org.palus.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a static field whose value Palus passes to a method under test, in addition to all other
 * values: {@code @ParamValue(cn = "Statement", mn = "executeQuery") public static String query =
 * "select ...";}.
 *
 * <p>Of the method's parameters every one gets it that it fits. The classes with such fields are
 * named by {@code palus generate --values}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface ParamValue {
  /** The class of the method: its simple or its fully qualified name. */
  String cn();

  /** The name of the method; {@code <init>} for the constructors. */
  String mn();
}
