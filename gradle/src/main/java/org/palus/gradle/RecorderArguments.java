package org.palus.gradle;

import java.util.Collections;
import java.util.List;
import org.gradle.api.Named;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.process.CommandLineArgumentProvider;
import org.palus.tooling.ClassNames;
import org.palus.tooling.Recorder;

/** Puts the recorder among the arguments of test JVMs, each of which writes a file of its own. */
public abstract class RecorderArguments implements CommandLineArgumentProvider, Named {
  /** The command and the library. */
  @InputFiles
  @PathSensitive(PathSensitivity.NONE)
  public abstract ConfigurableFileCollection getPalusFiles();

  /**
   * Folders of the main classes, whose packages are recorded when no pattern is given; the tests
   * depend on them anyway.
   */
  @Internal
  public abstract ConfigurableFileCollection getMainClasses();

  /** Patterns of the classes to record. */
  @Input
  public abstract ListProperty<String> getInclude();

  /** Patterns of classes not to record. */
  @Input
  public abstract ListProperty<String> getExclude();

  /** Patterns of types, classes among them, of which all answers are kept. */
  @Input
  public abstract ListProperty<String> getCollaborators();

  /** Where the files go. */
  @OutputDirectory
  public abstract DirectoryProperty getRecordings();

  @Internal
  @Override
  public String getName() {
    return "palus";
  }

  @Override
  public Iterable<String> asArguments() {
    List<String> include = getInclude().get();
    if (include.isEmpty()) {
      include = ClassNames.below(getMainClasses()).packagePatterns();
    }
    String option =
        Recorder.option(
            PalusPackage.home(getPalusFiles()).library(),
            getRecordings().get().getAsFile().toPath(),
            include,
            getExclude().get(),
            getCollaborators().get());
    return Collections.singletonList(option);
  }
}
