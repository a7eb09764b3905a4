package org.example.bookings.service;

import java.util.Locale;
import java.util.regex.Pattern;
import org.example.bookings.model.InvalidRequestException;

/** Small things that many classes need. */
final class Texts {
  private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+\\.[a-zA-Z]{2,}");
  private static final Pattern CODE = Pattern.compile("[A-Z]{2,4}-\\d{1,4}");

  private Texts() {}

  static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }

  static String requireEmail(String text) {
    if (isBlank(text)) {
      throw new InvalidRequestException("email", "An e-mail address is needed");
    }
    String trimmed = text.trim().toLowerCase(Locale.ROOT);
    if (!EMAIL.matcher(trimmed).matches()) {
      throw new InvalidRequestException("email", "Not an e-mail address: " + trimmed);
    }
    return trimmed;
  }

  /** A code of a cottage, like {@code LAKE-12}. */
  static String requireCode(String text) {
    String code = isBlank(text) ? "" : text.trim().toUpperCase(Locale.ROOT);
    if (!CODE.matcher(code).matches()) {
      throw new InvalidRequestException("cottage", "Not a code of a cottage: " + text);
    }
    return code;
  }

  /** First and last letter with stars between, for logs. */
  static String masked(String email) {
    int at = email.indexOf('@');
    if (at < 2) {
      return "***" + (at < 0 ? "" : email.substring(at));
    }
    return email.charAt(0) + "***" + email.charAt(at - 1) + email.substring(at);
  }
}
