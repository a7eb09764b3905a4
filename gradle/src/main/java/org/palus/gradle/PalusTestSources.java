package org.palus.gradle;

import java.util.ArrayList;
import java.util.List;
import org.gradle.api.Project;
import org.gradle.api.artifacts.ConfigurationContainer;
import org.gradle.api.plugins.JavaBasePlugin;
import org.gradle.api.plugins.JavaPlugin;
import org.gradle.api.plugins.JavaPluginExtension;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.SourceSet;
import org.gradle.api.tasks.SourceSetContainer;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.api.tasks.compile.JavaCompile;
import org.gradle.api.tasks.testing.Test;
import org.gradle.api.tasks.testing.junitplatform.JUnitPlatformOptions;
import org.palus.tooling.GenerateRequest;

/**
 * The source set {@code palusTest} and the task that runs it.
 *
 * <p>A source set of its own: were the tests among those of {@code test}, recording {@code test}
 * would wait for what is generated from the recording.
 */
final class PalusTestSources {
  /** The name of the source set and of its task. */
  static final String NAME = "palusTest";

  private final Project project;
  private final TaskProvider<PalusGenerateTask> generate;

  PalusTestSources(Project project, TaskProvider<PalusGenerateTask> generate) {
    this.project = project;
    this.generate = generate;
  }

  void register() {
    SourceSet sources = sourceSet();
    generate.configure(task -> configure(task, sources));
    project
        .getTasks()
        .named(
            sources.getCompileJavaTaskName(),
            JavaCompile.class,
            compile -> {
              // What Palus writes is UTF-8 whatever the project's own sources are.
              compile.getOptions().setEncoding("UTF-8");
            });
    project.getTasks().register(NAME, Test.class, task -> configure(task, sources));
  }

  /** What decides which tests can be compiled and run. */
  private void configure(PalusGenerateTask task, SourceSet sources) {
    task.getTestClasspath().from(sources.getCompileClasspath());
    // The class path for compiling lacks what Mockito needs when it runs.
    String runtime = sources.getRuntimeClasspathConfigurationName();
    task.getMockJars()
        .from(project.getConfigurations().getByName(runtime).filter(GenerateRequest::isOfMockito));
    // Not by the compiler's own provider, which would make it run before what it compiles is there.
    Provider<JavaCompile> compiler =
        project.provider(
            () ->
                project
                    .getTasks()
                    .named(sources.getCompileJavaTaskName(), JavaCompile.class)
                    .get());
    task.getRelease().convention(compiler.map(PalusTestSources::release));
    task.getCompilerArguments().convention(compiler.map(PalusTestSources::arguments));
  }

  private static String release(JavaCompile compiler) {
    Integer release = compiler.getOptions().getRelease().getOrNull();
    return release == null ? compiler.getSourceCompatibility() : release.toString();
  }

  private static List<String> arguments(JavaCompile compiler) {
    List<String> arguments = new ArrayList<>(compiler.getOptions().getAllCompilerArgs());
    if (compiler.getOptions().isDeprecation()) {
      arguments.add("-Xlint:deprecation");
    }
    return arguments;
  }

  private SourceSet sourceSet() {
    SourceSetContainer all =
        project.getExtensions().getByType(JavaPluginExtension.class).getSourceSets();
    SourceSet main = all.getByName(SourceSet.MAIN_SOURCE_SET_NAME);
    SourceSet test = all.getByName(SourceSet.TEST_SOURCE_SET_NAME);
    SourceSet sources = all.create(NAME);
    sources
        .getJava()
        .setSrcDirs(
            java.util.Collections.singletonList(
                generate.flatMap(task -> task.getOutputDirectory().dir("java"))));
    ConfigurationContainer configurations = project.getConfigurations();
    extend(
        configurations,
        sources.getImplementationConfigurationName(),
        test.getImplementationConfigurationName());
    extend(
        configurations,
        sources.getCompileOnlyConfigurationName(),
        test.getCompileOnlyConfigurationName());
    extend(
        configurations,
        sources.getRuntimeOnlyConfigurationName(),
        test.getRuntimeOnlyConfigurationName());
    sources.setCompileClasspath(
        project.files(
            main.getOutput(),
            configurations.getByName(sources.getCompileClasspathConfigurationName())));
    sources.setRuntimeClasspath(
        project.files(
            sources.getOutput(),
            main.getOutput(),
            configurations.getByName(sources.getRuntimeClasspathConfigurationName())));
    return sources;
  }

  private static void extend(ConfigurationContainer configurations, String name, String base) {
    configurations.getByName(name).extendsFrom(configurations.getByName(base));
  }

  private void configure(Test task, SourceSet sources) {
    task.setDescription("Compiles and runs the tests that Palus wrote.");
    task.setGroup(JavaBasePlugin.VERIFICATION_GROUP);
    task.setTestClassesDirs(sources.getOutput().getClassesDirs());
    task.setClasspath(sources.getRuntimeClasspath());
    Provider<Test> test = project.getTasks().named(JavaPlugin.TEST_TASK_NAME, Test.class);
    task.getJavaLauncher().convention(test.flatMap(Test::getJavaLauncher));
    task.shouldRunAfter(test);
    if (test.get().getOptions() instanceof JUnitPlatformOptions) {
      task.useJUnitPlatform();
    }
  }
}
