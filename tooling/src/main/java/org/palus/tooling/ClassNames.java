package org.palus.tooling;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The classes below folders of class files, by their qualified (binary) names. */
public final class ClassNames {
  /**
   * Class files that declare no class that could be named: descriptors, anonymous and local
   * classes.
   */
  private static final Pattern NO_SUBJECT =
      Pattern.compile("(module-info|package-info|\\$[0-9].*)$");

  private final SortedSet<String> names;

  private ClassNames(SortedSet<String> names) {
    this.names = names;
  }

  /** All classes below these folders of class files; one that is not there has none. */
  public static ClassNames below(Iterable<File> folders) {
    return below(folders, ".class");
  }

  /** What the files below these folders of sources are named after; enough to know the packages. */
  public static ClassNames ofSources(Iterable<File> folders) {
    return below(folders, ".java", ".kt", ".groovy", ".scala");
  }

  private static ClassNames below(Iterable<File> folders, String... suffixes) {
    SortedSet<String> names = new TreeSet<>();
    for (File folder : folders) {
      if (folder.isDirectory()) {
        addBelow(folder.toPath(), suffixes, names);
      }
    }
    return new ClassNames(names);
  }

  private static void addBelow(Path folder, String[] suffixes, SortedSet<String> names) {
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(file -> Stream.of(suffixes).anyMatch(file.toString()::endsWith))
          .map(file -> name(folder.relativize(file)))
          .filter(name -> !NO_SUBJECT.matcher(name).find())
          .forEach(names::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path file) {
    String path = file.toString().replace(File.separatorChar, '.');
    return path.substring(0, path.lastIndexOf('.'));
  }

  /**
   * Those that match one of the first globs (none: all) and none of the others. A star stands for
   * any characters.
   */
  public ClassNames matching(Collection<String> include, Collection<String> exclude) {
    SortedSet<String> chosen = new TreeSet<>();
    for (String name : names) {
      if ((include.isEmpty() || matches(name, include)) && !matches(name, exclude)) {
        chosen.add(name);
      }
    }
    return new ClassNames(chosen);
  }

  private static boolean matches(String name, Collection<String> globs) {
    return globs.stream().anyMatch(glob -> pattern(glob).matcher(name).matches());
  }

  private static Pattern pattern(String glob) {
    StringBuilder regex = new StringBuilder();
    for (char letter : glob.toCharArray()) {
      switch (letter) {
        case '*':
          regex.append(".*");
          break;
        case '?':
          regex.append('.');
          break;
        default:
          regex.append(Pattern.quote(String.valueOf(letter)));
      }
    }
    return Pattern.compile(regex.toString());
  }

  /** The names, sorted. */
  public List<String> names() {
    return new ArrayList<>(names);
  }

  /**
   * The fewest patterns {@code package.*} that match all names; empty when a class is in no
   * package, since only a pattern for everything would match it.
   */
  public List<String> packagePatterns() {
    SortedSet<String> packages = new TreeSet<>();
    for (String name : names) {
      int dot = name.lastIndexOf('.');
      if (dot < 0) {
        return new ArrayList<>();
      }
      packages.add(name.substring(0, dot + 1));
    }
    List<String> patterns = new ArrayList<>();
    String last = null;
    // Sorted, a package comes right before those below it.
    for (String prefix : packages) {
      if (last == null || !prefix.startsWith(last)) {
        patterns.add(prefix + "*");
        last = prefix;
      }
    }
    return patterns;
  }
}
