package org.palus.maven;

import java.io.File;
import java.nio.file.Path;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.palus.tooling.GeneratedTests;

/**
 * Copies the tests into a source folder, to be committed: the only goal that writes under {@code
 * src}.
 */
@Mojo(name = "export", threadSafe = true)
public final class ExportMojo extends PalusMojo {
  /** The source folder. */
  @Parameter(property = "palus.exportDirectory", defaultValue = "${project.basedir}/src/test/java")
  private File exportDirectory;

  @Override
  void work() {
    Path tests = generated().resolve("java");
    if (nothingGenerated()) {
      return;
    }
    int count = GeneratedTests.export(tests, exportDirectory.toPath());
    // In the same build they would be compiled from both places.
    project.getTestCompileSourceRoots().remove(tests.toString());
    getLog().info("palus: " + count + " test classes in " + exportDirectory);
  }
}
