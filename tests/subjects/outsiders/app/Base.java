package app;

/** Stands where a project has its own superclass of tests. */
public class Base {}
