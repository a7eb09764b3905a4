package org.palus.gradle;

import org.gradle.api.Action;
import org.gradle.api.Task;
import org.gradle.api.file.Directory;
import org.gradle.api.provider.Provider;
import org.palus.tooling.Recordings;

/**
 * Removes what an earlier run recorded, before the tests start. No lambda: Gradle could not tell
 * whether it changed.
 */
final class ClearRecordings implements Action<Task> {
  private final Provider<Directory> folder;

  ClearRecordings(Provider<Directory> folder) {
    this.folder = folder;
  }

  @Override
  public void execute(Task task) {
    Recordings.clear(folder.get().getAsFile().toPath());
  }
}
