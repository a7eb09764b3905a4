package org.example.bookings.store;

import java.sql.PreparedStatement;
import java.util.Locale;
import java.util.Optional;
import org.example.bookings.model.Guest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;

@Repository
class JdbcGuestRepository implements GuestRepository {
  private static final RowMapper<Guest> GUEST =
      (row, number) ->
          new Guest(
              row.getLong("id"),
              row.getString("name"),
              row.getString("email"),
              row.getInt("points"),
              row.getBoolean("wants_mail"));

  private final JdbcTemplate jdbc;

  JdbcGuestRepository(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<Guest> findById(long id) {
    return jdbc.query("select * from guest where id = ?", GUEST, id).stream().findFirst();
  }

  @Override
  public Optional<Guest> findByEmail(String email) {
    return jdbc
        .query("select * from guest where email = ?", GUEST, email.toLowerCase(Locale.ROOT))
        .stream()
        .findFirst();
  }

  @Override
  public Guest insert(String name, String email) {
    String lower = email.toLowerCase(Locale.ROOT);
    KeyHolder key = new GeneratedKeyHolder();
    jdbc.update(
        connection -> {
          PreparedStatement statement =
              connection.prepareStatement(
                  "insert into guest (name, email, points, wants_mail) values (?, ?, 0, true)",
                  new String[] {"id"});
          statement.setString(1, name);
          statement.setString(2, lower);
          return statement;
        },
        key);
    return new Guest(key.getKeyAs(Long.class), name, lower, 0, true);
  }

  @Override
  public void updatePoints(long id, int points) {
    jdbc.update("update guest set points = ? where id = ?", points, id);
  }
}
