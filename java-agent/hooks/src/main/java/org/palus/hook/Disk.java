package org.palus.hook;

import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Counts what a sequence writes to files, by the methods of the JDK, and refuses what is too much.
 * A count is the same on every run, and it knows who wrote; the supervisor, who measures the
 * directory, knows only who runs when it looks.
 */
public final class Disk {
  /**
   * What one sequence may write, in bytes: what needs more is not worth a test. All sequences of a
   * batch together stay below what the supervisor lets a worker have.
   */
  private static final long MOST = 4L << 20;

  /** What a file takes that is empty. */
  private static final int BLOCK = 4096;

  /** As open(2) has it. */
  private static final int O_CREAT = 0x40;

  /** As {@code RandomAccessFile} has it. */
  private static final int READ_ONLY = 1;

  private static long written;

  private Disk() {}

  /** Nothing is written yet, by the sequence that begins or by who tidies up behind one. */
  public static void begin() {
    written = 0;
  }

  /** First thing where the JDK writes so many bytes to a file, or last where it says how many. */
  public static void writes(long bytes) {
    if (bytes > 0 && Guard.watches()) {
      written += bytes;
      if (written > MOST) {
        Guard.memory();
        throw RefusedAttempt.INSTANCE;
      }
    }
  }

  /** The same for some bytes of an array. */
  public static void writes(int bytes) {
    writes((long) bytes);
  }

  /** The same for a single byte. */
  public static void writes() {
    writes(1L);
  }

  /** The same for an array. */
  public static void writes(byte[] bytes) {
    if (bytes != null) {
      writes((long) bytes.length);
    }
  }

  /** The same for a text. */
  public static void writes(String text) {
    if (text != null) {
      writes(2L * text.length());
    }
  }

  /** The same for what a buffer holds. */
  public static void writes(ByteBuffer buffer) {
    if (buffer != null) {
      writes((long) buffer.remaining());
    }
  }

  /** The same for what several hold. */
  public static void writes(ByteBuffer[] buffers) {
    if (buffers != null) {
      for (ByteBuffer buffer : buffers) {
        writes(buffer);
      }
    }
  }

  /** The same for a file that is copied. */
  public static void copies(Path file) {
    if (Guard.watches()) {
      writes(new File(file.toString()).length());
    }
  }

  /** First thing where the JDK makes a file or a link. */
  public static void makes() {
    writes((long) BLOCK);
  }

  /** First thing where a file is opened, with the flags of open(2). */
  public static void opens(int flags) {
    if ((flags & O_CREAT) != 0) {
      makes();
    }
  }

  /** First thing where a {@code RandomAccessFile} is opened. */
  public static void accesses(int mode) {
    if ((mode & READ_ONLY) == 0) {
      makes();
    }
  }
}
