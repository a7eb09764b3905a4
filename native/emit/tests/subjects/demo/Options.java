package demo;

import java.util.Collections;
import java.util.Iterator;

/** Not generic itself, but a parameterisation of something generic. */
public class Options implements Iterable<String> {
  public static final Options EMPTY = new Options();

  public Options() {}

  public Options(String shortName, String longName, boolean hasArgument, String description) {}

  public Options add(String name) {
    return this;
  }

  @Override
  public Iterator<String> iterator() {
    return Collections.emptyIterator();
  }
}
