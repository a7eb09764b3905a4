package org.example.bookings.service;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.example.bookings.model.Booking;
import org.example.bookings.model.BookingEvent;
import org.example.bookings.model.Guest;
import org.example.bookings.store.GuestRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Service;

/** Tells guests what has become of their bookings. */
@Service
public class NotificationService {
  private static final Logger log = LoggerFactory.getLogger(NotificationService.class);

  @Autowired private GuestRepository guests;
  @Autowired private MailGateway mails;
  @Autowired private ExecutorService mailExecutor;

  @Value("${bookings.mail.sender}")
  private String sender;

  @EventListener
  public void onBooking(BookingEvent event) {
    mailExecutor.execute(() -> notify(event));
  }

  /** Whether a mail was sent. */
  boolean notify(BookingEvent event) {
    Booking booking = event.booking();
    Optional<Guest> guest = guests.findById(booking.guestId());
    if (guest.isEmpty()) {
      log.warn("No guest {} to tell of {}", booking.guestId(), booking);
      return false;
    }
    if (!guest.get().wantsMail() && !booking.status().isOpen()) {
      return false;
    }
    String id = mails.send(sender, guest.get().email(), subject(event), text(booking, guest.get()));
    if (id == null) {
      log.warn("Mail to {} was not taken", Texts.masked(guest.get().email()));
    }
    return id != null;
  }

  String subject(BookingEvent event) {
    Booking booking = event.booking();
    if (event.isNew()) {
      return "We have your request " + booking.id();
    }
    return switch (booking.status()) {
      case CONFIRMED -> "Your stay from " + booking.stay().arrival() + " is confirmed";
      case CANCELLED -> "Booking " + booking.id() + " is cancelled";
      case EXPIRED -> "Your request " + booking.id() + " has expired";
      case COMPLETED -> "Thank you for your stay";
      case REQUESTED -> "Booking " + booking.id();
    };
  }

  private static String text(Booking booking, Guest guest) {
    StringBuilder text = new StringBuilder("Dear ");
    text.append(Texts.isBlank(guest.name()) ? "guest" : guest.name()).append(",\n\n");
    text.append(booking.cottageCode()).append(", ").append(booking.stay().nights());
    text.append(booking.stay().nights() == 1 ? " night" : " nights");
    text.append(", ").append(booking.price()).append('\n');
    return text.toString();
  }
}
