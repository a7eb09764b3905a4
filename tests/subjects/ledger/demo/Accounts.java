package demo;

/** Says what the variables are. */
public interface Accounts extends Store<String, Long> {}
