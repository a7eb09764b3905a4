package org.palus.worker;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;

/**
 * The class file (JVMS 4) of a class that extends an abstract one: its methods give what a function
 * says for their numbers. No method branches, so that none needs a map of its frames.
 */
final class SubclassFile {
  private static final int VERSION = 52;
  private static final String FIELD = "answers";
  private static final String FUNCTION = "java/util/function/IntFunction";
  private static final String FUNCTION_TYPE = "L" + FUNCTION + ";";

  private static final int ALOAD_0 = 0x2a;
  private static final int ALOAD_1 = 0x2b;
  private static final int SIPUSH = 0x11;
  private static final int POP = 0x57;
  private static final int IRETURN = 0xac;
  private static final int LRETURN = 0xad;
  private static final int FRETURN = 0xae;
  private static final int DRETURN = 0xaf;
  private static final int ARETURN = 0xb0;
  private static final int RETURN = 0xb1;
  private static final int GETFIELD = 0xb4;
  private static final int PUTFIELD = 0xb5;
  private static final int INVOKEVIRTUAL = 0xb6;
  private static final int INVOKESPECIAL = 0xb7;
  private static final int INVOKEINTERFACE = 0xb9;
  private static final int CHECKCAST = 0xc0;

  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int FIELD_REFERENCE = 9;
  private static final int METHOD_REFERENCE = 10;
  private static final int INTERFACE_METHOD_REFERENCE = 11;
  private static final int NAME_AND_TYPE = 12;

  private final ByteArrayOutputStream constants = new ByteArrayOutputStream();
  private final Map<String, Integer> positions = new HashMap<>();
  private final String name;
  private final String superclass;

  /**
   * Of a class that extends another one.
   *
   * @param name its name, in the package of the other one where that has methods for its package alone
   */
  SubclassFile(String name, Class<?> extended) {
    this.name = name.replace('.', '/');
    superclass = internal(extended);
  }

  /** The file, in which these methods are declared. */
  byte[] of(Method[] methods) throws IOException {
    // Behind the constants, which are known when everything else is written.
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(rest);
    out.writeShort(Modifier.FINAL | 0x0020);
    out.writeShort(type(name));
    out.writeShort(type(superclass));
    out.writeShort(0);
    out.writeShort(1);
    out.writeShort(Modifier.PRIVATE | Modifier.FINAL);
    out.writeShort(text(FIELD));
    out.writeShort(text(FUNCTION_TYPE));
    out.writeShort(0);
    out.writeShort(1 + methods.length);
    method(out, 0, "<init>", "(" + FUNCTION_TYPE + ")V", 2, constructor());
    for (int i = 0; i < methods.length; i++) {
      Method method = methods[i];
      MethodType of = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
      int access = method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED);
      int locals = 1 + slots(method.getParameterTypes());
      byte[] code = answer(i, method.getReturnType());
      method(out, access, method.getName(), of.toMethodDescriptorString(), locals, code);
    }
    out.writeShort(0);
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    out = new DataOutputStream(whole);
    out.writeInt(0xCAFEBABE);
    out.writeInt(VERSION);
    out.writeShort(positions.size() + 1);
    constants.writeTo(out);
    rest.writeTo(out);
    return whole.toByteArray();
  }

  private void method(
      DataOutputStream out, int access, String name, String descriptor, int locals, byte[] code)
      throws IOException {
    out.writeShort(access);
    out.writeShort(text(name));
    out.writeShort(text(descriptor));
    out.writeShort(1);
    out.writeShort(text("Code"));
    out.writeInt(12 + code.length);
    out.writeShort(2);
    out.writeShort(locals);
    out.writeInt(code.length);
    out.write(code);
    out.writeShort(0);
    out.writeShort(0);
  }

  /** The function is there before the other constructor runs, which may ask for an answer. */
  private byte[] constructor() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream code = new DataOutputStream(bytes);
    code.writeByte(ALOAD_0);
    code.writeByte(ALOAD_1);
    code.writeByte(PUTFIELD);
    code.writeShort(member(FIELD_REFERENCE, name, FIELD, FUNCTION_TYPE));
    code.writeByte(ALOAD_0);
    code.writeByte(INVOKESPECIAL);
    code.writeShort(member(METHOD_REFERENCE, superclass, "<init>", "()V"));
    code.writeByte(RETURN);
    return bytes.toByteArray();
  }

  private byte[] answer(int position, Class<?> result) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream code = new DataOutputStream(bytes);
    code.writeByte(ALOAD_0);
    code.writeByte(GETFIELD);
    code.writeShort(member(FIELD_REFERENCE, name, FIELD, FUNCTION_TYPE));
    code.writeByte(SIPUSH);
    code.writeShort(position);
    code.writeByte(INVOKEINTERFACE);
    String apply = "(I)Ljava/lang/Object;";
    code.writeShort(member(INTERFACE_METHOD_REFERENCE, FUNCTION, "apply", apply));
    code.writeShort(2 << Byte.SIZE);
    if (result == void.class) {
      code.writeByte(POP);
    } else {
      Class<?> boxed = MethodType.methodType(result).wrap().returnType();
      code.writeByte(CHECKCAST);
      code.writeShort(type(internal(boxed)));
      if (result.isPrimitive()) {
        code.writeByte(INVOKEVIRTUAL);
        String unboxes = "()" + result.descriptorString();
        code.writeShort(member(METHOD_REFERENCE, internal(boxed), result + "Value", unboxes));
      }
    }
    code.writeByte(end(result));
    return bytes.toByteArray();
  }

  private static int end(Class<?> result) {
    if (!result.isPrimitive()) {
      return ARETURN;
    }
    switch (result.descriptorString()) {
      case "V":
        return RETURN;
      case "J":
        return LRETURN;
      case "F":
        return FRETURN;
      case "D":
        return DRETURN;
      default:
        return IRETURN;
    }
  }

  private static int slots(Class<?>[] parameters) {
    int slots = 0;
    for (Class<?> parameter : parameters) {
      slots += parameter == long.class || parameter == double.class ? 2 : 1;
    }
    return slots;
  }

  private static String internal(Class<?> of) {
    return of.getName().replace('.', '/');
  }

  private int text(String text) throws IOException {
    return constant(UTF8 + text, UTF8, out -> out.writeUTF(text));
  }

  private int type(String name) throws IOException {
    int text = text(name);
    return constant(CLASS + name, CLASS, out -> out.writeShort(text));
  }

  private int member(int tag, String owner, String name, String descriptor) throws IOException {
    int nameText = text(name);
    int descriptorText = text(descriptor);
    String of = name + ":" + descriptor;
    int nameAndType =
        constant(
            NAME_AND_TYPE + of,
            NAME_AND_TYPE,
            out -> {
              out.writeShort(nameText);
              out.writeShort(descriptorText);
            });
    int type = type(owner);
    return constant(
        tag + owner + "." + of,
        tag,
        out -> {
          out.writeShort(type);
          out.writeShort(nameAndType);
        });
  }

  private interface Contents {
    void write(DataOutputStream out) throws IOException;
  }

  /** The position of a constant, which is written when it is wanted for the first time. */
  private int constant(String key, int tag, Contents contents) throws IOException {
    Integer known = positions.get(key);
    if (known != null) {
      return known;
    }
    DataOutputStream out = new DataOutputStream(constants);
    out.writeByte(tag);
    contents.write(out);
    positions.put(key, positions.size() + 1);
    return positions.size();
  }
}
