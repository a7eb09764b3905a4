package unwritten;

import java.util.Objects;

/** Half of it is as a tool adds it to classes with fields. */
public class Ticket {
  private String owner;

  public String label(Phase phase) {
    return owner == null ? "a seat, " + phase : owner + "'s seat, " + phase;
  }

  @ToolGenerated
  public void setOwner(String owner) {
    this.owner = owner;
  }

  @ToolGenerated
  public String getOwner() {
    return owner;
  }

  @ToolGenerated
  @Override
  public boolean equals(Object other) {
    return other == this || other instanceof Ticket && Objects.equals(owner, ((Ticket) other).owner);
  }

  @ToolGenerated
  @Override
  public int hashCode() {
    return Objects.hash(owner);
  }

  @ToolGenerated
  private void checkOwner() {}
}
