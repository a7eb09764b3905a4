package org.example.bookings.store;

import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.example.bookings.model.Booking;
import org.example.bookings.model.BookingStatus;
import org.example.bookings.model.DateRange;
import org.example.bookings.model.Money;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;

@Repository
class JdbcBookingRepository implements BookingRepository {
  private static final String SELECT = "select * from booking where ";

  private final JdbcTemplate jdbc;

  JdbcBookingRepository(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  @Override
  public Optional<Booking> findById(long id) {
    return jdbc.query(SELECT + "id = ?", this::toBooking, id).stream().findFirst();
  }

  @Override
  public List<Booking> findOverlapping(String cottageCode, DateRange range) {
    return jdbc.query(
        SELECT
            + "cottage_code = ? and status in ('REQUESTED', 'CONFIRMED') and arrival < ? and departure > ?"
            + " order by arrival",
        this::toBooking,
        cottageCode,
        Date.valueOf(range.departure()),
        Date.valueOf(range.arrival()));
  }

  @Override
  public List<Booking> findRequestedBefore(Instant time) {
    return jdbc.query(
        SELECT + "status = 'REQUESTED' and requested_at < ? order by id",
        this::toBooking,
        Timestamp.from(time));
  }

  @Override
  public List<Booking> findConfirmedEndingBy(LocalDate day) {
    return jdbc.query(
        SELECT + "status = 'CONFIRMED' and departure <= ? order by id", this::toBooking, Date.valueOf(day));
  }

  @Override
  public int countByGuest(long guestId, BookingStatus status) {
    Integer count =
        jdbc.queryForObject(
            "select count(*) from booking where guest_id = ? and status = ?",
            Integer.class,
            guestId,
            status.name());
    return count == null ? 0 : count;
  }

  @Override
  public Booking save(Booking booking) {
    if (booking.id() != 0) {
      int rows =
          jdbc.update(
              "update booking set status = ?, price = ?, people = ? where id = ?",
              booking.status().name(),
              booking.price().amount(),
              booking.people(),
              booking.id());
      if (rows != 1) {
        throw new IllegalStateException("Booking " + booking.id() + " is gone");
      }
      return booking;
    }
    KeyHolder key = new GeneratedKeyHolder();
    jdbc.update(
        connection -> {
          PreparedStatement statement =
              connection.prepareStatement(
                  "insert into booking (cottage_code, guest_id, arrival, departure, people, pets,"
                      + " status, price, currency, requested_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                  new String[] {"id"});
          statement.setString(1, booking.cottageCode());
          statement.setLong(2, booking.guestId());
          statement.setDate(3, Date.valueOf(booking.stay().arrival()));
          statement.setDate(4, Date.valueOf(booking.stay().departure()));
          statement.setInt(5, booking.people());
          statement.setBoolean(6, booking.pets());
          statement.setString(7, booking.status().name());
          statement.setBigDecimal(8, booking.price().amount());
          statement.setString(9, booking.price().currency().getCurrencyCode());
          statement.setTimestamp(10, Timestamp.from(booking.requestedAt()));
          return statement;
        },
        key);
    return booking.toBuilder().id(key.getKeyAs(Long.class)).build();
  }

  private Booking toBooking(ResultSet row, int number) throws SQLException {
    return Booking.builder()
        .id(row.getLong("id"))
        .cottageCode(row.getString("cottage_code"))
        .guestId(row.getLong("guest_id"))
        .stay(new DateRange(row.getDate("arrival").toLocalDate(), row.getDate("departure").toLocalDate()))
        .people(row.getInt("people"))
        .pets(row.getBoolean("pets"))
        .status(BookingStatus.valueOf(row.getString("status")))
        .price(new Money(row.getBigDecimal("price"), Currency.getInstance(row.getString("currency"))))
        .requestedAt(row.getTimestamp("requested_at").toInstant())
        .build();
  }
}
