package demo;

/** Cannot be looked at as a whole where there is no {@link Format}. */
public interface Output {
  int width();

  void use(Format format);
}
