package org.palus.maven;

import java.io.File;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.palus.tooling.CheckRequest;

/** Fails when what was generated does not meet what the build asks for. */
@Mojo(name = "check", threadSafe = true)
public final class CheckMojo extends PalusMojo {
  /** Whether tests that reveal an error fail the build. */
  @Parameter(property = "palus.failOnErrorTests", defaultValue = "false")
  private boolean failOnErrorTests;

  /** The percentage of branches to be covered. */
  @Parameter(property = "palus.minBranchCoverage")
  private Double minBranchCoverage;

  /** Whether exported tests that differ from the generated ones fail the build. */
  @Parameter(property = "palus.failOnDrift", defaultValue = "false")
  private boolean failOnDrift;

  /** Where exported tests are. */
  @Parameter(property = "palus.exportDirectory", defaultValue = "${project.basedir}/src/test/java")
  private File exportDirectory;

  @Override
  void work() throws MojoFailureException {
    boolean met =
        new CheckRequest(generated().toFile())
            .failOnErrorTests(failOnErrorTests)
            .minBranchCoverage(minBranchCoverage)
            .committed(failOnDrift ? exportDirectory : null)
            .run(home(), log());
    if (!met) {
      throw new MojoFailureException("palus: a demand is not met; the lines above say which");
    }
  }
}
