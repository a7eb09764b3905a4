package org.palus.hook;

import jdk.internal.vm.annotation.DontInline;

/**
 * Writes events as 32-byte little-endian records.
 *
 * <pre>
 * +0 u8 kind  +1 u8 tag  +2 u16 position  +4 u32 depth  +8 u32 method  +12 u32 class
 * +16 u64 value  +24 u64 extra
 *
 * kind 1 ENTER  method, depth; tag, class, value: the receiver (NONE static, UNINIT constructor)
 *      2 ARG    position 1..n and depth of the ENTER that it directly follows; tag, class, value
 *      3 INIT   a constructor's object became initialised: method, depth, class, value (its id;
 *             0 when it is not followed, as everywhere)
 *      4 EXIT   method, depth; tag, class, value: the result (NONE void; a constructor's object)
 *      5 THROW  method, depth; class and id of the throwable
 *      6 CAUGHT a constructor goes on in a handler before its super call: method, depth
 *      7 DEAD   value: id of an object that was collected
 *      8 TEST   a test starts (position 1) or ends (position 0): method
 *      9 ASKED  a call of a collaborator returned: method; an ARG follows for each argument, and one
 *             of position 0 for the answer
 * </pre>
 *
 * <p>The tags are in {@link Tags}; texts follow their record in whole 32-byte slots. A record is
 * published only when it is complete, so an error inside (no stack left, no memory) loses one
 * record and damages none.
 */
final class Records {
  static final int ENTER = 1;
  static final int ARG = 2;
  static final int INIT = 3;
  static final int EXIT = 4;
  static final int THROW = 5;
  static final int CAUGHT = 6;
  static final int DEAD = 7;
  static final int TEST = 8;
  static final int ASKED = 9;

  /** UTF-16 units of a text that are kept at most: what is passed to a parser is seldom longer. */
  static final int TEXT_LIMIT = 4096;

  /** The same of a text that is one of many: all of them must fit into one buffer. */
  static final int ELEMENT_TEXT_LIMIT = 256;

  static final int SIZE = 32;
  private static final int UNITS_PER_SLOT = 16;

  private Records() {}

  /** A value without text. {@code position} is 0 but for arguments and tests. */
  static void write(
      Buffer buffer,
      int kind,
      int tag,
      int position,
      int depth,
      int method,
      int type,
      long value,
      long extra) {
    long at = buffer.room(SIZE);
    put(at, kind, tag, position, depth, method, type, value, extra);
    buffer.publish(at + SIZE);
  }

  /** A primitive argument. */
  @DontInline
  static void writeArgument(int position, int tag, long bits, int depth) {
    try {
      write(Buffer.ofThisThread(), ARG, tag, position, depth, 0, 0, bits, 0);
    } catch (VirtualMachineError full) {
      Faults.lost++;
    } catch (Throwable fault) {
      Faults.stop(fault);
    }
  }

  /** Bytes of a record with so many units of a text. */
  static int sizeWith(int kept) {
    return SIZE * (1 + slots(kept));
  }

  private static int slots(int kept) {
    return (kept + UNITS_PER_SLOT - 1) / UNITS_PER_SLOT;
  }

  /**
   * Writes a value with text where there is room for it: {@code extra} is the number of units kept.
   *
   * @param kept how many that are
   * @return the address behind it
   */
  static long putText(
      long at,
      int kind,
      int tag,
      int position,
      int depth,
      int method,
      int type,
      long value,
      String text,
      int kept) {
    put(at, kind, tag, position, depth, method, type, value, kept);
    putUnits(at + SIZE, text, kept, slots(kept) * UNITS_PER_SLOT);
    return at + sizeWith(kept);
  }

  /** Writes a record where there is room for it. */
  static void put(
      long at,
      int kind,
      int tag,
      int position,
      int depth,
      int method,
      int type,
      long value,
      long extra) {
    long head = kind | tag << 8 | (long) (position & 0xFFFF) << 16 | (long) depth << 32;
    Memory.U.putLong(at, head);
    Memory.U.putLong(at + 8, method & 0xFFFFFFFFL | (long) type << 32);
    Memory.U.putLong(at + 16, value);
    Memory.U.putLong(at + 24, extra);
  }

  /** Four units a time; {@code padded} is a multiple of four, what lies behind the text is zero. */
  private static void putUnits(long at, String text, int kept, int padded) {
    for (int i = 0; i < padded; i += 4) {
      long units = 0;
      for (int j = 0; j < 4 && i + j < kept; j++) {
        units |= (long) text.charAt(i + j) << (16 * j);
      }
      Memory.U.putLong(at + 2L * i, units);
    }
  }
}
