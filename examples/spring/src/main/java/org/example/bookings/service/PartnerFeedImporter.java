package org.example.bookings.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import org.example.bookings.model.Booking;
import org.example.bookings.model.BookingException;
import org.example.bookings.model.BookingStatus;
import org.example.bookings.model.DateRange;
import org.example.bookings.model.Guest;
import org.example.bookings.model.ImportReport;
import org.example.bookings.model.InvalidRequestException;
import org.example.bookings.model.Money;
import org.example.bookings.store.BookingRepository;
import org.example.bookings.store.CottageRepository;
import org.example.bookings.store.GuestRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Takes over bookings that partners have sold: lines of {@code code;email;arrival;nights;people;price}, or JSON. */
@Service
public class PartnerFeedImporter {
  private static final Logger log = LoggerFactory.getLogger(PartnerFeedImporter.class);

  private final CottageRepository cottages;
  private final GuestRepository guests;
  private final BookingRepository bookings;
  private final CurrencyConverter converter;
  private final ObjectMapper json;
  private final Clock clock;

  public PartnerFeedImporter(
      CottageRepository cottages,
      GuestRepository guests,
      BookingRepository bookings,
      CurrencyConverter converter,
      ObjectMapper json,
      Clock clock) {
    this.cottages = cottages;
    this.guests = guests;
    this.bookings = bookings;
    this.converter = converter;
    this.json = json;
    this.clock = clock;
  }

  public ImportReport importCsv(String source, Reader feed) throws IOException {
    ImportReport.ImportReportBuilder report = ImportReport.builder().source(source);
    int imported = 0;
    int skipped = 0;
    int number = 0;
    BufferedReader lines = new BufferedReader(feed);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      try {
        if (take(parse(line))) {
          imported++;
        } else {
          skipped++;
        }
      } catch (BookingException | NumberFormatException | DateTimeException e) {
        report.error("line " + number + ": " + e.getMessage());
      }
    }
    return finish(report.imported(imported).skipped(skipped).build());
  }

  public ImportReport importJson(String source, String text) {
    ImportReport.ImportReportBuilder report = ImportReport.builder().source(source);
    JsonNode root;
    try {
      root = json.readTree(text);
    } catch (JsonProcessingException e) {
      return finish(report.error("not JSON: " + e.getOriginalMessage()).build());
    }
    JsonNode entries = root.isArray() ? root : root.path("bookings");
    if (!entries.isArray()) {
      return finish(report.error("no bookings").build());
    }
    int imported = 0;
    int skipped = 0;
    for (int i = 0; i < entries.size(); i++) {
      try {
        JsonNode node = entries.get(i);
        Entry entry =
            new Entry(
                Texts.requireCode(node.path("cottage").asText()),
                Texts.requireEmail(node.path("email").asText(null)),
                DateRange.ofNights(
                    LocalDate.parse(node.path("arrival").asText()), node.path("nights").asInt(7)),
                node.path("people").asInt(2),
                Money.of(node.path("price").asText("0"), node.path("currency").asText("EUR")));
        if (take(entry)) {
          imported++;
        } else {
          skipped++;
        }
      } catch (BookingException | IllegalArgumentException | DateTimeException e) {
        report.error("entry " + i + ": " + e.getMessage());
      }
    }
    return finish(report.imported(imported).skipped(skipped).build());
  }

  private Entry parse(String line) {
    String[] fields = line.split(";", -1);
    if (fields.length < 6) {
      throw new InvalidRequestException("line", "6 fields are needed, not " + fields.length);
    }
    String price = fields[5].trim();
    Currency currency = Currency.getInstance("EUR");
    int blank = price.indexOf(' ');
    if (blank > 0) {
      currency = currencyOf(price.substring(blank + 1).trim());
      price = price.substring(0, blank);
    }
    return new Entry(
        Texts.requireCode(fields[0]),
        Texts.requireEmail(fields[1]),
        DateRange.ofNights(LocalDate.parse(fields[2].trim()), Integer.parseInt(fields[3].trim())),
        Integer.parseInt(fields[4].trim()),
        new Money(new BigDecimal(price), currency));
  }

  private static Currency currencyOf(String code) {
    try {
      return Currency.getInstance(code.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException("currency", "Unknown currency " + code);
    }
  }

  /** Returns false for what is there already, or over. */
  private boolean take(Entry entry) {
    if (!cottages.exists(entry.code)) {
      throw new InvalidRequestException("cottage", "Unknown cottage " + entry.code);
    }
    if (entry.price.isNegative()) {
      throw new InvalidRequestException("price", "The price is negative");
    }
    if (entry.stay.departure().isBefore(LocalDate.now(clock))) {
      return false;
    }
    Guest guest =
        guests
            .findByEmail(entry.email)
            .orElseGet(() -> guests.insert(entry.email.substring(0, entry.email.indexOf('@')), entry.email));
    List<Booking> overlapping = bookings.findOverlapping(entry.code, entry.stay);
    for (Booking other : overlapping) {
      if (other.guestId() == guest.id() && other.stay().equals(entry.stay)) {
        return false;
      }
    }
    if (!overlapping.isEmpty()) {
      throw new InvalidRequestException("dates", "Overlaps booking " + overlapping.get(0).id());
    }
    bookings.save(
        Booking.builder()
            .cottageCode(entry.code)
            .guestId(guest.id())
            .stay(entry.stay)
            .people(entry.people)
            .status(BookingStatus.CONFIRMED)
            .price(converter.toEuros(entry.price))
            .requestedAt(clock.instant())
            .build());
    return true;
  }

  private ImportReport finish(ImportReport report) {
    if (report.isSuspicious()) {
      log.warn("Feed {} is mostly wrong: {}", report.getSource(), report.getErrors());
    } else {
      log.info("{} imported from {}", report.getImported(), report.getSource());
    }
    return report;
  }

  private record Entry(String code, String email, DateRange stay, int people, Money price) {}
}
