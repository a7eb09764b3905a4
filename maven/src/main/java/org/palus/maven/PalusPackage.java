package org.palus.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.palus.tooling.PalusException;
import org.palus.tooling.PalusHome;
import org.palus.tooling.Platform;
import org.palus.tooling.Recordings;

/** Fetches the package for this machine and unpacks it. */
final class PalusPackage {
  private final RepositorySystem system;
  private final RepositorySystemSession session;
  private final List<RemoteRepository> repositories;

  PalusPackage(
      RepositorySystem system,
      RepositorySystemSession session,
      List<RemoteRepository> repositories) {
    this.system = system;
    this.session = session;
    this.repositories = repositories;
  }

  /** The home in that folder, unpacked now unless it is there from the same package already. */
  PalusHome unpacked(String version, Path folder) {
    File archive = resolve(version);
    Path mark = folder.resolve("unpacked-from");
    String origin = archive + " " + archive.length() + " " + archive.lastModified();
    try {
      if (Files.exists(mark) && new String(Files.readAllBytes(mark)).equals(origin)) {
        return PalusHome.at(folder);
      }
      Recordings.clear(folder);
      PalusHome home = PalusHome.unpack(archive, folder);
      Files.write(mark, origin.getBytes());
      return home;
    } catch (IOException e) {
      throw new PalusException(folder + " cannot be written: " + e.getMessage(), e);
    }
  }

  private File resolve(String version) {
    DefaultArtifact wanted =
        new DefaultArtifact("org.palus", "palus", Platform.current(), "zip", version);
    try {
      return system
          .resolveArtifact(session, new ArtifactRequest(wanted, repositories, null))
          .getArtifact()
          .getFile();
    } catch (ArtifactResolutionException e) {
      throw new PalusException(
          "the package "
              + wanted
              + " is in no plugin repository; install it, or name the folder of a build of your own as palus.home",
          e);
    }
  }
}
