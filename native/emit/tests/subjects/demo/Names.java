package demo;

import java.util.ArrayList;

/** Takes strings only, for javac; anything, at run time. */
@SuppressWarnings("serial")
public class Names extends ArrayList<String> {}
