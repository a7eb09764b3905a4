package org.palus.maven;

import java.util.ArrayList;
import java.util.List;
import org.apache.maven.model.ConfigurationContainer;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** How the project has its tests compiled, as far as it decides which tests compile. */
final class TestCompiler {
  private static final String KEY = "org.apache.maven.plugins:maven-compiler-plugin";

  private final MavenProject project;

  TestCompiler(MavenProject project) {
    this.project = project;
  }

  /** The release of Java, else the level of the source; null when nothing is said. */
  String release() {
    for (String parameter : new String[] {"testRelease", "release", "testSource", "source"}) {
      String value = value(parameter, "maven.compiler." + parameter);
      if (value != null) {
        return value;
      }
    }
    return null;
  }

  /** What the compiler is given besides. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    String encoding = value("encoding", "encoding");
    if (encoding == null) {
      encoding = property("project.build.sourceEncoding");
    }
    if (encoding != null) {
      arguments.add("-encoding");
      arguments.add(encoding);
    }
    if ("true".equals(value("failOnWarning", "maven.compiler.failOnWarning"))) {
      arguments.add("-Werror");
    }
    arguments.addAll(childrenOf("compilerArgs"));
    String one = value("testCompilerArgument", null);
    one = one == null ? value("compilerArgument", null) : one;
    if (one != null) {
      arguments.add(one);
    }
    return arguments;
  }

  private List<String> childrenOf(String parameter) {
    List<String> values = new ArrayList<>();
    for (Xpp3Dom configuration : configurations()) {
      Xpp3Dom list = configuration.getChild(parameter);
      if (list != null) {
        for (Xpp3Dom child : list.getChildren()) {
          if (child.getValue() != null) {
            values.add(child.getValue().trim());
          }
        }
        return values;
      }
    }
    return values;
  }

  private String value(String parameter, String property) {
    for (Xpp3Dom configuration : configurations()) {
      Xpp3Dom child = configuration.getChild(parameter);
      if (child != null && child.getValue() != null && !child.getValue().trim().isEmpty()) {
        return child.getValue().trim();
      }
    }
    return property == null ? null : property(property);
  }

  private String property(String name) {
    return System.getProperty(name, project.getProperties().getProperty(name));
  }

  /** Those of the compilation of tests first; Maven has merged the plugin's into them. */
  private List<Xpp3Dom> configurations() {
    List<Xpp3Dom> configurations = new ArrayList<>();
    Plugin compiler = project.getPlugin(KEY);
    if (compiler != null) {
      List<ConfigurationContainer> containers = new ArrayList<>();
      for (PluginExecution execution : compiler.getExecutions()) {
        if (execution.getGoals().contains("testCompile")) {
          containers.add(execution);
        }
      }
      containers.add(compiler);
      for (ConfigurationContainer container : containers) {
        if (container.getConfiguration() instanceof Xpp3Dom) {
          configurations.add((Xpp3Dom) container.getConfiguration());
        }
      }
    }
    return configurations;
  }
}
