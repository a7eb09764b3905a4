package org.palus.gradle.engine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * Undoes what Gradle's API jar did to the names of test frameworks.
 *
 * <p>In that jar all libraries have other packages, those included that belong to the project under
 * test: a test worker would look for {@code org.gradle.internal.impldep.org.junit.Test}, which no
 * test has.
 */
final class Relocation {
  private static final String PACKAGE = "org.gradle.internal.impldep.";
  private static final List<String> FRAMEWORKS =
      List.of("org.junit", "junit", "org.testng", "org.opentest4j");

  private Relocation() {}

  /** The class file with names of test frameworks as they were; the same array when it has none. */
  static byte[] undo(byte[] classFile) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(classFile.length);
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeLong(in.readLong()); // magic and version
    int count = in.readUnsignedShort();
    out.writeShort(count);
    boolean changed = false;
    // The constant pool, JVMS 4.4: names and descriptors are in it and nowhere else.
    for (int index = 1; index < count; index++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      if (tag == 1) {
        String text = in.readUTF();
        String original = original(text);
        changed |= !original.equals(text);
        out.writeUTF(original);
      } else {
        out.write(in.readNBytes(size(tag)));
        if (tag == 5 || tag == 6) {
          index++; // long and double take two entries
        }
      }
    }
    if (!changed) {
      return classFile;
    }
    in.transferTo(out);
    return bytes.toByteArray();
  }

  private static String original(String text) {
    String original = text;
    for (String framework : FRAMEWORKS) {
      String dotted = PACKAGE + framework;
      original = original.replace(dotted, framework);
      original = original.replace(dotted.replace('.', '/'), framework.replace('.', '/'));
    }
    return original;
  }

  /** Bytes behind the tag, JVMS table 4.4-A. */
  private static int size(int tag) throws IOException {
    return switch (tag) {
      case 7, 8, 16, 19, 20 -> 2;
      case 15 -> 3;
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
      case 5, 6 -> 8;
      default -> throw new IOException("no constant has the tag " + tag);
    };
  }
}
