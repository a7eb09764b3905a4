package org.palus.transform;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/** What the recording of methods asks of their class. */
final class RecordedClass {
  /** With slashes. */
  final String name;

  /** Major version of the class file. */
  final int version;

  private final String parent;
  private final boolean mayHaveField;
  private final Map<String, Boolean> counted = new HashMap<>();
  private final Map<String, Integer> interfaces = new HashMap<>();
  private final Map<String, Integer> classes = new HashMap<>();
  private int slot = -1;
  private int topmost = -1;

  /**
   * A class that is being recorded.
   *
   * @param mayHaveField whether its objects could get a field: it is no interface, and not loaded
   */
  RecordedClass(String name, int version, String parent, boolean mayHaveField) {
    this.name = name;
    this.version = version;
    this.parent = parent;
    this.mayHaveField = mayHaveField;
  }

  /** The number of this class as it is loaded now: another load of it gets another one. */
  int slot() {
    if (slot < 0) {
      slot = Transformer.slot();
    }
    return slot;
  }

  /** The superclass with dots; empty when there is none. */
  String parent() {
    return parent == null ? "" : Transformer.dotted(parent);
  }

  /**
   * The number under which an access of a field is counted; below 0 for one that is not.
   *
   * @param method the number of the method
   * @param type the class that is named for the field, with slashes
   */
  int access(int method, int opcode, String type, String field) {
    if (field.startsWith("$jacoco") || !counts(type)) {
      return -1;
    }
    boolean isWrite = opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
    return Transformer.fieldAccess(method, Transformer.dotted(type), field, isWrite);
  }

  private boolean counts(String type) {
    return counted.computeIfAbsent(type, t -> Transformer.isIncluded(Transformer.dotted(t)));
  }

  /**
   * Whose answers are kept where a type's methods are called: one of the numbers of {@link
   * Transformer#whoAnswers}.
   *
   * @param type with slashes
   */
  int whoAnswers(String type, boolean isInterface) {
    return (isInterface ? interfaces : classes)
        .computeIfAbsent(type, t -> Transformer.whoAnswers(Transformer.dotted(t), isInterface));
  }

  /** Whether it declares the field in which objects keep their identity. */
  boolean declaresField() {
    return mayHaveField && isTopmost();
  }

  /** Whether its superclass is not recorded, so that it is this one whose objects get a field. */
  boolean isTopmost() {
    if (topmost < 0) {
      topmost = parent != null && Transformer.isIncluded(Transformer.dotted(parent)) ? 0 : 1;
    }
    return topmost == 1;
  }
}
