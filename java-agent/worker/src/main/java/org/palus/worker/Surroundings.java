package org.palus.worker;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TimeZone;
import java.util.function.BiConsumer;

/** What a sequence may leave changed for those after it, put back. */
final class Surroundings {
  private final Thread thread = Thread.currentThread();
  private final String name = thread.getName();
  private final int priority = thread.getPriority();
  private ClassLoader loader = thread.getContextClassLoader();
  private final InputStream in = System.in;
  private final Unclosable out = new Unclosable();
  private final Unclosable err = new Unclosable();

  /** Before the properties are taken: finding out the zone sets one. */
  private final TimeZone zone = TimeZone.getDefault();

  private final Properties properties = System.getProperties();
  private final Properties values = (Properties) properties.clone();
  private final Listing listing = new Listing(properties);
  private final Settings settings = new Settings(thread);

  /** Also swallows from now on what is printed. */
  Surroundings() {
    System.setOut(out);
    System.setErr(err);
  }

  /** Has that loader in its place from now on. */
  void enter(ClassLoader loader) {
    this.loader = loader;
    thread.setContextClassLoader(loader);
  }

  /** Whether there was anything to put back. */
  boolean restore() {
    boolean changed = Thread.interrupted();
    changed |= restoreThread();
    changed |= restoreHandler();
    changed |= restoreStreams();
    changed |= restoreProperties();
    changed |= restoreZone();
    changed |= settings.restore();
    return changed;
  }

  /** Whether anything was printed since this was last asked. */
  boolean hasPrinted() {
    return out.hasPrinted() | err.hasPrinted();
  }

  private boolean restoreThread() {
    boolean changed = false;
    if (thread.getContextClassLoader() != loader) {
      thread.setContextClassLoader(loader);
      changed = true;
    }
    if (thread.getPriority() != priority) {
      thread.setPriority(priority);
      changed = true;
    }
    if (!thread.getName().equals(name)) {
      thread.setName(name);
      changed = true;
    }
    return changed;
  }

  private boolean restoreHandler() {
    boolean changed = false;
    if (thread.getUncaughtExceptionHandler() != thread.getThreadGroup()) {
      thread.setUncaughtExceptionHandler(null);
      changed = true;
    }
    return changed;
  }

  private boolean restoreStreams() {
    boolean changed = out.reopen() | err.reopen();
    if (System.in != in) {
      System.setIn(in);
      changed = true;
    }
    if (System.out != out) {
      System.setOut(out);
      changed = true;
    }
    if (System.err != err) {
      System.setErr(err);
      changed = true;
    }
    return changed;
  }

  private boolean restoreProperties() {
    boolean changed = System.getProperties() != properties;
    if (changed) {
      System.setProperties(properties);
    }
    if (!listing.isOf(properties)) {
      if (!properties.equals(values)) {
        properties.clear();
        properties.putAll(values);
        changed = true;
      }
      listing.take(properties);
    }
    return changed;
  }

  private boolean restoreZone() {
    boolean changed = !TimeZone.getDefault().equals(zone);
    if (changed) {
      TimeZone.setDefault(zone);
    }
    return changed;
  }

  /**
   * The very keys and values of a table, in its order. To look through them costs a sixth of what
   * comparing two tables does, and is done after every sequence.
   */
  private static final class Listing implements BiConsumer<Object, Object> {
    private Object[] listed;
    private int at;
    private boolean isSame;

    Listing(Properties table) {
      take(table);
    }

    void take(Properties table) {
      List<Object> all = new ArrayList<>();
      table.forEach(
          (key, value) -> {
            all.add(key);
            all.add(value);
          });
      listed = all.toArray();
    }

    /** False also for equal values that are other objects. */
    boolean isOf(Properties table) {
      at = 0;
      isSame = true;
      table.forEach(this);
      return isSame && at == listed.length;
    }

    @Override
    public void accept(Object key, Object value) {
      isSame &= at < listed.length && listed[at] == key && listed[at + 1] == value;
      at += 2;
    }
  }

  /** Leads nowhere, and stays open for the next sequence. */
  private static final class Unclosable extends PrintStream {
    private final Sink sink;
    private boolean isClosed;

    Unclosable() {
      this(new Sink());
    }

    private Unclosable(Sink sink) {
      super(sink);
      this.sink = sink;
    }

    boolean hasPrinted() {
      boolean had = sink.isWet;
      sink.isWet = false;
      return had;
    }

    @Override
    public void close() {
      isClosed = true;
    }

    /** Whether somebody closed it. */
    boolean reopen() {
      boolean wasClosed = isClosed;
      isClosed = false;
      return wasClosed;
    }
  }

  /** Takes everything and remembers that there was something. */
  private static final class Sink extends OutputStream {
    private boolean isWet;

    @Override
    public void write(int b) {
      isWet = true;
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      isWet |= count > 0;
    }
  }
}
