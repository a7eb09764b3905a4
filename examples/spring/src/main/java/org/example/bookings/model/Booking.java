package org.example.bookings.model;

import java.time.Instant;
import java.util.Objects;

/** A stay that somebody asked for. Immutable; {@link #toBuilder()} is the way to a changed one. */
public final class Booking {
  private final long id;
  private final String cottageCode;
  private final long guestId;
  private final DateRange stay;
  private final int people;
  private final boolean pets;
  private final BookingStatus status;
  private final Money price;
  private final Instant requestedAt;

  private Booking(Builder builder) {
    this.id = builder.id;
    this.cottageCode = Objects.requireNonNull(builder.cottageCode, "cottageCode");
    this.guestId = builder.guestId;
    this.stay = Objects.requireNonNull(builder.stay, "stay");
    this.people = builder.people;
    this.pets = builder.pets;
    this.status = builder.status;
    this.price = Objects.requireNonNull(builder.price, "price");
    this.requestedAt = Objects.requireNonNull(builder.requestedAt, "requestedAt");
    if (people < 1) {
      throw new InvalidRequestException("people", "At least one person must stay");
    }
  }

  public static Builder builder() {
    return new Builder();
  }

  public Builder toBuilder() {
    return new Builder()
        .id(id)
        .cottageCode(cottageCode)
        .guestId(guestId)
        .stay(stay)
        .people(people)
        .pets(pets)
        .status(status)
        .price(price)
        .requestedAt(requestedAt);
  }

  /** The same booking in another status. */
  public Booking moveTo(BookingStatus next) {
    if (!status.canBecome(next)) {
      throw new WrongStatusException(id, status, next);
    }
    return toBuilder().status(next).build();
  }

  public long id() {
    return id;
  }

  public String cottageCode() {
    return cottageCode;
  }

  public long guestId() {
    return guestId;
  }

  public DateRange stay() {
    return stay;
  }

  public int people() {
    return people;
  }

  public boolean pets() {
    return pets;
  }

  public BookingStatus status() {
    return status;
  }

  public Money price() {
    return price;
  }

  public Instant requestedAt() {
    return requestedAt;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Booking that
        && id == that.id
        && guestId == that.guestId
        && people == that.people
        && pets == that.pets
        && cottageCode.equals(that.cottageCode)
        && stay.equals(that.stay)
        && status == that.status
        && price.equals(that.price)
        && requestedAt.equals(that.requestedAt);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, cottageCode, guestId, stay, status);
  }

  @Override
  public String toString() {
    return "Booking " + id + " of " + cottageCode + " from " + stay.arrival() + ": " + status;
  }

  public static final class Builder {
    private long id;
    private String cottageCode;
    private long guestId;
    private DateRange stay;
    private int people = 2;
    private boolean pets;
    private BookingStatus status = BookingStatus.REQUESTED;
    private Money price;
    private Instant requestedAt;

    private Builder() {}

    public Builder id(long id) {
      this.id = id;
      return this;
    }

    public Builder cottageCode(String cottageCode) {
      this.cottageCode = cottageCode;
      return this;
    }

    public Builder guestId(long guestId) {
      this.guestId = guestId;
      return this;
    }

    public Builder stay(DateRange stay) {
      this.stay = stay;
      return this;
    }

    public Builder people(int people) {
      this.people = people;
      return this;
    }

    public Builder pets(boolean pets) {
      this.pets = pets;
      return this;
    }

    public Builder status(BookingStatus status) {
      this.status = status;
      return this;
    }

    public Builder price(Money price) {
      this.price = price;
      return this;
    }

    public Builder requestedAt(Instant requestedAt) {
      this.requestedAt = requestedAt;
      return this;
    }

    public Booking build() {
      return new Booking(this);
    }
  }
}
