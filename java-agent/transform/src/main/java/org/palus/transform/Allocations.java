package org.palus.transform;

import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has arrays that would take too much of a worker's heap refused before they are made: finding out
 * that there is no room costs the virtual machine two full collections, the time of some hundred
 * sequences.
 */
final class Allocations {
  /** Stack slots that asking needs: no more than a comparison, so that no frame grows by it. */
  static final int STACK = 3;

  /** The descriptors of what {@code newarray} makes, in the order of its operands (JVMS 6.5). */
  private static final String PRIMITIVES = "ZCFDBSIJ";

  /** Of a reference, as long as the heap is small. */
  private static final int REFERENCE = 4;

  /**
   * What makes an array as long as its last argument says, and the bytes of an element. {@code
   * HashMap} and its like are not here: they make their table when something is put into it.
   */
  private static final Map<String, Integer> MAKERS =
      Map.ofEntries(
          Map.entry("java/lang/StringBuilder.<init>(I)V", 1),
          Map.entry("java/lang/StringBuffer.<init>(I)V", 1),
          Map.entry("java/io/StringWriter.<init>(I)V", 1),
          Map.entry("java/io/CharArrayWriter.<init>(I)V", Character.BYTES),
          Map.entry("java/io/ByteArrayOutputStream.<init>(I)V", 1),
          Map.entry("java/util/ArrayList.<init>(I)V", REFERENCE),
          Map.entry("java/util/Vector.<init>(I)V", REFERENCE),
          Map.entry("java/util/ArrayDeque.<init>(I)V", REFERENCE),
          Map.entry("java/util/PriorityQueue.<init>(I)V", REFERENCE),
          Map.entry("java/nio/ByteBuffer.allocate(I)Ljava/nio/ByteBuffer;", 1),
          Map.entry("java/nio/CharBuffer.allocate(I)Ljava/nio/CharBuffer;", Character.BYTES),
          Map.entry(
              "java/lang/reflect/Array.newInstance(Ljava/lang/Class;I)Ljava/lang/Object;",
              REFERENCE),
          Map.entry("java/util/Arrays.copyOf([BI)[B", 1),
          Map.entry("java/util/Arrays.copyOf([CI)[C", Character.BYTES),
          Map.entry("java/util/Arrays.copyOf([II)[I", Integer.BYTES),
          Map.entry("java/util/Arrays.copyOf([JI)[J", Long.BYTES),
          Map.entry("java/util/Arrays.copyOf([DI)[D", Double.BYTES),
          Map.entry("java/util/Arrays.copyOf([Ljava/lang/Object;I)[Ljava/lang/Object;", REFERENCE));

  private Allocations() {}

  /** Before a {@code newarray} of this type. */
  static void ofPrimitives(MethodVisitor mv, int type) {
    ask(mv, size(PRIMITIVES.charAt(type - Opcodes.T_BOOLEAN)));
  }

  /** Before an {@code anewarray}. */
  static void ofReferences(MethodVisitor mv) {
    ask(mv, REFERENCE);
  }

  /**
   * Before a {@code multianewarray}. Of more than two dimensions the last two are looked at: the
   * others lie below them on the stack, where no instruction reaches them.
   */
  static void ofArrays(MethodVisitor mv, String descriptor, int dimensions) {
    if (dimensions < 2) {
      return;
    }
    mv.visitInsn(Opcodes.DUP2);
    Code.push(mv, size(descriptor.charAt(dimensions)));
    Code.call(mv, "org/palus/hook/Probe", "area", "(III)V");
  }

  /** Before a call. */
  static void call(MethodVisitor mv, String owner, String name, String descriptor) {
    Integer bytes = MAKERS.get(owner + "." + name + descriptor);
    if (bytes != null) {
      ask(mv, bytes);
    }
  }

  private static void ask(MethodVisitor mv, int bytes) {
    Code.push(mv, bytes);
    Code.call(mv, "org/palus/hook/Probe", "length", "(II)I");
  }

  private static int size(char descriptor) {
    switch (descriptor) {
      case 'J':
      case 'D':
        return Long.BYTES;
      case 'S':
      case 'C':
        return Short.BYTES;
      case 'B':
      case 'Z':
        return 1;
      case 'I':
      case 'F':
        return Integer.BYTES;
      default:
        return REFERENCE;
    }
  }
}
