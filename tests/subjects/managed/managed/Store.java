package managed;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Registers itself with the platform under the first name that is free, and forgets to take that back. */
public class Store implements StoreMBean {
  private static final int MANY = 100;

  private int size;

  public Store() {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      int number = 0;
      while (server.isRegistered(name(number))) {
        number++;
      }
      if (number > MANY) {
        tooMany();
      }
      server.registerMBean(this, name(number));
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ObjectName name(int number) throws JMException {
    return new ObjectName("managed:name=store" + number);
  }

  private void tooMany() {
    size = -1;
  }

  public void add(int count) {
    size += count;
  }

  @Override
  public int getSize() {
    return size;
  }
}
