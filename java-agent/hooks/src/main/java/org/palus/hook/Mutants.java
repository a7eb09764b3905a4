package org.palus.hook;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Mutation analysis: instructions that do something else while their mutant is switched on.
 *
 * <p>A mutant has a number in the map of {@link Probe}, where it is marked when it is reached. Of
 * what is passed along, {@code op} is the opcode that was there and {@code mutant} the number, or
 * the first of two.
 */
public final class Mutants {
  /** The opcodes of the JVM (JVMS 6.5) that are told apart here. */
  private static final int ADD = 0x60;

  private static final int SUB = 0x64;
  private static final int MUL = 0x68;
  private static final int DIV = 0x6C;
  private static final int REM = 0x70;
  private static final int SHL = 0x78;
  private static final int SHR = 0x7A;
  private static final int USHR = 0x7C;
  private static final int AND = 0x7E;
  private static final int OR = 0x80;
  private static final int XOR = 0x82;
  private static final int EQ = 0x99;
  private static final int NE = 0x9A;
  private static final int LT = 0x9B;
  private static final int GE = 0x9C;
  private static final int GT = 0x9D;

  private static final int NONE = -1;

  private static int active = NONE;

  private Mutants() {}

  /** Switches one mutant on and all others off; -1 is none. */
  public static void activate(int mutant) {
    active = mutant;
  }

  /** Whether a mutant that was reached is on. */
  public static boolean is(int mutant) {
    Probe.mark(mutant);
    return active == mutant;
  }

  /**
   * Whether a jump is taken: two mutants where the operands are ordered, the negation and the
   * neighbouring comparison, and the negation alone where they are not.
   *
   * @param op from {@code ifeq} to {@code ifle}
   */
  public static boolean jumps(int a, int b, int op, int mutant) {
    boolean jumps = holds(a, b, op);
    if (is(mutant)) {
      return !jumps;
    }
    return op != EQ && op != NE && is(mutant + 1) ? jumps != (a == b) : jumps;
  }

  /**
   * The same for references.
   *
   * @param op {@code ifeq} or {@code ifne}
   */
  public static boolean jumps(Object a, Object b, int op, int mutant) {
    return is(mutant) ? (a == b) == (op == NE) : (a == b) == (op == EQ);
  }

  private static boolean holds(int a, int b, int op) {
    switch (op) {
      case EQ:
        return a == b;
      case NE:
        return a != b;
      case LT:
        return a < b;
      case GE:
        return a >= b;
      case GT:
        return a > b;
      default:
        return a <= b;
    }
  }

  /** An operation on ints; {@code op} is that of ints for every type. */
  public static int math(int a, int b, int op, int mutant) {
    switch (is(mutant) ? other(op) : op) {
      case ADD:
        return a + b;
      case SUB:
        return a - b;
      case MUL:
        return a * b;
      case DIV:
        return a / b;
      case REM:
        return a % b;
      case SHL:
        return a << b;
      case SHR:
        return a >> b;
      case USHR:
        return a >>> b;
      case AND:
        return a & b;
      case OR:
        return a | b;
      default:
        return a ^ b;
    }
  }

  /** An operation on longs but a shift. */
  public static long math(long a, long b, int op, int mutant) {
    switch (is(mutant) ? other(op) : op) {
      case ADD:
        return a + b;
      case SUB:
        return a - b;
      case MUL:
        return a * b;
      case DIV:
        return a / b;
      case REM:
        return a % b;
      case AND:
        return a & b;
      case OR:
        return a | b;
      default:
        return a ^ b;
    }
  }

  /** A shift of a long. */
  public static long math(long a, int b, int op, int mutant) {
    switch (is(mutant) ? other(op) : op) {
      case SHL:
        return a << b;
      case SHR:
        return a >> b;
      default:
        return a >>> b;
    }
  }

  /** An operation on floats. */
  public static float math(float a, float b, int op, int mutant) {
    switch (is(mutant) ? other(op) : op) {
      case ADD:
        return a + b;
      case SUB:
        return a - b;
      case MUL:
        return a * b;
      case DIV:
        return a / b;
      default:
        return a % b;
    }
  }

  /** An operation on doubles. */
  public static double math(double a, double b, int op, int mutant) {
    switch (is(mutant) ? other(op) : op) {
      case ADD:
        return a + b;
      case SUB:
        return a - b;
      case MUL:
        return a * b;
      case DIV:
        return a / b;
      default:
        return a % b;
    }
  }

  private static int other(int op) {
    switch (op) {
      case ADD:
        return SUB;
      case SUB:
        return ADD;
      case MUL:
        return DIV;
      case DIV:
      case REM:
        return MUL;
      case SHL:
        return SHR;
      case SHR:
      case USHR:
        return SHL;
      case AND:
        return OR;
      default:
        return AND;
    }
  }

  /** A negation, left out by its mutant. */
  public static int negated(int a, int mutant) {
    return is(mutant) ? a : -a;
  }

  /** The same for longs. */
  public static long negated(long a, int mutant) {
    return is(mutant) ? a : -a;
  }

  /** The same for floats. */
  public static float negated(float a, int mutant) {
    return is(mutant) ? a : -a;
  }

  /** The same for doubles. */
  public static double negated(double a, int mutant) {
    return is(mutant) ? a : -a;
  }

  /** What is returned: zero instead. */
  public static int returned(int a, int mutant) {
    return is(mutant) ? 0 : a;
  }

  /** The same for longs. */
  public static long returned(long a, int mutant) {
    return is(mutant) ? 0 : a;
  }

  /** The same for floats. */
  public static float returned(float a, int mutant) {
    return is(mutant) ? 0 : a;
  }

  /** The same for doubles. */
  public static double returned(double a, int mutant) {
    return is(mutant) ? 0 : a;
  }

  /** The same for booleans: false instead, and true instead. */
  public static int truth(int a, int mutant) {
    if (is(mutant)) {
      return 0;
    }
    return is(mutant + 1) ? 1 : a;
  }

  /** What is returned: the empty value of its type instead, or null where there is none. */
  public static Object returned(Object a, String type, int mutant) {
    return is(mutant) ? empty(type) : a;
  }

  private static Object empty(String type) {
    switch (type) {
      case "java/lang/String":
      case "java/lang/CharSequence":
        return "";
      case "java/util/Optional":
        return Optional.empty();
      case "java/util/List":
      case "java/util/Collection":
      case "java/lang/Iterable":
        return List.of();
      case "java/util/Set":
        return Set.of();
      case "java/util/Map":
        return Map.of();
      case "java/util/Iterator":
        return Collections.emptyIterator();
      case "java/lang/Integer":
        return 0;
      case "java/lang/Long":
        return 0L;
      case "java/lang/Short":
        return (short) 0;
      case "java/lang/Byte":
        return (byte) 0;
      case "java/lang/Character":
        return '\0';
      case "java/lang/Double":
        return 0.0;
      case "java/lang/Float":
        return 0.0f;
      case "java/lang/Boolean":
        return false;
      default:
        return null;
    }
  }
}
