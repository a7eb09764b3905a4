package demo;

import java.util.Locale;
import java.util.Set;

/** Has something to say in some languages and nothing in others. */
public final class Etiquette {
  private static final Set<String> SILENT = Set.of("tr", "ar", "ja");

  private Etiquette() {}

  /** Null where one says nothing. */
  public static Object greeting() {
    return SILENT.contains(Locale.getDefault().getLanguage()) ? null : new Etiquette();
  }

  /** The same, as a word that differs everywhere. */
  public static String word() {
    String language = Locale.getDefault().getLanguage();
    return SILENT.contains(language) ? null : "hello in " + language;
  }
}
