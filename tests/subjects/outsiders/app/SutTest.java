package app;

import demo.Sut;
import java.util.ArrayList;
import java.util.List;

/** Looks like a test of JUnit 3, so that its calls are watched; its class is not recorded. */
public class SutTest extends Base {
    public void testTake() {
        List<String> texts = new ArrayList<>();
        texts.add("a");
        texts.add("bc");
        if (new Sut().take(texts) != 3) {
            throw new AssertionError("3 expected");
        }
    }

    /** Joins texts as javac did before Java 9, and as a program does. */
    public void testWrite() {
        StringBuilder to = new StringBuilder(16);
        new Sut().write(to, 7);
        System.out.println("(" + to + ", " + to.length() + ")");
    }

    /** An exception of the JDK that is caught here, and one that leaves the test. */
    public void testFailing() {
        List<String> texts = new ArrayList<>();
        try {
            texts.get(1);
        } catch (IndexOutOfBoundsException expected) {
            texts.clear();
        }
        texts.get(2);
    }

    public static void main(String[] arguments) {
        SutTest test = new SutTest();
        test.testTake();
        test.testWrite();
        try {
            test.testFailing();
        } catch (IndexOutOfBoundsException expected) {
            test.testTake();
        }
    }
}
