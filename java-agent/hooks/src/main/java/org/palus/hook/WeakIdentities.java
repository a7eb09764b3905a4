package org.palus.hook;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * Numbers of objects that have no room for one: their classes were loaded before the hooks were
 * there, or copy themselves in code without hooks. Objects are told apart by identity, without
 * keeping them alive and without calling any of their methods.
 *
 * <p>A hash table in stripes. Readers take no lock: an entry that still refers to the object is
 * right whatever happens around it, and a miss is looked up again under the stripe's lock. A weak
 * {@code java.util} map was rejected because it calls the program's own {@code equals} and {@code
 * hashCode}.
 */
final class WeakIdentities {
  private static final int STRIPES = 64;

  /** What an entry takes with its weak reference and its place in the table, in bytes. */
  private static final int ENTRY_BYTES = 72;

  /** All entries together take one in so many bytes of the largest heap. */
  private static final int SHARE = 32;

  /** How many entries a stripe has at most: objects that live all at once are not followed behind. */
  private static final long MOST =
      Math.max(1024, Runtime.getRuntime().maxMemory() / SHARE / ENTRY_BYTES / STRIPES);

  private static final ReferenceQueue<Object> COLLECTED = new ReferenceQueue<>();
  private static final Stripe[] TABLE = stripes();

  /**
   * By the lowest bits of a hash, how many objects have it that are followed, as far as a byte
   * counts: most questions are about objects that are not, a builder that was given up for
   * instance. A place belongs to one stripe.
   */
  private static final byte[] FOLLOWED = new byte[1 << 16];

  /** Whether objects get numbers: not between two recordings of a program that runs. */
  private static volatile boolean isOn = true;

  private WeakIdentities() {}

  /** From now on objects get numbers. */
  static void begin() {
    isOn = true;
  }

  /**
   * Forgets all objects. Methods that go on from before the end of a recording give none a number
   * any more: what they would add nobody would take away.
   */
  static void end() {
    isOn = false;
    for (Stripe stripe : TABLE) {
      stripe.clear();
    }
    for (int place = 0; place < FOLLOWED.length; place++) {
      FOLLOWED[place] = 0;
    }
  }

  /**
   * The object's number if it is followed, something below 1 otherwise. Which objects are followed
   * is drawn by their hash, so that nothing need be kept of the others.
   */
  static long of(Object object, ClassFacts facts) {
    int hash = spread(System.identityHashCode(object));
    long id = TABLE[hash & (STRIPES - 1)].id(object, hash, Tables.classShift(facts.id));
    return id > 0 && Tables.isMuted(id) ? -id : id;
  }

  /** Whether an object can be one that is followed; false is certain. */
  static boolean mayBeFollowed(Object object) {
    return !Headers.hasNoHash(object)
        && FOLLOWED[spread(System.identityHashCode(object)) & FOLLOWED.length - 1] != 0;
  }

  /** One more, or one less. A place that was full stays so. */
  private static void count(int hash, int change) {
    int place = hash & FOLLOWED.length - 1;
    if (FOLLOWED[place] != Byte.MAX_VALUE) {
      FOLLOWED[place] += (byte) change;
    }
  }

  /** The object's number as it is kept, 0 when there is none: nothing is kept for asking. */
  static long known(Object object) {
    int hash = spread(System.identityHashCode(object));
    return TABLE[hash & (STRIPES - 1)].known(object, hash);
  }

  /** Follows an object, unless it was given up. */
  static void add(Object object) {
    int hash = spread(System.identityHashCode(object));
    TABLE[hash & (STRIPES - 1)].idLocked(object, hash);
  }

  /** From now on its number is one below 0. */
  static void giveUp(Object object) {
    int hash = spread(System.identityHashCode(object));
    TABLE[hash & (STRIPES - 1)].giveUp(object, hash);
  }

  /** The number of one more object that was collected, or 0 when there is none just now. */
  static long nextCollected() {
    Reference<?> reference = COLLECTED.poll();
    if (reference == null) {
      return 0;
    }
    Entry entry = (Entry) reference;
    TABLE[entry.hash & (STRIPES - 1)].remove(entry);
    return Math.abs(entry.id);
  }

  private static int spread(int hash) {
    return hash ^ hash >>> 15;
  }

  private static Stripe[] stripes() {
    Stripe[] stripes = new Stripe[STRIPES];
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
    return stripes;
  }

  private static final class Entry extends WeakReference<Object> {
    final int hash;

    /** Below 0 when the object was given up. */
    long id;

    Entry next;

    Entry(Object object, int hash, Entry next) {
      super(object, COLLECTED);
      this.hash = hash;
      this.id = Buffer.ofThisThread().newId();
      this.next = next;
    }
  }

  private static final class Stripe {
    private volatile Entry[] buckets = new Entry[16];

    /** Odd while entries are moved. */
    private volatile int moves;

    private int size;

    long id(Object object, int hash, int shift) {
      Entry[] seen = buckets;
      Entry entry = find(seen[index(hash, seen.length)], object);
      if (entry != null) {
        return entry.id;
      }
      boolean isDrawn = (hash >>> 8 & (1 << shift) - 1) == 0;
      return isDrawn ? idLocked(object, hash) : Identity.NOT_FOLLOWED;
    }

    long known(Object object, int hash) {
      int before = moves;
      Entry[] seen = buckets;
      Entry entry = find(seen[index(hash, seen.length)], object);
      Memory.U.loadFence();
      boolean isSure = entry != null || (before & 1) == 0 && before == moves;
      return isSure ? idOf(entry) : knownLocked(object, hash);
    }

    private synchronized long knownLocked(Object object, int hash) {
      return idOf(find(buckets[index(hash, buckets.length)], object));
    }

    private static long idOf(Entry entry) {
      return entry == null ? 0 : entry.id;
    }

    synchronized void giveUp(Object object, int hash) {
      Entry entry = find(buckets[index(hash, buckets.length)], object);
      if (entry != null && entry.id > 0) {
        entry.id = -entry.id;
        count(hash, -1);
      }
    }

    private synchronized long idLocked(Object object, int hash) {
      Entry[] current = buckets;
      int at = index(hash, current.length);
      Entry entry = find(current[at], object);
      if (entry == null && (!isOn || size >= MOST)) {
        return Identity.NOT_FOLLOWED;
      }
      if (entry == null) {
        entry = new Entry(object, hash, current[at]);
        current[at] = entry;
        size++;
        count(hash, 1);
        if (size > current.length) {
          grow(current);
        }
      }
      return entry.id;
    }

    synchronized void clear() {
      buckets = new Entry[16];
      size = 0;
    }

    synchronized void remove(Entry entry) {
      Entry[] current = buckets;
      int at = index(entry.hash, current.length);
      Entry before = null;
      for (Entry e = current[at]; e != null; e = e.next) {
        if (e == entry) {
          if (before == null) {
            current[at] = e.next;
          } else {
            before.next = e.next;
          }
          size--;
          count(entry.hash, entry.id > 0 ? -1 : 0);
          return;
        }
        before = e;
      }
    }

    /** Moves the entries: a reader under way may miss one and then asks again under the lock. */
    private void grow(Entry[] old) {
      moves++;
      Memory.U.storeFence();
      Entry[] larger = new Entry[old.length * 2];
      for (int i = 0; i < old.length; i++) {
        Entry next;
        for (Entry e = old[i]; e != null; e = next) {
          next = e.next;
          int at = index(e.hash, larger.length);
          e.next = larger[at];
          larger[at] = e;
        }
      }
      buckets = larger;
      moves++;
    }

    private static Entry find(Entry chain, Object object) {
      for (Entry e = chain; e != null; e = e.next) {
        if (e.get() == object) {
          return e;
        }
      }
      return null;
    }

    /** The low six bits chose the stripe. */
    private static int index(int hash, int length) {
      return hash >>> 6 & (length - 1);
    }
  }
}
