package org.palus.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class InterpreterTest {
  private static final int QUICK = 0;
  private static final int FULL = 1;
  private static final int COVERAGE = 2;
  private static final int PAST_THROWS = 8;
  private static final int EQUALITY = 16;
  private static final int ON_USED_THREAD = 32;
  private static final int PROFILES = 256;
  private static final int FUEL = 1000;
  private static final int LAMBDA = 100;
  private static final int LONG = 7;
  private static final int INT = 6;
  private static final int STRING = 18;

  private final Engine engine;
  private final int create;
  private final int add;
  private final int balance;
  private final int five;
  private final int minusOne;
  private final int minusOneLong;

  InterpreterTest() throws Exception {
    engine = new Engine();
    create = engine.method(0, "<init>", "(J)V");
    add = engine.method(2, "add", "(J)V");
    balance = engine.method(2, "balance", "()J");
    five = engine.literal(LONG, 5, null, 0);
    minusOne = engine.literal(6, -1, null, 0);
    minusOneLong = engine.literal(LONG, -1, null, 0);
  }

  private void check(List<String> outcomes, String... expected) {
    assertEquals(List.of(expected), outcomes);
  }

  private List<Integer> changed(int[] sequence) throws Exception {
    return engine.changedStatics(ON_USED_THREAD, sequence);
  }

  /** Without the names of proxies, which are numbered. */
  private static List<String> unnamed(List<String> outcomes) {
    return outcomes.stream().map(text -> text.replaceAll("org\\S+Proxy\\d+", "a proxy")).toList();
  }

  private int[] sequence(int... numbers) {
    return numbers;
  }

  @Test
  void privateMembersAreCalledAndResultsPassedOn() throws Exception {
    check(
        engine.run(
            QUICK, FUEL, sequence(3, 0, create, 1, five, 0, add, 2, 0, five, 0, balance, 1, 0)),
        "returned tag 21 org.palus.subject.Account bits 0",
        "returned tag 0 bits 0",
        "returned tag 7 bits 10");
  }

  @Test
  void anObjectHasTheProfileThatItHasInTheEnd() throws Exception {
    // The balance: superclasses up, tag, mask, lowest bit, name.
    engine.layOut("\0" + (char) LONG + (char) 3 + (char) 1 + "balance;");
    int[] deposits = sequence(2, 0, create, 1, minusOneLong, 0, add, 2, 0, five);
    check(
        engine.run(PROFILES, FUEL, deposits),
        "returned tag 21 org.palus.subject.Account bits 5",
        "returned tag 0 bits 0");
    check(
        engine.run(QUICK, FUEL, deposits),
        "returned tag 21 org.palus.subject.Account bits 0",
        "returned tag 0 bits 0");
  }

  @Test
  void whatChangesAStaticFieldChangesItsWordAndNoOther() throws Exception {
    int open = engine.method(1, "open", "()V");
    int book = engine.method(1, "book", "(Ljava/lang/String;)V");
    int credit = engine.method(1, "credit", "(Ljava/lang/String;)V");
    int serve = engine.method(1, "serve", "(Ljava/lang/String;)V");
    int text = engine.literal(STRING, 0, "given", 0);
    int endow = engine.method(1, "endow", "(J)V");
    int visit = engine.method(1, "visit", "()V");
    assertEquals(5, engine.call("watchStatics", "org.palus.subject.Account"));
    assertEquals(List.of(), changed(sequence(1, 0, create, 1, five)));
    assertEquals(List.of(0), changed(sequence(1, 0, open, 0)));
    assertEquals(List.of(1), changed(sequence(1, 0, book, 1, text)));
    assertEquals(List.of(1), changed(sequence(1, 0, credit, 1, text)));
    assertEquals(List.of(2), changed(sequence(1, 0, serve, 1, text)));
    assertEquals(List.of(), changed(sequence(1, 0, serve, 1, text)));
    assertEquals(List.of(3), changed(sequence(1, 0, endow, 1, five)));
    assertEquals(List.of(4), changed(sequence(1, 0, visit, 0)));
  }

  @Test
  void aSequenceRunsAsOnANewThreadUnlessItIsToFindAUsedOne() throws Exception {
    int serve = engine.method(1, "serve", "(Ljava/lang/String;)V");
    int text = engine.literal(STRING, 0, "given", 0);
    assertEquals(5, engine.call("watchStatics", "org.palus.subject.Account"));
    int[] serving = sequence(1, 0, serve, 1, text);
    int[] other = sequence(1, 0, create, 1, five);
    assertEquals(List.of(2), changed(serving));
    assertEquals(List.of(), changed(other));
    assertEquals(List.of(2), engine.changedStatics(QUICK, other));
  }

  @Test
  void aSequenceWhoseLastObjectsEqualEarlierOnesSaysSo() throws Exception {
    int self = engine.method(1, "self", "(Ljava/lang/Object;)Ljava/lang/Object;");
    int name = engine.method(2, "name", "(Ljava/lang/String;)Ljava/lang/String;");
    int text = engine.literal(STRING, 0, "given", 0);
    int[] sameText = sequence(1, 0, self, 1, text);
    // The text equals an earlier one, the account on which it was asked equals itself alone.
    int[] sameName = sequence(2, 0, create, 1, five, 0, name, 2, 0, text);
    check(
        engine.run(EQUALITY, FUEL, sameText, sameText, sameName, sameName),
        "returned tag 18 bits 5",
        "equals earlier: returned tag 18 bits 5",
        "returned tag 21 org.palus.subject.Account bits 0",
        "returned tag 18 bits 6",
        "returned tag 21 org.palus.subject.Account bits 0",
        "returned tag 18 bits 6");
  }

  @Test
  void aValueThatCannotBeReadEndsItsSequenceOnly() throws Exception {
    int hollow = engine.method(1, "hollow", "()Ljava/lang/String;");
    check(
        engine.run(QUICK, FUEL, sequence(1, 0, hollow, 0), sequence(1, 0, create, 1, five)),
        "not runnable tag 0 bits 0",
        "returned tag 21 org.palus.subject.Account bits 0");
  }

  @Test
  void anIntIsWidenedToALongAndASequenceEndsWhereItThrows() throws Exception {
    check(
        engine.run(
            FULL, FUEL, sequence(3, 0, create, 1, five, 0, add, 2, 0, minusOne, 0, balance, 1, 0)),
        "returned tag 21 org.palus.subject.Account bits 0",
        "threw tag 21 java.lang.IllegalArgumentException bits 0 negative: -1",
        "not run tag 0 bits 0");
  }

  @Test
  void whereAskedForASequenceGoesOnBehindWhatThrew() throws Exception {
    check(
        engine.run(
            PAST_THROWS,
            FUEL,
            sequence(3, 0, create, 1, five, 0, add, 2, 0, minusOne, 0, balance, 1, 0)),
        "returned tag 21 org.palus.subject.Account bits 0",
        "threw tag 21 java.lang.IllegalArgumentException bits 0",
        "returned tag 7 bits 5");
  }

  @Test
  void aLambdaReturnsAValueOrWhatItIsGiven() throws Exception {
    engine.call("defineType", 0, "java.util.function.Function");
    String descriptor = "(Ljava/util/function/Function;Ljava/lang/Object;)Ljava/lang/Object;";
    int apply = engine.method(1, "apply", descriptor);
    int text = engine.literal(STRING, 0, "given", 0);
    int constant = engine.literal(LAMBDA, ~five, null, 0);
    int identity = engine.literal(LAMBDA, -2, null, 0);
    check(
        engine.run(
            FULL, FUEL, sequence(2, 0, apply, 2, constant, text, 0, apply, 2, identity, text)),
        "returned tag 15 bits 5",
        "returned tag 18 bits 5 given");
  }

  /** A static method that asks an object of an interface, which is the type 0. */
  private int askingRates(String name, String result) throws Exception {
    engine.call("defineType", 0, "org.palus.subject.Account$Rates");
    return engine.method(1, name, "(Lorg/palus/subject/Account$Rates;)" + result);
  }

  @Test
  void aFakeAnswersAsItIsToldAndOtherwiseWithThePlainest() throws Exception {
    final int ask = askingRates("ask", "Ljava/lang/String;");
    final int text = engine.literal(STRING, 0, "given", 0);
    String of = "+of(Ljava/lang/String;)J";
    engine.call("defineFake", 0, 0, of);
    engine.call("defineFake", 1, 0, of + "\n+of(Ljava/lang/Object;)Ljava/lang/String;");
    engine.call("defineFake", 2, 0, "");
    check(
        unnamed(engine.run(FULL, FUEL, sequence(2, 3, 0, 1, five, 0, ask, 1, 0))),
        "returned tag 21 a proxy bits 0",
        "returned tag 18 bits 10 10nullnull");
    check(
        unnamed(engine.run(FULL, FUEL, sequence(2, 3, 1, 2, five, text, 0, ask, 1, 0))),
        "returned tag 21 a proxy bits 0",
        "returned tag 18 bits 11 10nullgiven");
    check(
        unnamed(engine.run(FULL, FUEL, sequence(2, 3, 2, 0, 0, ask, 1, 0))),
        "returned tag 21 a proxy bits 0",
        "returned tag 18 bits 9 0nullnull");
    check(engine.run(FULL, FUEL, sequence(1, 3, 0, 1, text)), "not runnable tag 0 bits 0");
  }

  @Test
  void aFakeAnswersItsFirstCallByTheFirstOfTwoAnswers() throws Exception {
    final int ask = askingRates("askAgain", "Ljava/lang/String;");
    final int six = engine.literal(LONG, 6, null, 0);
    String of = "+of(Ljava/lang/String;)J";
    engine.call("defineFake", 0, 0, of + "\n" + of);
    int[] twoFakes = sequence(4, 3, 0, 2, five, six, 0, ask, 1, 0, 3, 0, 2, six, five, 0, ask, 1, 2);
    check(
        unnamed(engine.run(FULL, FUEL, twoFakes)),
        "returned tag 21 a proxy bits 0",
        "returned tag 18 bits 5 5 6 6",
        "returned tag 21 a proxy bits 0",
        "returned tag 18 bits 5 6 5 5");
  }

  @Test
  void aFakeAnswersByTheQuestionAndOtherwiseAsItAlwaysDoes() throws Exception {
    final int ask = askingRates("askTwo", "Ljava/lang/String;");
    final int six = engine.literal(LONG, 6, null, 0);
    final int gold = engine.literal(STRING, 0, "gold", 0);
    String of = "+of(Ljava/lang/String;)J";
    engine.call("defineFake", 0, 0, of + " " + ~gold + "\n" + of);
    engine.call("defineFake", 1, 0, of + " " + ~gold);
    check(
        unnamed(engine.run(FULL, FUEL, sequence(2, 3, 0, 2, five, six, 0, ask, 1, 0))),
        "returned tag 21 a proxy bits 0",
        "returned tag 18 bits 3 5 6");
    check(
        unnamed(engine.run(FULL, FUEL, sequence(2, 3, 1, 1, five, 0, ask, 1, 0))),
        "returned tag 21 a proxy bits 0",
        "returned tag 18 bits 3 5 0");
  }

  @Test
  void whoAsksAFakeForEverIsEnded() throws Exception {
    int ask = askingRates("askForEver", "V");
    engine.call("defineFake", 0, 0, "+of(Ljava/lang/String;)J");
    check(
        unnamed(engine.run(FULL, FUEL, sequence(2, 3, 0, 1, five, 0, ask, 1, 0))),
        "returned tag 21 a proxy bits 0",
        "out of fuel tag 0 bits 0");
  }

  @Test
  void aFakeThrowsWhereThatIsItsAnswer() throws Exception {
    int ask = askingRates("ask", "Ljava/lang/String;");
    engine.call("defineMethod", 99, "java.lang.InterruptedException", "<init>", "()V", 0);
    engine.call("defineFake", 0, 0, "-stop()V");
    check(
        unnamed(engine.run(QUICK, FUEL, sequence(3, 0, 99, 0, 3, 0, 1, 0, 0, ask, 1, 1))),
        "returned tag 21 java.lang.InterruptedException bits 0",
        "returned tag 21 a proxy bits 0",
        "threw tag 21 java.lang.InterruptedException bits 0");
  }

  /** A static method that asks an object of an abstract class, which is the type 0. */
  private int askingTariff() throws Exception {
    engine.call("defineType", 0, "org.palus.subject.Account$Tariff");
    return engine.method(1, "price", "(Lorg/palus/subject/Account$Tariff;)Ljava/lang/String;");
  }

  @Test
  void aFakeOfAnAbstractClassAnswersItsConstructorToo() throws Exception {
    final int ask = askingTariff();
    final int text = engine.literal(STRING, 0, "given", 0);
    final int one = engine.literal(INT, 1, null, 0);
    final int two = engine.literal(INT, 2, null, 0);
    String basis = "+basis()I";
    engine.call("defineFake", 0, 0, "");
    engine.call("defineFake", 1, 0, basis + "\n" + basis + "\n+name(C)Ljava/lang/String;");
    engine.call("defineFake", 2, 0, "+of(Ljava/lang/Object;)Ljava/lang/String;");
    String made = "returned tag 21 org.palus.subject.Account$Tariff$Fake bits 0";
    check(
        engine.run(FULL, FUEL, sequence(2, 3, 0, 0, 0, ask, 1, 0)),
        made,
        "returned tag 18 bits 19 null0nullnulltariff");
    check(
        engine.run(FULL, FUEL, sequence(2, 3, 1, 3, one, two, text, 0, ask, 1, 0)),
        made,
        "returned tag 18 bits 20 given2nullnulltariff");
    check(
        engine.run(FULL, FUEL, sequence(2, 3, 2, 1, text, 0, ask, 1, 0)),
        made,
        "returned tag 18 bits 20 null0nullgiventariff");
    check(engine.run(FULL, FUEL, sequence(1, 3, 2, 1, one)), "not runnable tag 0 bits 0");
  }

  @Test
  void aFakeWhoseConstructorThrowsIsNone() throws Exception {
    int ask = askingTariff();
    int less = engine.literal(INT, -1, null, 0);
    engine.call("defineFake", 0, 0, "+basis()I");
    check(
        engine.run(FULL, FUEL, sequence(2, 3, 0, 1, less, 0, ask, 1, 0)),
        "not runnable tag 0 bits 0",
        "not run tag 0 bits 0");
  }

  @Test
  void aMethodOfAnAbstractClassThrowsWhatItDeclares() throws Exception {
    int ask = askingTariff();
    engine.call("defineMethod", 99, "java.lang.InterruptedException", "<init>", "()V", 0);
    engine.call("defineFake", 0, 0, "-steps(JDZ)[D");
    check(
        engine.run(QUICK, FUEL, sequence(3, 0, 99, 0, 3, 0, 1, 0, 0, ask, 1, 1)),
        "returned tag 21 java.lang.InterruptedException bits 0",
        "returned tag 21 org.palus.subject.Account$Tariff$Fake bits 0",
        "threw tag 21 java.lang.InterruptedException bits 0");
  }

  @Test
  void varargsAreAnArray() throws Exception {
    engine.call("defineType", 0, "long");
    int of = engine.method(1, "of", "([J)Lorg/palus/subject/Account;");
    check(
        engine.run(FULL, FUEL, sequence(3, 1, 0, 2, five, five, 0, of, 1, 0, 0, balance, 1, 1)),
        "returned tag 22 bits 2 [7: 5] [7: 5]",
        "returned tag 21 org.palus.subject.Account bits 0",
        "returned tag 7 bits 10");
  }

  @Test
  void theInitialiserOfAnEnumBelongsToTheSequenceThatNeedsAConstantFirst() throws Exception {
    engine.call("defineType", 1, "org.palus.subject.Account$State");
    engine.call("defineType", 2, "org.palus.subject.Account$Broken");
    int self = engine.method(1, "self", "(Ljava/lang/Object;)Ljava/lang/Object;");
    int open = engine.literal(19, 0, "OPEN", 1);
    int broken = engine.literal(19, 0, "ONE", 2);
    int[] opens = sequence(1, 0, self, 1, open);
    engine.run(COVERAGE, FUEL, opens, opens);
    int[] expected = {1, 7, 0};
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], engine.touched.getInt(4 * i));
    }
    check(
        engine.run(QUICK, FUEL, sequence(1, 0, self, 1, broken)),
        "not runnable tag 0 bits 0");
  }

  @Test
  void aConstantThatAnEnumLacksIsRefused() throws Exception {
    engine.call("defineType", 1, "org.palus.subject.Account$State");
    assertNotNull(engine.call("defineLiteral", 90, 19, 0L, "HALF", 1));
    assertNotNull(engine.call("defineLiteral", 91, 19, 0L, "$VALUES", 1));
  }

  @Test
  void textsFieldsEnumsAndClassesAreShownInFullDetailOnly() throws Exception {
    engine.call("defineType", 1, "org.palus.subject.Account$State");
    assertNull(
        engine.call("defineField", 0, "org.palus.subject.Account", "BANK", "Ljava/lang/String;"));
    int self = engine.method(1, "self", "(Ljava/lang/Object;)Ljava/lang/Object;");
    int closed = engine.literal(19, 0, "CLOSED", 1);
    int type = engine.literal(20, 0, null, 1);
    int boxed = engine.literal(10 + 2, 'x', null, 0);
    int[] sequence = sequence(4, 2, 0, 0, self, 1, closed, 0, self, 1, type, 0, self, 1, boxed);
    check(
        engine.run(FULL, FUEL, sequence),
        "returned tag 18 bits 5 Palus",
        "returned tag 19 bits 1 CLOSED",
        "returned tag 20 bits 31 org.palus.subject.Account$State",
        "returned tag 12 bits 120");
    assertEquals("returned tag 18 bits 5", engine.run(QUICK, FUEL, sequence).get(0));
  }

  @Test
  void argumentsThatDoNotFitAreNoOutcomeOfTheProgram() throws Exception {
    int text = engine.literal(STRING, 0, "text", 0);
    int nothing = engine.literal(1, 0, null, 0);
    String notFitting = "not fitting tag 0 bits 0";
    String notRunnable = "not runnable tag 0 bits 0";
    check(
        engine.run(
            QUICK,
            FUEL,
            sequence(1, 0, balance, 1, text),
            sequence(1, 0, balance, 1, nothing),
            sequence(1, 0, create, 1, text),
            sequence(1, 0, create, 1, nothing),
            sequence(1, 0, 99, 0),
            sequence(1, 0, create, 1, -99)),
        notFitting,
        notFitting,
        notFitting,
        notFitting,
        notRunnable,
        notRunnable);
  }

  @Test
  void runningOutOfFuelExitsAndOverflowsEndASequenceEvenWhenSwallowed() throws Exception {
    int loop = engine.method(1, "loop", "()V");
    int quit = engine.method(1, "quit", "()V");
    int recurse = engine.method(1, "recurse", "(I)I");
    List<String> outcomes =
        engine.run(
            QUICK,
            FUEL,
            sequence(1, 0, loop, 0),
            sequence(1, 0, quit, 0),
            sequence(1, 0, recurse, 1, minusOne),
            sequence(1, 0, create, 1, five));
    assertEquals("out of fuel tag 0 bits 0", outcomes.get(0));
    assertTrue(outcomes.get(1).startsWith("exit "), outcomes.get(1));
    assertTrue(outcomes.get(2).startsWith("resources "), outcomes.get(2));
    assertTrue(outcomes.get(3).startsWith("returned "), outcomes.get(3));
  }

  @Test
  void eachSequencesEdgesAreWrittenAndForgotten() throws Exception {
    engine.run(
        COVERAGE,
        FUEL,
        sequence(2, 0, create, 1, five, 0, add, 2, 0, minusOne),
        sequence(2, 0, create, 1, five, 0, add, 2, 0, five));
    int[] expected = {2, 3, 5, 1, 3};
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], engine.touched.getInt(4 * i));
    }
  }

  @Test
  void aFullTailEndsTheBatchButTheFirstSequenceAlwaysCounts() throws Exception {
    int self = engine.method(1, "self", "(Ljava/lang/Object;)Ljava/lang/Object;");
    int text = engine.literal(STRING, 0, "x".repeat(1000), 0);
    int[] sequence = sequence(1, 0, self, 1, text);
    engine.tailBytes = 5000;
    engine.run(FULL, FUEL, sequence, sequence, sequence);
    assertEquals(2, engine.completed);
    engine.tailBytes = 100;
    check(engine.run(FULL, FUEL, sequence), "returned tag 18 bits 1000");
    assertEquals(1, engine.completed);
  }

  @Test
  void whatASequenceChangesAroundItIsPutBack() throws Exception {
    int disturb = engine.method(1, "disturb", "()V");
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    List<String> outcomes =
        engine.run(QUICK, FUEL, sequence(1, 0, disturb, 0), sequence(1, 0, create, 1, five));
    assertTrue(outcomes.get(0).startsWith("leaves changes: returned "), outcomes.get(0));
    assertTrue(outcomes.get(1).startsWith("returned "), outcomes.get(1));
    assertEquals(before, Thread.currentThread().getContextClassLoader());
    assertNotSame(null, System.out);
    assertTrue(!Thread.currentThread().isInterrupted());
  }

  @Test
  void whatCannotBeDefinedIsExplained() throws Exception {
    check(
        List.of(
            (String) engine.call("defineType", 9, "no.Such"),
            (String) engine.call("defineMethod", 90, "java.util.List", "none", "()V", 2),
            (String) engine.call("defineMethod", 91, "java.lang.Number", "<init>", "()V", 0)),
        "a class is missing from the class path: no.Such",
        "there is no such member: no such method: java.util.List.none()void/invokeInterface",
        "an abstract class has no instances of its own");
  }
}
