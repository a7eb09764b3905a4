package org.palus.gradle;

import org.gradle.api.DefaultTask;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.IgnoreEmptyDirectories;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;
import org.palus.tooling.Recordings;

/** Makes one recording of what all JVMs of all recorded test tasks wrote. */
@CacheableTask
public abstract class PalusTraceTask extends DefaultTask {
  /** A folder for each recorded test task. */
  @InputFiles
  @IgnoreEmptyDirectories
  @PathSensitive(PathSensitivity.RELATIVE)
  public abstract ConfigurableFileCollection getRecordings();

  /** The command and the library. */
  @InputFiles
  @PathSensitive(PathSensitivity.NONE)
  public abstract ConfigurableFileCollection getPalusFiles();

  /** Holds {@code run.palus} afterwards, when anything was recorded. */
  @OutputDirectory
  public abstract DirectoryProperty getTraceDirectory();

  /** Unites the recordings. */
  @TaskAction
  public void unite() {
    boolean any =
        Failures.told(
            () ->
                Recordings.unite(
                    PalusPackage.home(getPalusFiles()),
                    getRecordings().getFiles(),
                    getTraceDirectory().file("run.palus").get().getAsFile().toPath(),
                    line -> getLogger().info(line)));
    if (!any) {
      getLogger()
          .warn(
              "palus: nothing was recorded: there is no test, or none calls a main class; tests are generated with less"
                  + " to go by");
    }
  }
}
