import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Keeps a small ledger in a database in memory: tables, rows, questions, a transaction that is taken back. */
public final class HsqldbSample {
  private static final String[] SMALL = {
    "create table account (id integer primary key, owner varchar(20), balance decimal(10, 2))",
    "insert into account values (1, 'Ada', 100.50)",
    "insert into account values (2, 'Bob', 20)",
    "select owner, balance from account where balance > 50 order by owner",
  };

  private static final String[] MORE = {
    "create table entry (account integer, amount decimal(10, 2), day date,"
        + " foreign key (account) references account (id))",
    "create index by_day on entry (day)",
    "insert into entry values (1, 12.25, '2011-07-17')",
    "insert into entry values (2, -3, '2011-07-18')",
    "update account set balance = balance + 1 where owner like 'B%'",
    "select a.owner, sum(e.amount), count(*) from account a left join entry e on a.id = e.account"
        + " group by a.owner having count(*) > 0",
    "select upper(owner), length(owner), case when balance > 50 then 'rich' else 'poor' end from account",
    "select * from account where id in (select account from entry) and balance between 1 and 1000",
    "create view rich as select owner from account where balance > 50",
    "select * from rich union select owner from account",
    "delete from entry where amount < 0",
    "create sequence numbers start with 5",
    "select next value for numbers from account",
    "alter table account add column note varchar(10)",
    "drop view rich",
    "explain plan for select * from account",
  };

  private HsqldbSample() {}

  /** With {@code full}, there are more statements, prepared ones, a transaction and what goes wrong. */
  public static void main(String[] arguments) throws Exception {
    boolean full = arguments.length > 0 && arguments[0].equals("full");
    Class.forName("org.hsqldb.jdbcDriver");
    try (Connection connection = DriverManager.getConnection("jdbc:hsqldb:mem:sample", "sa", "")) {
      Statement statement = connection.createStatement();
      run(statement, SMALL);
      if (full) {
        run(statement, MORE);
        prepared(connection);
        transaction(connection, statement);
        refused(statement);
        System.out.println(connection.getMetaData().getDatabaseProductVersion());
      }
      statement.execute("shutdown");
    }
  }

  private static void run(Statement statement, String[] texts) throws SQLException {
    for (String text : texts) {
      if (statement.execute(text)) {
        show(statement.getResultSet());
      }
    }
  }

  private static void show(ResultSet rows) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      StringBuilder line = new StringBuilder();
      for (int column = 1; column <= columns; column++) {
        line.append(rows.getMetaData().getColumnName(column)).append('=').append(rows.getString(column)).append(' ');
      }
      System.out.println(line);
    }
    rows.close();
  }

  private static void prepared(Connection connection) throws SQLException {
    PreparedStatement insert = connection.prepareStatement("insert into entry values (?, ?, ?)");
    for (int i = 1; i <= 2; i++) {
      insert.setInt(1, i);
      insert.setBigDecimal(2, new java.math.BigDecimal("1." + i));
      insert.setDate(3, java.sql.Date.valueOf("2011-07-2" + i));
      insert.addBatch();
    }
    insert.executeBatch();
    insert.close();
  }

  private static void transaction(Connection connection, Statement statement) throws SQLException {
    connection.setAutoCommit(false);
    statement.executeUpdate("update account set balance = 0");
    connection.rollback();
    statement.executeUpdate("update account set balance = 1 where id = 2");
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static void refused(Statement statement) {
    for (String wrong : new String[] {"select nothing from nowhere", "insert into account values (1, 'x', 1)"}) {
      try {
        statement.execute(wrong);
      } catch (SQLException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
