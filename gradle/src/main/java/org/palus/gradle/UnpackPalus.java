package org.palus.gradle;

import java.io.File;
import org.gradle.api.artifacts.transform.InputArtifact;
import org.gradle.api.artifacts.transform.TransformAction;
import org.gradle.api.artifacts.transform.TransformOutputs;
import org.gradle.api.artifacts.transform.TransformParameters;
import org.gradle.api.file.FileSystemLocation;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.work.DisableCachingByDefault;
import org.palus.tooling.PalusHome;

/**
 * Unpacks a package once for all projects of a machine; Gradle keeps the result in its user home.
 */
@DisableCachingByDefault(because = "unpacking is as fast as fetching")
public abstract class UnpackPalus implements TransformAction<TransformParameters.None> {
  /** The package. */
  @InputArtifact
  @PathSensitive(PathSensitivity.NONE)
  public abstract Provider<FileSystemLocation> getArchive();

  @Override
  public void transform(TransformOutputs outputs) {
    File folder = outputs.dir("palus");
    PalusHome.unpack(getArchive().get().getAsFile(), folder.toPath());
  }
}
