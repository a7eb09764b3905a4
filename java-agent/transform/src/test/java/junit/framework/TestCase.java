package junit.framework;

/** Stands for the class of JUnit 3: only its name matters. */
public abstract class TestCase {}
