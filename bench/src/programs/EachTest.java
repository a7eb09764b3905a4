import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes after each test which probes of JaCoCo it went through: class.method, a tab, and class:probe
 * separated by blanks. What runs between two tests belongs to none.
 */
public final class EachTest implements TestExecutionListener {
  private static final int HEADER = 0x01;
  private static final int SESSION = 0x10;
  private static final int CLASS = 0x11;

  private final Object agent;
  private final Method data;
  private final PrintWriter out;

  public EachTest() throws ReflectiveOperationException, IOException {
    agent = Class.forName("org.jacoco.agent.rt.RT").getMethod("getAgent").invoke(null);
    data = Class.forName("org.jacoco.agent.rt.IAgent").getMethod("getExecutionData", boolean.class);
    out = new PrintWriter(System.getProperty("each.test.out"), "UTF-8");
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      take();
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (test.isTest()) {
      MethodSource source = (MethodSource) test.getSource().orElseThrow();
      out.println(source.getClassName() + "." + source.getMethodName() + "\t" + take());
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    out.close();
  }

  /** What was seen since the last time, in the format of JaCoCo's execution data files. */
  private String take() {
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream((byte[]) data.invoke(agent, true)))) {
      StringBuilder probes = new StringBuilder();
      for (int block = in.read(); block >= 0; block = in.read()) {
        read(block, in, probes);
      }
      return probes.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void read(int block, DataInputStream in, StringBuilder probes)
      throws IOException {
    if (block == HEADER) {
      in.readInt();
    } else if (block == SESSION) {
      in.readUTF();
      in.readLong();
      in.readLong();
    } else if (block == CLASS) {
      in.readLong();
      String name = in.readUTF();
      int count = length(in);
      for (int probe = 0, bits = 0; probe < count; probe++) {
        bits = probe % 8 == 0 ? in.readUnsignedByte() : bits >> 1;
        if ((bits & 1) != 0) {
          probes.append(name).append(':').append(probe).append(' ');
        }
      }
    } else {
      throw new IOException("a block of the unknown kind " + block);
    }
  }

  /** Seven bits a byte, the lowest first. */
  private static int length(DataInputStream in) throws IOException {
    int value = in.readUnsignedByte();
    return value < 0x80 ? value : (value & 0x7f) | (length(in) << 7);
  }
}
