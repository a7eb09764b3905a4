package org.palus.tooling;

import java.io.File;
import java.util.function.Consumer;

/** What a build demands of what was generated: {@code palus check} looks whether it holds. */
public final class CheckRequest {
  private final File generated;
  private boolean failOnErrorTests;
  private Number minBranchCoverage;
  private File committed;

  /** Looks at what the generator wrote there. */
  public CheckRequest(File generated) {
    this.generated = generated;
  }

  /** Whether a test that reveals an error is one too many. */
  public CheckRequest failOnErrorTests(boolean fail) {
    failOnErrorTests = fail;
    return this;
  }

  /** The percentage of branches to be covered; null for none. */
  public CheckRequest minBranchCoverage(Number percent) {
    minBranchCoverage = percent;
    return this;
  }

  /** The folder whose tests must be those that were generated; null: they need not. */
  public CheckRequest committed(File folder) {
    committed = folder;
    return this;
  }

  /**
   * Looks. On GitHub's runners findings become annotations.
   *
   * @return whether all demands are met; the log says which are not
   */
  public boolean run(PalusHome home, Consumer<String> log) {
    if (GeneratedTests.areNone(generated.toPath())) {
      log.accept("palus: no class was asked for, so there is nothing to check");
      return true;
    }
    PalusCommand command = new PalusCommand(home, "check", generated.toString());
    if (failOnErrorTests) {
      command.word("--fail-on-error");
    }
    if (minBranchCoverage != null) {
      command.option("--min-branch-coverage", minBranchCoverage);
    }
    if (committed != null) {
      command.option("--committed", committed);
    }
    if ("true".equals(System.getenv("GITHUB_ACTIONS"))) {
      command.word("--annotations");
    }
    return command.run(log) == 0;
  }
}
