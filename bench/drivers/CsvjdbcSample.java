import java.io.Reader;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.relique.io.TableReader;

/** Asks texts with commas in them questions of SQL. */
public final class CsvjdbcSample {
  private static final String[] SMALL = {"select name, age from people", "select * from people where age > 40"};

  private static final String[] MORE = {
    "select upper(name), age + 1 as older from people order by age desc",
    "select city, count(*), max(age) from people group by city having count(*) > 1",
    "select distinct city from people where name like 'A%' or city is null",
    "select name from people where age between 30 and 50 and city in ('London', 'Paris')",
    "select substring(name, 1, 2), length(city), case when age > 40 then 'old' else 'young' end from people limit 3",
    "select sum(amount), avg(amount), min(day) from sales where amount <> 0",
    "select round(amount), abs(amount), coalesce(day, 'never') from sales where not amount > 5",
  };

  private CsvjdbcSample() {}

  /** The tables. */
  public static final class Tables implements TableReader {
    @Override
    public Reader getReader(Statement statement, String table) {
      if (table.equalsIgnoreCase("people")) {
        return new StringReader("name,age,city\nAda,36,London\nBlaise,39,Paris\nAlan,41,London\n\"O, Leo\",76,\n");
      }
      return new StringReader("day;amount\n2011-07-17;12.5\n2011-07-18;-3\n;0\n");
    }

    @Override
    public List<String> getTableNames(Connection connection) {
      return Arrays.asList("people", "sales");
    }
  }

  /** With {@code full}, there are more questions, rows are read in several ways, and some things go wrong. */
  public static void main(String[] arguments) throws Exception {
    boolean full = arguments.length > 0 && arguments[0].equals("full");
    Class.forName("org.relique.jdbc.csv.CsvDriver");
    Properties types = new Properties();
    types.put("columnTypes", "String,Int,String");
    String url = "jdbc:relique:csv:class:" + Tables.class.getName();
    try (Connection connection = DriverManager.getConnection(url, types);
        Statement statement = connection.createStatement()) {
      ask(statement, SMALL);
    }
    if (!full) {
      return;
    }
    Properties semicolons = new Properties();
    semicolons.put("separator", ";");
    semicolons.put("columnTypes", "String,Double");
    try (Connection connection = DriverManager.getConnection(url, semicolons);
        Statement statement =
            connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
      ask(statement, Arrays.copyOfRange(MORE, 5, MORE.length));
      ResultSet rows = statement.executeQuery("select * from sales");
      rows.last();
      rows.previous();
      rows.absolute(1);
      System.out.println(rows.getDouble("amount") + " " + rows.isFirst() + " " + rows.getRow());
      rows.close();
    }
    try (Connection connection = DriverManager.getConnection(url, types);
        Statement statement = connection.createStatement()) {
      ask(statement, Arrays.copyOfRange(MORE, 0, 5));
      for (String wrong : new String[] {"select", "select nothing from people", "select * frm people"}) {
        try {
          statement.executeQuery(wrong).close();
        } catch (SQLException e) {
          System.out.println(e.getMessage());
        }
      }
      ResultSet tables = connection.getMetaData().getTables(null, null, "%", null);
      while (tables.next()) {
        System.out.println(tables.getString("TABLE_NAME"));
      }
    }
  }

  private static void ask(Statement statement, String[] questions) throws SQLException {
    for (String question : questions) {
      ResultSet rows = statement.executeQuery(question);
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        StringBuilder line = new StringBuilder();
        for (int column = 1; column <= columns; column++) {
          line.append(rows.getMetaData().getColumnLabel(column)).append('=').append(rows.getObject(column)).append(' ');
        }
        System.out.println(line);
      }
      rows.close();
    }
  }
}
