package org.palus.maven;

import java.io.File;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;
import org.palus.tooling.ClassNames;
import org.palus.tooling.GenerateRequest;
import org.palus.tooling.GeneratedTests;
import org.palus.tooling.JUnitVersion;
import org.palus.tooling.PalusException;
import org.palus.tooling.PalusHome;
import org.palus.tooling.Recordings;

/**
 * Writes tests for the project's classes. A {@code test} after it, in the same build, compiles and
 * runs them with the others.
 */
@Mojo(name = "generate", requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public final class GenerateMojo extends PalusMojo {
  @Parameter(defaultValue = "${session}", readonly = true, required = true)
  private MavenSession session;

  @Inject private ToolchainManager toolchains;

  /** Patterns of the classes to write tests for; without one, all of the project's. */
  @Parameter(property = "palus.targetClasses")
  private List<String> targetClasses;

  /** Patterns of classes to leave out. */
  @Parameter(property = "palus.excludes")
  private List<String> excludes;

  /** Decides every draw: the same seed and maxSequences give the same tests. */
  @Parameter(property = "palus.seed", defaultValue = "1")
  private long seed;

  /** How many call sequences to run, unless there is a timeBudget. */
  @Parameter(property = "palus.maxSequences", defaultValue = "" + GenerateRequest.DEFAULT_SEQUENCES)
  private long maxSequences;

  /** A time to take instead, as 60 (seconds) or 2m. */
  @Parameter(property = "palus.timeBudget")
  private String timeBudget;

  /** How many processes to run at once; without it, the number of cores. */
  @Parameter(property = "palus.jobs")
  private Integer jobs;

  /** A commit of git: only classes that are affected by what changed since then get new tests. */
  @Parameter(property = "palus.since")
  private String since;

  /** The JUnit to write for: auto, 5 or 4. */
  @Parameter(property = "palus.junit", defaultValue = "auto")
  private String junit;

  /** The rules of the search: palus, palulu, recgen or randoop. */
  @Parameter(property = "palus.strategy", defaultValue = "palus")
  private String strategy;

  /** Variables of the environment that the code under test sees, beside those of the locale. */
  @Parameter(property = "palus.passEnv")
  private List<String> passEnv;

  /** Further options of palus generate with their values, as --solve and 10s. */
  @Parameter(property = "palus.arguments")
  private List<String> arguments;

  /**
   * Whether the tests are also run with those that the project has, where these are compiled, and
   * what fails then is left out.
   */
  @Parameter(property = "palus.besideOwnTests", defaultValue = "true")
  private boolean besideOwnTests;

  /** Where exported tests are; when some are there, they are run and not the generated ones. */
  @Parameter(property = "palus.exportDirectory", defaultValue = "${project.basedir}/src/test/java")
  private File exportDirectory;

  /** The property that prepare-trace is bound with, if not argLine. */
  @Parameter(property = "palus.propertyName", defaultValue = "argLine")
  private String propertyName;

  @Override
  void work() throws MojoExecutionException {
    Reactor reactor = new Reactor(session, getLog());
    File classes = new File(project.getBuild().getOutputDirectory());
    ClassNames targets =
        ClassNames.below(Collections.singletonList(classes))
            .matching(orEmpty(targetClasses), orEmpty(excludes));
    if (targets.names().isEmpty()) {
      // What an earlier build left is not to be reported, exported or judged as if it were of this
      // one.
      Recordings.clear(generated());
      getLog()
          .warn(
              "palus: no class of "
                  + classes
                  + " is asked for; no test is written. Are the classes compiled?");
      reactor.note(project, "left out, no class is asked for");
      return;
    }
    List<File> tested = files(false);
    if (reactor.hasModules() && JUnitVersion.isMissing(junit, tested)) {
      Recordings.clear(generated());
      getLog().warn("palus: this module is left out: " + JUnitVersion.MISSING);
      reactor.note(project, "left out, there is no JUnit among its test dependencies");
      return;
    }
    String version = JUnitVersion.resolve(junit, tested, true);
    PalusHome home = home();
    learn(home);
    TestCompiler compiler = new TestCompiler(project);
    new GenerateRequest()
        .targets(targets)
        .classPath(Collections.singletonList(classes))
        .classPath(files(true))
        .classPath(JUnitVersion.jars(version, tested))
        .sources(sources())
        .models(Collections.singletonList(model().toFile()))
        .folders(generated(), folder("tmp"))
        .seed(seed)
        .sequences(maxSequences)
        .time(timeBudget)
        .jobs(jobs)
        .since(since)
        .passEnv(orEmpty(passEnv))
        .arguments(orEmpty(arguments))
        .strategy(strategy)
        .junit(version)
        .release(compiler.release())
        .compilerArguments(compiler.arguments())
        .ownTests(besideOwnTests ? tested : Collections.emptyList())
        .mocks(tested)
        .javaHome(javaHome())
        .run(home, log());
    int written = GeneratedTests.in(generated().resolve("java")).size();
    reactor.note(project, written + (written == 1 ? " test class" : " test classes"));
    project.setContextValue(GENERATED, true);
    addSources();
  }

  /** Takes in what prepare-trace recorded, and says why when there is nothing to learn from. */
  private void learn(PalusHome home) {
    Path recordings = recordings();
    if (!Recordings.isEmpty(recordings)) {
      Recordings.unite(
          home, Collections.singletonList(recordings.toFile()), model(), getLog()::debug);
    }
    if (!model().toFile().isFile() && project.getContextValue(TRACED) == null) {
      String why =
          new Surefire(project)
              .obstacle(propertyName)
              .orElse("no test was run with the recorder; run palus:trace before palus:generate");
      getLog().warn("palus: there is nothing to learn from: " + why);
    }
  }

  private void addSources() {
    Path tests = generated().resolve("java");
    if (GeneratedTests.in(exportDirectory.toPath()).isEmpty()) {
      project.addTestCompileSourceRoot(tests.toString());
    } else {
      getLog()
          .info(
              "palus: "
                  + exportDirectory
                  + " has exported tests, which are run; the new ones are in "
                  + tests);
    }
  }

  private List<File> files(boolean runtime) throws MojoExecutionException {
    try {
      List<File> files = new ArrayList<>();
      for (String element :
          runtime ? project.getRuntimeClasspathElements() : project.getTestClasspathElements()) {
        files.add(new File(element));
      }
      return files;
    } catch (DependencyResolutionRequiredException e) {
      throw new MojoExecutionException("palus: the class path of the project is not resolved", e);
    }
  }

  /** The JDK of the toolchain where the build has one, else Maven's own. */
  private Path javaHome() {
    Toolchain toolchain = toolchains.getToolchainFromBuildContext("jdk", session);
    String java = toolchain == null ? null : toolchain.findTool("java");
    if (java == null) {
      return Paths.get(System.getProperty("java.home"));
    }
    Path bin = Paths.get(java).getParent();
    if (bin == null || bin.getParent() == null) {
      throw new PalusException(
          "the toolchain's java, " + java + ", is in no JDK; give the toolchain a jdkHome");
    }
    return bin.getParent();
  }

  private static List<String> orEmpty(List<String> patterns) {
    return patterns == null ? Collections.emptyList() : patterns;
  }
}
