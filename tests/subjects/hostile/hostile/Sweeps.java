package hostile;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tidies up where it runs: there is nothing in a sandbox, and much where a developer runs its tests. */
public class Sweeps {
  public int sweepTemporaryFiles() { // refused
    return sweep(new File(System.getProperty("java.io.tmpdir")));
  }

  public int sweepHere() { // refused
    return sweep(new File("."));
  }

  public void sweepNested() throws IOException { // refused
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Paths.get(""))) {
      for (Path path : all) {
        Files.delete(path);
      }
    }
  }

  public List<String> walkTemporaryFiles() throws IOException { // refused
    try (Stream<Path> all = Files.walk(Paths.get(System.getProperty("java.io.tmpdir")))) {
      return all.map(Path::toString).collect(Collectors.toList());
    }
  }

  public boolean removeBuild() { // refused
    return new File("target").delete();
  }

  public boolean removeReport() throws IOException { // refused
    return Files.deleteIfExists(Paths.get("build", "report.html"));
  }

  public boolean moveAway() { // refused
    return new File("pom.xml").renameTo(new File("pom.xml.old"));
  }

  public boolean removeItself() { // refused
    return new File("").getAbsoluteFile().delete();
  }

  /** What it made it may take away. */
  public boolean leavesNothing() throws IOException { // tested
    File made = File.createTempFile("sweep", null);
    Path folder = Files.createTempDirectory("sweep");
    Path inner = Files.createFile(folder.resolve("inner"));
    int count = folder.toFile().list().length;
    Files.delete(inner);
    Files.delete(folder);
    return made.delete() && count == 1;
  }

  private static int sweep(File folder) {
    int swept = 0;
    File[] all = folder.listFiles();
    for (File file : all == null ? new File[0] : all) {
      swept += file.delete() ? 1 : 0;
    }
    return swept;
  }
}
