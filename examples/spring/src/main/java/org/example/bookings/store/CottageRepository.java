package org.example.bookings.store;

import java.util.List;
import java.util.Optional;
import org.example.bookings.model.Cottage;

public interface CottageRepository {
  Optional<Cottage> findByCode(String code);

  List<Cottage> findForPeople(int people, boolean pets);

  boolean exists(String code);
}
