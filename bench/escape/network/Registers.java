package network;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.rmi.registry.LocateRegistry;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Offers objects to other virtual machines. */
public class Registers {
  public Object registry() throws IOException {
    return LocateRegistry.createRegistry(0);
  }

  public int beans() throws IOException {
    JMXServiceURL url = new JMXServiceURL("service:jmx:rmi://");
    JMXConnectorServerFactory.newJMXConnectorServer(
            url, null, ManagementFactory.getPlatformMBeanServer())
        .start();
    return 1;
  }

  public Object lookUp() throws NamingException {
    return new InitialContext().lookup("ldap://127.0.0.1/a");
  }
}
