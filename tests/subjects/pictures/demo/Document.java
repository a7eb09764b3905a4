package demo;

/** Hundreds of states, nested calls, and names longer than a label has room for. */
public class Document {
  private final Archive target;
  private int paragraphs;
  private int undone;

  public Document(Archive target) {
    this.target = target;
  }

  public static Document named(String name) {
    return new Document(new Archive(name));
  }

  public void insertParagraphAfter(int index, String text) {
    paragraphs++;
    redo();
  }

  public void removeParagraph(int index) {
    if (paragraphs > 0) {
      paragraphs--;
    }
  }

  public int countWordsOfAllParagraphs() {
    return paragraphs * 5;
  }

  public void appendTo(Archive other) {
    other.keep("paragraph");
  }

  public void undo() {
    undone++;
    countWordsOfAllParagraphs();
  }

  public void redo() {
    if (undone > 0) {
      undone--;
    }
  }

  public void mergeWithOtherDocumentKeepingFormat(Document other, boolean keepFormat, String separator) {
    paragraphs += other.paragraphs;
    appendTo(target);
  }
}
