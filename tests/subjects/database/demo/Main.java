package demo;

import java.util.Properties;

/** The sequence of the paper's Figure 2. */
public class Main {
  public static void main(String[] args) {
    Driver driver = new Driver();
    Connection connection = driver.connect("jdbc:tinysql:db", new Properties());
    Statement statement = new Statement(connection);
    statement.executeQuery("select * from table_name");
    statement.close();
    connection.close();
  }
}
