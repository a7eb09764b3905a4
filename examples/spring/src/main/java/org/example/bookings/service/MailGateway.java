package org.example.bookings.service;

public interface MailGateway {
  /** Returns the id of the message, or null if it was not taken. */
  String send(String from, String to, String subject, String text);
}
