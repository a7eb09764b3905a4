package demo;

import java.util.Properties;

/** Makes connections: the first class of the paper's Figure 1. */
public class Driver {
  public Driver() {}

  public Connection connect(String url, Properties info) {
    if (!url.startsWith("jdbc:tinysql:")) {
      return null;
    }
    return new Connection(info.getProperty("user", "nobody"), url, this);
  }
}
