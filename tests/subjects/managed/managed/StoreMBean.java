package managed;

/** What the platform shows of a store. */
public interface StoreMBean {
  int getSize();
}
