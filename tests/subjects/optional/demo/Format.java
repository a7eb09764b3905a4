package demo;

/** Of a library that whoever uses the others need not have. */
public final class Format {}
