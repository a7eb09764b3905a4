package org.example.bookings.web;

import java.io.IOException;
import java.io.StringReader;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import org.example.bookings.model.Booking;
import org.example.bookings.model.BookingException;
import org.example.bookings.model.DateRange;
import org.example.bookings.model.ImportReport;
import org.example.bookings.model.InvalidRequestException;
import org.example.bookings.model.Money;
import org.example.bookings.service.AvailabilityService;
import org.example.bookings.service.BookingService;
import org.example.bookings.service.PartnerFeedImporter;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class BookingController {
  private final BookingService bookings;
  private final AvailabilityService availability;
  private final PartnerFeedImporter importer;

  BookingController(BookingService bookings, AvailabilityService availability, PartnerFeedImporter importer) {
    this.bookings = bookings;
    this.availability = availability;
    this.importer = importer;
  }

  @GetMapping("/cottages")
  List<String> search(
      @RequestParam LocalDate arrival,
      @RequestParam(defaultValue = "7") int nights,
      @RequestParam(defaultValue = "2") int people,
      @RequestParam(defaultValue = "false") boolean pets) {
    if (nights < 1 || nights > 60) {
      throw new InvalidRequestException("nights", "From 1 to 60 nights");
    }
    return availability.search(DateRange.ofNights(arrival, nights), people, pets).stream()
        .map(cottage -> cottage.code() + " " + cottage.nightlyRate())
        .toList();
  }

  @PostMapping("/bookings")
  ResponseEntity<BookingView> create(@RequestBody BookingRequest request) {
    Booking booking =
        bookings.request(
            request.cottage(),
            request.email(),
            request.name(),
            new DateRange(request.arrival(), request.departure()),
            request.people() == null ? 2 : request.people(),
            Boolean.TRUE.equals(request.pets()));
    return ResponseEntity.status(HttpStatus.CREATED).body(BookingView.of(booking));
  }

  @GetMapping("/bookings/{id}")
  BookingView show(@PathVariable long id) {
    return BookingView.of(bookings.find(id));
  }

  @PostMapping("/bookings/{id}/confirmation")
  BookingView confirm(@PathVariable long id) {
    return BookingView.of(bookings.confirm(id));
  }

  @DeleteMapping("/bookings/{id}")
  Map<String, String> cancel(@PathVariable long id, @RequestParam(required = false) String currency) {
    Money refund = bookings.cancel(id, currency == null ? null : Currency.getInstance(currency));
    return Map.of("refund", refund.toString());
  }

  @PostMapping(value = "/feeds/{partner}", consumes = "text/csv")
  ImportReport importCsv(@PathVariable String partner, @RequestBody String body) throws IOException {
    return importer.importCsv(partner, new StringReader(body));
  }

  @PostMapping(value = "/feeds/{partner}", consumes = "application/json")
  ImportReport importJson(@PathVariable String partner, @RequestBody String body) {
    return importer.importJson(partner, body);
  }

  @ExceptionHandler
  ResponseEntity<Map<String, String>> handle(BookingException e) {
    String field = e instanceof InvalidRequestException invalid ? invalid.field() : "";
    return ResponseEntity.status(e.httpStatus()).body(Map.of("error", e.getMessage(), "field", field));
  }

  record BookingRequest(
      String cottage,
      String email,
      String name,
      LocalDate arrival,
      LocalDate departure,
      Integer people,
      Boolean pets) {}

  record BookingView(long id, String cottage, LocalDate arrival, long nights, String status, String price) {
    static BookingView of(Booking booking) {
      return new BookingView(
          booking.id(),
          booking.cottageCode(),
          booking.stay().arrival(),
          booking.stay().nights(),
          booking.status().name(),
          booking.price().toString());
    }
  }
}
