package org.example.bookings.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.example.bookings.model.CancellationTerms;
import org.example.bookings.model.Cottage;
import org.example.bookings.model.Money;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

@Repository
class JdbcCottageRepository implements CottageRepository {
  private final JdbcTemplate jdbc;

  JdbcCottageRepository(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<Cottage> findByCode(String code) {
    return jdbc.query("select * from cottage where code = ?", this::toCottage, code).stream().findFirst();
  }

  @Override
  public List<Cottage> findForPeople(int people, boolean pets) {
    String sql = "select * from cottage where sleeps >= ?";
    if (pets) {
      sql += " and pets_allowed";
    }
    return jdbc.query(sql + " order by sleeps, code", this::toCottage, people);
  }

  @Override
  public boolean exists(String code) {
    Integer count = jdbc.queryForObject("select count(*) from cottage where code = ?", Integer.class, code);
    return count != null && count > 0;
  }

  private Cottage toCottage(ResultSet row, int number) throws SQLException {
    return new Cottage(
        row.getString("code"),
        row.getString("name"),
        row.getInt("sleeps"),
        row.getInt("minimum_nights"),
        row.getBoolean("pets_allowed"),
        new Money(row.getBigDecimal("rate"), Currency.getInstance(row.getString("currency"))),
        CancellationTerms.valueOf(row.getString("terms")));
  }
}
