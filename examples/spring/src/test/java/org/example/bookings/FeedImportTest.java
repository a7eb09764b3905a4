package org.example.bookings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.time.LocalDate;
import java.util.List;
import org.example.bookings.model.Booking;
import org.example.bookings.model.DateRange;
import org.example.bookings.model.ImportReport;
import org.example.bookings.model.Money;
import org.example.bookings.service.PartnerFeedImporter;
import org.example.bookings.store.BookingRepository;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;

@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:feed")
@Import(TestBeans.class)
@DirtiesContext
class FeedImportTest {
  @Autowired private PartnerFeedImporter importer;
  @Autowired private BookingRepository bookings;

  @Test
  void importsWhatIsRightAndReportsTheRest() throws Exception {
    ImportReport csv =
        importer.importCsv(
            "alpine",
            new StringReader(
                """
                # code;email;arrival;nights;people;price
                HILL-7;max@guests.example;2025-06-06;5;4;900 CHF
                LAKE-2;eva@guests.example;2025-05-02;3;2;240.00
                LAKE-2;max@guests.example;2025-05-04;2;2;150
                LAKE-9;max@guests.example;2025-05-04;2;2;150
                LAKE-2;max@guests.example;2025-13-04;2;2;150
                LAKE-1;max@guests.example;2025-02-01;7;2;500
                LAKE-1;max
                """));
    assertEquals(2, csv.getImported());
    assertEquals(1, csv.getSkipped());
    assertEquals(4, csv.getErrors().size());
    assertTrue(csv.isSuspicious());

    List<Booking> hill =
        bookings.findOverlapping("HILL-7", DateRange.ofNights(LocalDate.parse("2025-06-08"), 1));
    assertEquals(Money.of("945.00", "EUR"), hill.get(0).price());

    ImportReport json =
        importer.importJson(
            "beach",
            """
            {"bookings": [
              {"cottage": "LAKE-2", "email": "eva@guests.example", "arrival": "2025-05-02", "nights": 3},
              {"cottage": "LAKE-1", "email": "ida@guests.example", "arrival": "2025-07-05", "price": "980.50"}
            ]}
            """);
    assertEquals(1, json.getImported());
    assertEquals(1, json.getSkipped());
    assertEquals(List.of(), json.getErrors());
  }
}
