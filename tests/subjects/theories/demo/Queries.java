package demo;

import java.util.Properties;
import org.palus.annotation.ParamValue;

/** What the user knows and nobody finds by chance. */
public class Queries {
  @ParamValue(cn = "Statement", mn = "executeQuery")
  public static String query = "select password from users where id > 10";

  @ParamValue(cn = "demo.Driver", mn = "connect")
  public static String url = "jdbc:tinysql:users";

  @ParamValue(cn = "Driver", mn = "connect")
  public static Properties someone = new Properties();

  @ParamValue(cn = "Statement", mn = "execute")
  public static int unknown = 1;

  static {
    someone.setProperty("user", "someone");
  }
}
