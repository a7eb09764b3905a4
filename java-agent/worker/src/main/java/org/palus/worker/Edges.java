package org.palus.worker;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.palus.hook.Probe;

/** Writes which edges each sequence touched: a count and the ids, as i32. */
final class Edges {
  private final ByteBuffer out;
  private int at;

  Edges(ByteBuffer out) {
    this.out = out.order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Whether the edges touched now fit; the first sequence's are cut when they do not. */
  boolean hasRoom() {
    return at == 0 || at + Integer.BYTES * (1 + Probe.touchedCount()) <= out.capacity();
  }

  /** Writes the edges touched now and forgets them. */
  void take() {
    int room = (out.capacity() - at) / Integer.BYTES - 1;
    int count = Math.min(Probe.touchedCount(), room);
    out.putInt(at, count);
    for (int i = 0; i < count; i++) {
      out.putInt(at + Integer.BYTES * (1 + i), Probe.touchedEdge(i));
    }
    at += Integer.BYTES * (1 + count);
    Probe.clear();
  }
}
