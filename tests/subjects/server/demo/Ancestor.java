package demo;

/** What {@link Heir} extends. */
public class Ancestor {}
