package org.palus.enumerate;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Tells the structures of a scope, and when it is enough. */
final class Results {
  /** Time is asked for once in so many runs. */
  private static final int PATIENCE = 64;

  private static final long TELL_NANOS = 500_000_000;

  private final PrintStream out;
  private final Wanted wanted;
  private final long began = System.nanoTime();
  private final Set<String> shapes = new HashSet<>();

  /** By pair the size of the smallest structure that has it. */
  private final Map<Long, Integer> smallest = new HashMap<>();

  /** By size: accepted structures, and those that differ in more than numbers. */
  private final Map<Integer, long[]> counts = new HashMap<>();

  private final int[] sizes;
  private long told = began;
  private long runs;
  private long added;
  private boolean isOver;
  private String ending = "done";

  /** {@code fields} is how many there are. */
  Results(PrintStream out, Wanted wanted, int fields) {
    this.out = out;
    this.wanted = wanted;
    sizes = new int[fields];
  }

  /** Counts a run, whose answer is given back. */
  boolean ran(boolean isAccepted) {
    if (++runs % PATIENCE == 0) {
      long now = System.nanoTime();
      if (wanted.seconds >= 0 && now - began > wanted.seconds * 1e9) {
        end("time");
      }
      if (wanted.millis >= 0 && now - began > wanted.millis * 1e6) {
        end("predicted");
      }
      if (now - told > TELL_NANOS) {
        told = now;
        tell("runs", runs);
        out.flush();
      }
    }
    return isAccepted;
  }

  /** Whether nothing more is wanted. */
  boolean isOver() {
    return isOver;
  }

  /** Nothing more is wanted, for this reason. */
  void end(String reason) {
    isOver = true;
    ending = reason;
  }

  /** Takes a structure; {@code mayRepeat} when an earlier one may differ in numbers alone. */
  void found(Structure structure, boolean mayRepeat) {
    int size = structure.cells.size();
    long[] count = counts.computeIfAbsent(size, unknown -> new long[2]);
    count[0]++;
    if (mayRepeat && !shapes.add(structure.shape)) {
      return;
    }
    count[1]++;
    StringBuilder pairs = new StringBuilder();
    for (long pair : structure.pairs) {
      Integer known = smallest.get(pair);
      if (known == null) {
        sizes[(int) (pair >> 48)]++;
        pairs.append(pairs.length() == 0 ? "" : " ").append(Structure.pair(pair));
      }
      if (known == null || known > size) {
        smallest.put(pair, size);
      }
    }
    boolean isNew = pairs.length() > 0;
    if (isNew) {
      added++;
    }
    if (isNew || wanted.isAll) {
      double millis = (System.nanoTime() - began) / 1e6;
      tell("input", size, millis, pairs, structure.text());
    }
    if (isNew && wanted.isReached(sizes)) {
      end("predicted");
    }
  }

  /** All structures up to that size are found. */
  void sizeIsDone(int size) {
    tell("complete", size, added, runs, (System.nanoTime() - began) / 1e6);
  }

  /** The end, with the figures of each size; {@code left} beginnings were not followed. */
  void finish(Trial trial, long left) {
    for (Map.Entry<Integer, long[]> count : counts.entrySet()) {
      tell("size", count.getKey(), count.getValue()[0], count.getValue()[1]);
    }
    for (Map.Entry<Long, Integer> pair : smallest.entrySet()) {
      tell("pair", Structure.pair(pair.getKey()), pair.getValue());
    }
    for (Map.Entry<String, Long> odd : trial.odd().entrySet()) {
      tell("odd", odd.getKey(), odd.getValue());
    }
    tell("end", ending, runs, (System.nanoTime() - began) / 1e6, left);
    out.flush();
  }

  private void tell(Object... columns) {
    StringBuilder line = new StringBuilder();
    for (Object column : columns) {
      line.append(line.length() == 0 ? "" : "\t").append(column);
    }
    out.println(line);
  }
}
