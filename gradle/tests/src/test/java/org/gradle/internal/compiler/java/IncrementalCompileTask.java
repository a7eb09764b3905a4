package org.gradle.internal.compiler.java;

import java.io.File;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.annotation.processing.Processor;
import javax.tools.JavaCompiler;

/**
 * Stands in for the part of Gradle's compiler that is not in its API jar: javac as it is, without
 * incremental analysis.
 */
public class IncrementalCompileTask implements JavaCompiler.CompilationTask {
  private final JavaCompiler.CompilationTask javac;

  /** The parameters that Gradle's Java compiler passes; all but the first serve the analysis. */
  public IncrementalCompileTask(
      JavaCompiler.CompilationTask javac,
      Function<File, Optional<String>> relativize,
      Consumer<String> backup,
      Consumer<Map<String, Set<String>>> classNames,
      BiConsumer<String, String> publicConstants,
      BiConsumer<String, String> privateConstants) {
    this.javac = javac;
  }

  /** The same for Gradle 7, which keeps no backup. */
  public IncrementalCompileTask(
      JavaCompiler.CompilationTask javac,
      Function<File, Optional<String>> relativize,
      Consumer<Map<String, Set<String>>> classNames,
      BiConsumer<String, String> publicConstants,
      BiConsumer<String, String> privateConstants) {
    this.javac = javac;
  }

  @Override
  public void addModules(Iterable<String> names) {
    javac.addModules(names);
  }

  @Override
  public void setProcessors(Iterable<? extends Processor> processors) {
    javac.setProcessors(processors);
  }

  @Override
  public void setLocale(Locale locale) {
    javac.setLocale(locale);
  }

  @Override
  public Boolean call() {
    return javac.call();
  }
}
