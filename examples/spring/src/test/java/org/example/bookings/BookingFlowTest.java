package org.example.bookings;

import static org.hamcrest.Matchers.containsString;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.delete;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.web.servlet.AutoConfigureMockMvc;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.RequestBuilder;

@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:flow")
@AutoConfigureMockMvc
@Import(TestBeans.class)
@DirtiesContext
class BookingFlowTest {
  @Autowired private MockMvc mvc;
  @Autowired private ObjectMapper json;

  @Test
  void bookConfirmAndCancel() throws Exception {
    mvc.perform(get("/cottages?arrival=2025-03-21&nights=7&people=2&pets=true"))
        .andExpect(jsonPath("$[0]").value("LAKE-1 EUR 120.00"))
        .andExpect(jsonPath("$[1]").value("HILL-7 CHF 150.00"));

    String answer =
        mvc.perform(request("lake-1", "Ada@guests.example", "2025-03-21", "2025-03-28"))
            .andExpect(status().isCreated())
            .andExpect(jsonPath("$.status").value("REQUESTED"))
            .andExpect(jsonPath("$.price").value("EUR 788.22"))
            .andReturn()
            .getResponse()
            .getContentAsString();
    long id = json.readTree(answer).get("id").asLong();

    mvc.perform(request("LAKE-1", "new@guests.example", "2025-03-25", "2025-03-30"))
        .andExpect(status().isConflict())
        .andExpect(jsonPath("$.error").value("Taken, free from 2025-03-28"));
    mvc.perform(request("LAKE-1", "no address", "2025-04-25", "2025-04-30"))
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.field").value("email"));

    mvc.perform(post("/bookings/" + id + "/confirmation")).andExpect(status().isOk());
    mvc.perform(get("/bookings/" + id)).andExpect(jsonPath("$.status").value("CONFIRMED"));
    mvc.perform(delete("/bookings/" + id + "?currency=CHF"))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.refund").value("CHF 374.40"));
    mvc.perform(delete("/bookings/" + id))
        .andExpect(status().isConflict())
        .andExpect(jsonPath("$.error").value(containsString("is CANCELLED")));
    mvc.perform(get("/bookings/1")).andExpect(status().isNotFound());
  }

  private RequestBuilder request(
      String cottage, String email, String arrival, String departure) throws Exception {
    Map<String, Object> body =
        Map.of("cottage", cottage, "email", email, "arrival", arrival, "departure", departure, "pets", true);
    return post("/bookings").contentType(MediaType.APPLICATION_JSON).content(json.writeValueAsString(body));
  }
}
