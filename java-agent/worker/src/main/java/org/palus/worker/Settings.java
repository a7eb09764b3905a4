package org.palus.worker;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Logger;

/**
 * Settings of the JDK that hold for the whole virtual machine, as they were when this was made:
 * each is read again after every sequence. Values are compared by identity, for the program may
 * have written their {@code equals}.
 */
final class Settings {
  /** Kept, or the log manager would forget what it was set to. */
  private final Logger log = Logger.getLogger("");

  private final List<Setting<?>> all = new ArrayList<>();
  private final Handler[] handlers = log.getHandlers();

  Settings(Thread worker) {
    add(ProxySelector::getDefault, ProxySelector::setDefault);
    add(Authenticator::getDefault, Authenticator::setDefault);
    add(CookieHandler::getDefault, CookieHandler::setDefault);
    add(ResponseCache::getDefault, ResponseCache::setDefault);
    add(HttpURLConnection::getFollowRedirects, HttpURLConnection::setFollowRedirects);
    add(
        URLConnection::getDefaultAllowUserInteraction,
        URLConnection::setDefaultAllowUserInteraction);
    add(Thread::getDefaultUncaughtExceptionHandler, Thread::setDefaultUncaughtExceptionHandler);
    ThreadGroup group = worker.getThreadGroup();
    add(group::getMaxPriority, group::setMaxPriority);
    // Without a category a locale sets both of them, so it is the first to be put back.
    add(Locale::getDefault, Locale::setDefault);
    for (Locale.Category category : Locale.Category.values()) {
      add(() -> Locale.getDefault(category), locale -> Locale.setDefault(category, locale));
    }
    add(log::getLevel, log::setLevel);
    add(log::getFilter, log::setFilter);
    for (Handler handler : handlers) {
      add(handler::getLevel, handler::setLevel);
      add(handler::getFilter, handler::setFilter);
      add(handler::getFormatter, handler::setFormatter);
    }
  }

  private <T> void add(Supplier<T> reader, Consumer<T> writer) {
    all.add(new Setting<>(reader, writer));
  }

  /** Whether there was anything to put back. */
  boolean restore() {
    boolean changed = restoreHandlers();
    for (Setting<?> setting : all) {
      changed |= setting.restore();
    }
    return changed;
  }

  private boolean restoreHandlers() {
    Handler[] now = log.getHandlers();
    boolean same = now.length == handlers.length;
    for (int i = 0; same && i < now.length; i++) {
      same = now[i] == handlers[i];
    }
    if (same) {
      return false;
    }
    for (Handler handler : now) {
      log.removeHandler(handler);
    }
    for (Handler handler : handlers) {
      log.addHandler(handler);
    }
    return true;
  }

  /** One of them, and how it was. */
  private static final class Setting<T> {
    private final Supplier<T> reader;
    private final Consumer<T> writer;
    private final T value;

    Setting(Supplier<T> reader, Consumer<T> writer) {
      this.reader = reader;
      this.writer = writer;
      value = reader.get();
    }

    boolean restore() {
      // Small numbers and truth values have one box each.
      if (reader.get() == value) {
        return false;
      }
      writer.accept(value);
      return true;
    }
  }
}
