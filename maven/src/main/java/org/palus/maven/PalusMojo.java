package org.palus.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.inject.Inject;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.repository.RemoteRepository;
import org.palus.tooling.GeneratedTests;
import org.palus.tooling.PalusException;
import org.palus.tooling.PalusHome;

/** What all goals share: the project, the folders, and the way to the command. */
abstract class PalusMojo extends AbstractMojo {
  /**
   * Set on a project when tests were generated for it in this build: from then on nothing is
   * recorded.
   */
  static final String GENERATED = "palus.generated";

  /** Set on a project when palus:trace ran in this build: it has told what there is to tell. */
  static final String TRACED = "palus.traced";

  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  MavenProject project;

  @Parameter(defaultValue = "${plugin}", readonly = true, required = true)
  private PluginDescriptor plugin;

  @Parameter(defaultValue = "${repositorySystemSession}", readonly = true, required = true)
  private RepositorySystemSession repositorySession;

  @Parameter(defaultValue = "${project.remotePluginRepositories}", readonly = true, required = true)
  private List<RemoteRepository> repositories;

  @Inject private RepositorySystem repositorySystem;

  /** Whether to do nothing. */
  @Parameter(property = "palus.skip", defaultValue = "false")
  private boolean skip;

  /** A folder with palus and libpalus.so, instead of the package from the repository. */
  @Parameter(property = "palus.home")
  private File palusHome;

  @Override
  public final void execute() throws MojoExecutionException, MojoFailureException {
    // A parent has no classes; its goals run in its modules.
    if (skip || project.getPackaging().equals("pom")) {
      whenSkipped();
      return;
    }
    try {
      work();
    } catch (PalusException e) {
      throw new MojoExecutionException("palus: " + e.getMessage(), e);
    }
  }

  /** What the goal does. */
  abstract void work() throws MojoExecutionException, MojoFailureException;

  /** What must hold even so. */
  void whenSkipped() {}

  /** The command with its library. */
  final PalusHome home() {
    if (palusHome != null) {
      return PalusHome.at(palusHome.toPath());
    }
    return new PalusPackage(repositorySystem, repositorySession, repositories)
        .unpacked(plugin.getVersion(), folder("home"));
  }

  /** Where the sources of the project's classes are, those of other languages included. */
  final List<File> sources() {
    List<File> sources = new ArrayList<>();
    project.getCompileSourceRoots().forEach(root -> sources.add(new File(root)));
    for (String language : new String[] {"kotlin", "groovy", "scala"}) {
      sources.add(new File(project.getBasedir(), "src/main/" + language));
    }
    return sources;
  }

  /** A folder of Palus's own below the build directory. */
  final Path folder(String name) {
    return new File(project.getBuild().getDirectory()).toPath().resolve("palus").resolve(name);
  }

  /** What the generator writes. */
  final Path generated() {
    return folder("generated");
  }

  /** Whether there is nothing for a goal behind palus:generate to do, which is told then. */
  final boolean nothingGenerated() {
    boolean none = GeneratedTests.areNone(generated());
    if (none) {
      getLog().info("palus: there was nothing to write tests for, so there is nothing to do");
    }
    return none;
  }

  /** What the recorders write, a file for each JVM. */
  final Path recordings() {
    return folder("recordings");
  }

  /** The one recording that is made of these. */
  final Path model() {
    return folder("trace").resolve("run.palus");
  }

  /**
   * Takes what the command says. Annotations are read by their first letters, which a log would
   * move.
   */
  final Consumer<String> log() {
    return line -> {
      if (line.startsWith("::")) {
        System.out.println(line);
      } else {
        getLog().info(line);
      }
    };
  }
}
