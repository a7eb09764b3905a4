package demo;

import java.util.ArrayList;
import java.util.List;

/** Three books side by side, and those that were lent: an array and a list. */
public class Shelf {
  private final Book[] books = new Book[3];
  private final List<Book> lent = new ArrayList<>();

  /** One of them. */
  public static class Book {
    public Book() {}
  }

  public void put(int place, Book book) {
    books[place] = book;
  }

  public void lend(int place) {
    if (books[place] != null) {
      lent.add(books[place]);
      books[place] = null;
    }
  }

  public boolean repOk() {
    return books != null && lent != null;
  }
}
