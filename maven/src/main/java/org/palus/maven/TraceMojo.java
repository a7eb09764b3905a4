package org.palus.maven;

import java.util.Collections;
import java.util.Optional;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.palus.tooling.Recordings;

/**
 * Runs the existing tests with the recorder, whatever the project asks of Surefire, and makes one
 * recording of it.
 */
@Mojo(name = "trace", requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
@Execute(lifecycle = "palus", phase = LifecyclePhase.TEST)
public final class TraceMojo extends PalusMojo {
  @Override
  void work() throws MojoFailureException {
    project.setContextValue(TRACED, true);
    boolean any =
        Recordings.unite(
            home(),
            Collections.singletonList(recordings().toFile()),
            model(),
            line -> getLog().debug(line));
    if (any) {
      getLog().info("palus: recorded in " + model());
      return;
    }
    Optional<String> obstacle = new Surefire(project).obstacle(null);
    if (obstacle.isPresent()) {
      throw new MojoFailureException("palus: nothing was recorded: " + obstacle.get());
    }
    getLog()
        .warn(
            "palus: nothing was recorded: there is no test, or none calls a class of the project; tests are generated"
                + " with less to go by");
  }
}
