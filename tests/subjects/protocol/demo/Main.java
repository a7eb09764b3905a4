package demo;

/** The correct run. */
public class Main {
  public static void main(String[] args) {
    Driver driver = new Driver();
    for (String name : new String[] {"ledger", "stock"}) {
      Connection connection = driver.connect("tiny:" + name);
      connection.login("user of " + name);
      connection.begin();
      Statement statement = connection.statement();
      statement.prepare("amount of " + name);
      statement.bind("42");
      for (int rows = statement.execute(); rows > 0; rows--) {
        statement.fetch();
      }
      connection.close();
    }
  }
}
