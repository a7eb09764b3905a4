package org.palus.transform;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Shows the operands of comparisons to {@code org.palus.hook.Compare}: of jumps on two ints, of
 * {@code lcmp}, of switches, and of the methods by which texts are compared or looked up.
 */
final class Comparisons {
  /** Stack slots that showing an operand needs at most. */
  static final int STACK = 3;

  private static final String COMPARE = "org/palus/hook/Compare";

  /** A switch with more keys is a table, not a choice. */
  private static final int KEY_LIMIT = 64;

  /** Methods of a text that take another as their only argument. */
  private static final Set<String> ON_TEXTS =
      Set.of(
          "equals",
          "equalsIgnoreCase",
          "startsWith",
          "endsWith",
          "contains",
          "contentEquals",
          "indexOf",
          "lastIndexOf",
          "compareTo",
          "compareToIgnoreCase");

  /** Look-ups, by the class that the instruction names. */
  private static final Map<String, Set<String>> ON_TABLES =
      Map.of(
          "java/util/Map", Set.of("get", "containsKey", "remove"),
          "java/util/HashMap", Set.of("get", "containsKey", "remove"));

  private Comparisons() {}

  /** Before a conditional jump. */
  static void jump(MethodVisitor mv, int opcode) {
    if (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE) {
      mv.visitInsn(Opcodes.DUP2);
      Code.call(mv, COMPARE, "ints", "(II)V");
    }
  }

  /** Before a switch over these keys. */
  static void keys(MethodVisitor mv, int... keys) {
    if (keys.length == 0 || keys.length > KEY_LIMIT) {
      return;
    }
    StringBuilder text = new StringBuilder();
    for (int key : keys) {
      text.append((char) (key >>> 16)).append((char) key);
    }
    mv.visitInsn(Opcodes.DUP);
    mv.visitLdcInsn(text.toString());
    Code.call(mv, COMPARE, "keys", "(ILjava/lang/String;)V");
  }

  /** In place of {@code lcmp}. */
  static void longs(MethodVisitor mv) {
    Code.call(mv, COMPARE, "longs", "(JJ)I");
  }

  /** Before a call. */
  static void call(MethodVisitor mv, int opcode, String owner, String name, String descriptor) {
    boolean isStatic = opcode == Opcodes.INVOKESTATIC;
    boolean takesOne =
        !isStatic
            && descriptor.startsWith("(L")
            && descriptor.indexOf(';') == descriptor.indexOf(')') - 1;
    boolean isEquals = name.equals("equals") && takesOne;
    boolean areTexts = owner.equals("java/lang/String") && ON_TEXTS.contains(name) && takesOne;
    boolean areObjects = isStatic && owner.equals("java/util/Objects") && name.equals("equals");
    if (isEquals || areTexts || areObjects) {
      mv.visitInsn(Opcodes.DUP2);
      Code.call(mv, COMPARE, "texts", "(Ljava/lang/Object;Ljava/lang/Object;)V");
    } else if (takesOne && ON_TABLES.getOrDefault(owner, Set.of()).contains(name)) {
      mv.visitInsn(Opcodes.DUP2);
      Code.call(mv, COMPARE, "key", "(Ljava/lang/Object;Ljava/lang/Object;)V");
    }
  }
}
