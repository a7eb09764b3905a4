package org.palus.tooling;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a build asks {@code palus generate} for: the same options, with the same defaults, from
 * every build tool.
 */
public final class GenerateRequest {
  /**
   * How many sequences are run when no budget is given: a count, so that equal inputs give equal
   * tests.
   */
  public static final long DEFAULT_SEQUENCES = 20_000;

  /** Globs of what an earlier build may have left among the tests of the project. */
  private static final List<String> GENERATED = Arrays.asList("*PalusTest", "*PalusFailureTest");

  /** The jars of Mockito and of what it needs. */
  private static final Pattern MOCKITO = Pattern.compile("(mockito-|byte-buddy|objenesis-).*\\.jar");

  private final Set<File> classPath = new LinkedHashSet<>();
  private final Set<File> sources = new LinkedHashSet<>();
  private final List<Path> models = new ArrayList<>();
  private ClassNames targets;
  private Path out;
  private Path scratch;
  private long seed = 1;
  private long sequences = DEFAULT_SEQUENCES;
  private String time;
  private Integer jobs;
  private String since;
  private final List<String> passedEnv = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private String strategy = "palus";
  private String junit = "5";
  private final List<String> compilerArguments = new ArrayList<>();
  private final Set<File> ownTests = new LinkedHashSet<>();
  private final Set<File> mocks = new LinkedHashSet<>();
  private String release;
  private Path javaHome;

  /** The classes to write tests for. */
  public GenerateRequest targets(ClassNames classes) {
    targets = classes;
    return this;
  }

  /** Entries of the class path, in order; those that are not there are left out. */
  public GenerateRequest classPath(Iterable<File> entries) {
    entries.forEach(classPath::add);
    return this;
  }

  /**
   * Folders with the sources of the classes under test, which the report shows and findings point
   * to; those that are not there are left out.
   */
  public GenerateRequest sources(Iterable<File> folders) {
    folders.forEach(sources::add);
    return this;
  }

  /** Recordings to learn from; those that are not there are left out. */
  public GenerateRequest models(Collection<File> files) {
    files.stream().filter(File::isFile).map(File::toPath).sorted().forEach(models::add);
    return this;
  }

  /** The folder for the output, and one for files that nobody else reads. */
  public GenerateRequest folders(Path output, Path temporary) {
    out = output;
    scratch = temporary;
    return this;
  }

  /** Decides every draw. */
  public GenerateRequest seed(long number) {
    seed = number;
    return this;
  }

  /** How many sequences to run. */
  public GenerateRequest sequences(long count) {
    sequences = count;
    return this;
  }

  /** A time to take instead of a count: {@code 60}, {@code 60s}, {@code 2m}; null for none. */
  public GenerateRequest time(String duration) {
    time = duration;
    return this;
  }

  /** Processes at once; null: as many as there are cores. */
  public GenerateRequest jobs(Integer count) {
    jobs = count;
    return this;
  }

  /** A commit of git: only classes that are affected by what changed since then; null for all. */
  public GenerateRequest since(String commit) {
    since = commit;
    return this;
  }

  /** Variables of the environment that the code under test sees, beside those of the locale. */
  public GenerateRequest passEnv(Collection<String> names) {
    passedEnv.addAll(names);
    return this;
  }

  /** Further options of the command with their values, as {@code --solve}, {@code 10s}. */
  public GenerateRequest arguments(Collection<String> words) {
    arguments.addAll(words);
    return this;
  }

  /** The strategy's name. */
  public GenerateRequest strategy(String name) {
    strategy = name;
    return this;
  }

  /** {@code 5} or {@code 4}. */
  public GenerateRequest junit(String version) {
    junit = version;
    return this;
  }

  /**
   * The release of Java that tests are compiled for, as {@code 8}, {@code 1.8} or {@code 17}; null
   * or empty: that of the JDK. Tests need Java 8 at least.
   */
  public GenerateRequest release(String version) {
    release = JavaRelease.of(version);
    return this;
  }

  /** What the project gives its compiler for tests. */
  public GenerateRequest compilerArguments(Collection<String> arguments) {
    compilerArguments.addAll(arguments);
    return this;
  }

  /**
   * The class path of the tests that the project has, the folders with them first. Where none is
   * compiled there is nothing to run the new ones with.
   */
  public GenerateRequest ownTests(Collection<File> entries) {
    ownTests.addAll(entries);
    return this;
  }

  /** The class path on which tests have Mockito, if any: of the rest nothing is taken. */
  public GenerateRequest mocks(Iterable<File> testClassPath) {
    for (File entry : testClassPath) {
      if (isOfMockito(entry)) {
        mocks.add(entry);
      }
    }
    return this;
  }

  /** Whether an entry of a class path is a jar of Mockito or of what it needs. */
  public static boolean isOfMockito(File entry) {
    return MOCKITO.matcher(entry.getName()).matches();
  }

  /** The JDK that runs the code under test. */
  public GenerateRequest javaHome(Path home) {
    javaHome = home;
    return this;
  }

  /** Runs the generator; what it says goes to the log. */
  public void run(PalusHome home, Consumer<String> log) {
    try {
      Files.createDirectories(scratch);
      Path list = scratch.resolve("classes.txt");
      // Names as they are: nothing in them has a meaning in the list but a star at the end.
      Files.write(list, targets.names(), StandardCharsets.UTF_8);
      command(home, list).run(log);
    } catch (IOException e) {
      throw new PalusException(scratch + " cannot be written: " + e.getMessage(), e);
    }
  }

  PalusCommand command(PalusHome home, Path classList) {
    PalusCommand command = new PalusCommand(home, "generate");
    command.option("--classpath", joined(classPath)).option("--class-list", classList);
    if (sources.stream().anyMatch(File::exists)) {
      command.option("--sources", joined(sources));
    }
    models.forEach(model -> command.option("--model", model));
    command
        .option("--out", out)
        .option("--seed", seed)
        .option("--strategy", strategy)
        .option("--junit", junit);
    if (time == null) {
      command.option("--sequences", sequences);
    } else {
      command.option("--time", time);
    }
    if (since != null) {
      command.option("--since", since);
    }
    passedEnv.forEach(name -> command.option("--pass-env", name));
    if (release != null) {
      command.option("--release", release);
    }
    if (hasOwnTests()) {
      command.option("--own-tests", joined(ownTests));
    }
    if (mocks.stream().anyMatch(File::exists)) {
      command.option("--test-classpath", joined(mocks));
    }
    // One word each: an argument may begin with a hyphen.
    compilerArguments.forEach(argument -> command.word("--javac-arg=" + argument));
    if (jobs != null) {
      command.option("--jobs", jobs);
    }
    arguments.forEach(command::word);
    return command.javaHome(javaHome).in(scratch.toFile());
  }

  private boolean hasOwnTests() {
    List<File> first = ownTests.stream().limit(1).collect(Collectors.toList());
    return !ClassNames.below(first).matching(Collections.emptyList(), GENERATED).names().isEmpty();
  }

  private static String joined(Set<File> files) {
    List<String> entries = new ArrayList<>();
    for (File entry : files) {
      if (!entry.exists()) {
        continue;
      }
      if (entry.getPath().contains(File.pathSeparator)) {
        throw new PalusException(
            entry
                + " has a `"
                + File.pathSeparator
                + "` in its path, which separates paths; move or rename it");
      }
      entries.add(entry.getPath());
    }
    return String.join(File.pathSeparator, entries);
  }
}
