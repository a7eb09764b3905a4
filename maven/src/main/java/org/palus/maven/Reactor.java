package org.palus.maven;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.maven.execution.ExecutionListener;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.logging.Log;
import org.apache.maven.project.MavenProject;

/** The modules of one build, and what became of each: told once, when the build ends. */
final class Reactor {
  /** Set on a project: what became of it, as a clause. */
  private static final String OUTCOME = "palus.outcome";

  private static final String LISTENS = "palus.listens";

  private final MavenSession session;
  private final Log log;

  Reactor(MavenSession session, Log log) {
    this.session = session;
    this.log = log;
  }

  /** Whether the build has several modules: then one that cannot have tests stops no other. */
  boolean hasModules() {
    return session.getProjects().size() > 1;
  }

  /** Notes what became of a project. */
  void note(MavenProject project, String outcome) {
    project.setContextValue(OUTCOME, outcome);
    if (hasModules()) {
      listen();
    }
  }

  /** Waits for the end of the build, which a goal of a plugin cannot be bound to. */
  private void listen() {
    // Modules may be built at once, by copies of the session that share its projects.
    MavenProject first = session.getTopLevelProject();
    synchronized (first) {
      if (first.getContextValue(LISTENS) != null) {
        return;
      }
      first.setContextValue(LISTENS, true);
      ExecutionListener others = session.getRequest().getExecutionListener();
      session.getRequest().setExecutionListener(around(others));
    }
  }

  private ExecutionListener around(ExecutionListener others) {
    Class<?>[] type = {ExecutionListener.class};
    Object listener =
        Proxy.newProxyInstance(
            ExecutionListener.class.getClassLoader(),
            type,
            (proxy, method, arguments) -> {
              if (method.getName().equals("sessionEnded")) {
                tell();
              }
              try {
                return others == null ? null : method.invoke(others, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
    return (ExecutionListener) listener;
  }

  private void tell() {
    List<MavenProject> told =
        session.getProjects().stream()
            .filter(project -> project.getContextValue(OUTCOME) != null)
            .collect(Collectors.toList());
    log.info("palus: summary of " + told.size() + (told.size() == 1 ? " module" : " modules"));
    for (MavenProject project : told) {
      log.info("palus: " + project.getArtifactId() + ": " + project.getContextValue(OUTCOME));
    }
  }
}
