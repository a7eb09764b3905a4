package org.palus.subject;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import org.palus.hook.Guard;
import org.palus.hook.Probe;
import sun.misc.Unsafe;

/** Called by the interpreter's tests: every kind of member and every way to end. */
class Account {
  static final String BANK = "Palus";

  enum State {
    OPEN,
    CLOSED;

    static {
      Probe.hit(7);
    }
  }

  enum Broken {
    ONE;

    static {
      Probe.hit(9);
      VISITS[VISITS.length]++;
    }
  }

  private static int opened;
  private static final Map<String, Account> LEDGER = new HashMap<>();
  private static final ThreadLocal<String> TELLER = new ThreadLocal<>();
  private static final Account HOUSE = new Account(0);
  private static final int[] VISITS = new int[7];

  private long balance;

  private Account(long balance) {
    this.balance = balance;
  }

  static Account of(long... deposits) {
    Account account = new Account(0);
    for (long deposit : deposits) {
      account.add(deposit);
    }
    return account;
  }

  void add(long amount) {
    Probe.hit(3);
    if (amount < 0) {
      Probe.hit(5);
      throw new IllegalArgumentException("negative: " + amount);
    }
    balance += amount;
  }

  long balance() {
    return balance;
  }

  String name(String prefix) {
    return prefix + balance;
  }

  State state(State state) {
    return state;
  }

  static Object apply(java.util.function.Function<Object, Object> function, Object to) {
    return function.andThen(result -> result).apply(to);
  }

  static Object self(Object o) {
    return o;
  }

  static void open() {
    opened++;
  }

  static void book(String name) {
    LEDGER.put(name, new Account(0));
  }

  static void credit(String name) {
    LEDGER.get(name).add(1);
  }

  static void serve(String teller) {
    TELLER.set(teller);
  }

  static void endow(long amount) {
    HOUSE.add(amount);
  }

  static void visit() {
    VISITS[6]++;
  }

  static void loop() {
    try {
      while (true) {
        Probe.hit(7);
      }
    } catch (Throwable swallowed) {
      // as careless code does
    }
  }

  static void quit() {
    try {
      Guard.exit(1);
    } catch (Throwable wrapped) {
      throw new IllegalStateException(wrapped);
    }
  }

  static int recurse(int n) {
    return recurse(n + 1) + 1;
  }

  /** A string that no constructor made, as some libraries allocate objects. */
  static String hollow() throws ReflectiveOperationException {
    Field unsafe = Unsafe.class.getDeclaredField("theUnsafe");
    unsafe.setAccessible(true);
    return (String) ((Unsafe) unsafe.get(null)).allocateInstance(String.class);
  }

  static void disturb() {
    Thread.currentThread().interrupt();
    Thread.currentThread().setContextClassLoader(null);
    System.setOut(null);
  }

  /** Whom an account asks; nobody implements it. */
  interface Rates extends Named<Integer> {
    long of(String text);

    String name();

    void stop() throws InterruptedException;

    default long twice(String text) {
      return 2 * of(text);
    }
  }

  /** Has a method that its heir sees with another type. */
  interface Named<T> {
    String of(T number);
  }

  static String ask(Rates rates) throws InterruptedException {
    rates.stop();
    return rates.twice("a") + rates.name() + rates.of(1);
  }

  static String askAgain(Rates rates) {
    return rates.of("a") + " " + rates.of("b") + " " + rates.of("c");
  }

  static String askTwo(Rates rates) {
    return rates.of("gold") + " " + rates.of("b");
  }

  static void askForEver(Rates rates) {
    boolean goesOn = true;
    while (goesOn) {
      goesOn = rates.of("a") == 5;
    }
  }

  /** What an account costs; nobody extends it. */
  abstract static class Tariff implements Named<Long> {
    private final String label;

    Tariff() {
      if (basis() < 0) {
        throw new IllegalStateException("nothing is based on less than nothing");
      }
      label = name('a') + basis();
    }

    protected abstract int basis();

    abstract String name(char first);

    abstract double[] steps(long from, double by, boolean isOpen) throws InterruptedException;

    String label() {
      return label;
    }

    @Override
    public String toString() {
      return "tariff";
    }
  }

  static String price(Tariff tariff) throws InterruptedException {
    return tariff.label() + tariff.steps(1, 2, true) + tariff.of(3L) + tariff;
  }
}
