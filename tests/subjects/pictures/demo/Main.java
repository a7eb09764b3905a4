package demo;

/**
 * Teaches automata of three sizes, for pictures of them: a switch with few states, a buffer with some, a document with hundreds.
 * What is called is drawn by a fixed generator of numbers, so every run is the same.
 */
public class Main {
  private static int state = 7;

  public static void main(String[] args) {
    new Switch().flip();
    for (int i = 0; i < 6; i++) {
      Buffer buffer = new Buffer(16 << below(2));
      for (int call = 0; call < 5; call++) {
        use(buffer);
      }
    }
    Archive shared = new Archive("shared");
    for (int i = 0; i < 60; i++) {
      Document document = i % 3 == 0 ? Document.named("report " + i) : new Document(shared);
      for (int call = 0; call < 9; call++) {
        use(document, shared);
      }
    }
  }

  private static void use(Buffer buffer) {
    switch (below(4)) {
      case 0 -> buffer.append("text");
      case 1 -> buffer.length();
      case 2 -> buffer.clear();
      default -> {
        try {
          buffer.charAt(-1);
        } catch (IndexOutOfBoundsException expected) {
          // A transition that threw.
        }
      }
    }
  }

  private static void use(Document document, Archive shared) {
    switch (below(7)) {
      case 0 -> document.insertParagraphAfter(below(3), "Lorem ipsum dolor sit amet");
      case 1 -> document.removeParagraph(0);
      case 2 -> document.countWordsOfAllParagraphs();
      case 3 -> document.appendTo(shared);
      case 4 -> document.undo();
      case 5 -> document.redo();
      default -> document.mergeWithOtherDocumentKeepingFormat(new Document(shared), true, "separator");
    }
  }

  /** The next number of a linear congruential generator, below a limit. */
  private static int below(int limit) {
    state = state * 1_103_515_245 + 12_345;
    return (state >>> 16) % limit;
  }
}
