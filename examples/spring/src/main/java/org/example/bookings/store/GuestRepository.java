package org.example.bookings.store;

import java.util.Optional;
import org.example.bookings.model.Guest;

public interface GuestRepository {
  Optional<Guest> findById(long id);

  Optional<Guest> findByEmail(String email);

  Guest insert(String name, String email);

  void updatePoints(long id, int points);
}
