package unwritten;

/** As a whole by a tool. */
@ToolGenerated
public class Draft {
  public int size() {
    return 1;
  }
}
