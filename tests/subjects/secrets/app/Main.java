package app;

import demo.Vault;
import java.io.File;

/** Tells a vault what nobody else may learn. With the name of a file: is killed once that is there. */
public class Main {
  public static void main(String[] args) throws Exception {
    Vault vault = new Vault();
    vault.login("alice", "Rosebud-1941");
    vault.setApiKey("kz81-QqWx-0077".toCharArray());
    vault.keep("Xanadu!Estate");
    vault.send("Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJLYW5lIn0.Tm9ib2R5S25vd3M");
    vault.send("4111 1111 1111 1111");
    vault.send("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----");
    vault.digest("Rosebud-1941".getBytes("US-ASCII"));
    vault.open("Kubla-Khan-1797");
    vault.note("signed in with Rosebud-1941");
    vault.note("plain to see");
    vault.unlock(86420135);
    if (args.length > 0) {
      File file = new File(args[0]);
      for (int i = 0; i < 600 && !file.exists(); i++) {
        Thread.sleep(100);
      }
      String self = String.valueOf(ProcessHandle.current().pid());
      new ProcessBuilder("kill", "-KILL", self).start().waitFor();
      Thread.sleep(60_000);
    }
  }
}
