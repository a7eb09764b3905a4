package demo;

/** Where accounts are kept. */
public interface Accounts {
  /** The tier of an account, null for one that nobody has. */
  String tierOf(long id);

  Account findById(long id);

  int count();
}
