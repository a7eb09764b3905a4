package org.palus.worker;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads a program number by number; its grammar is in {@link Interpreter}. */
final class Program {
  static final int CALL = 0;
  static final int ARRAY = 1;
  static final int FIELD = 2;
  static final int FAKE = 3;

  private final ByteBuffer code;
  private int at;

  Program(ByteBuffer code) {
    this.code = code.order(ByteOrder.LITTLE_ENDIAN);
  }

  int next() {
    int value = code.getInt(at);
    at += Integer.BYTES;
    return value;
  }

  /** Passes over one statement. */
  void skipStatement() {
    int op = next();
    next();
    if (op != FIELD) {
      int operands = next();
      at += Integer.BYTES * operands;
    }
  }

  /** How many statements a program has in all its sequences. */
  static int statements(ByteBuffer code) {
    Program program = new Program(code);
    int all = 0;
    for (int sequences = program.next(); sequences > 0; sequences--) {
      int statements = program.next();
      all += statements;
      for (int i = 0; i < statements; i++) {
        program.skipStatement();
      }
    }
    return all;
  }
}
