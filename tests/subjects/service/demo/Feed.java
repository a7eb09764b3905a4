package demo;

/** Gives one line after the other. */
public interface Feed {
  boolean hasMore();

  String next();

  void close();
}
