package org.palus.worker;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import org.palus.hook.Guard;
import org.palus.hook.Probe;

/**
 * The management beans that a sequence has registered, taken out again. Programs number them until a
 * name is free, so that the thousandth pool looks for longer than it runs, and is called as no test
 * finds it. To have registered one is no reason to drop a test: those of a project do, too.
 */
final class Beans {
  /** What a bean may pass while it is told that it is taken out. */
  private static final int FUEL = 100_000;

  private Beans() {}

  /** Takes them out. */
  static void restore() {
    for (Object name = Guard.registered(); name != null; name = Guard.registered()) {
      ObjectName bean = (ObjectName) name;
      if (!isOfJdk(bean.getDomain())) {
        takeOut(bean);
      }
    }
  }

  private static void takeOut(ObjectName bean) {
    Probe.refuel(FUEL);
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(bean);
    } catch (JMException | RuntimeException | Error gone) {
      // The sequence has taken it out itself, it was refused, or is of another server.
    }
    Probe.refuel(Integer.MAX_VALUE);
  }

  /** The beans of the virtual machine itself, which come with the first one of a program. */
  private static boolean isOfJdk(String domain) {
    return domain.startsWith("java.")
        || domain.startsWith("jdk.")
        || domain.startsWith("com.sun.")
        || domain.equals("JMImplementation");
  }
}
