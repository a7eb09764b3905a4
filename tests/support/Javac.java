import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles as often as it is asked to: each line of standard input names a file of arguments. It
 * answers with the exit code and the length of what the compiler said, a line, and those bytes.
 */
public final class Javac {
  private Javac() {}

  public static void main(String[] args) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String file = orders.readLine(); file != null; file = orders.readLine()) {
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      int code = compiler.run(null, said, said, "@" + file);
      System.out.println(code + " " + said.size());
      said.writeTo(System.out);
      System.out.flush();
    }
  }
}
