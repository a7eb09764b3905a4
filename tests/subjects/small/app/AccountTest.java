package app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import demo.Account;
import org.junit.jupiter.api.Test;

class AccountTest {
  private final Account account = new Account();

  @Test
  void deposits() {
    account.deposit(5);
    assertEquals(5, account.balance());
  }

  @Test
  void withdraws() {
    account.deposit(5);
    assertTrue(account.withdraw(3));
    assertEquals(2, account.balance());
  }

  @Test
  void refusesToBeOverdrawn() {
    account.deposit(5);
    assertFalse(account.withdraw(6));
    assertEquals(5, account.balance());
  }

  @Test
  void isSuspiciousBehindTwoRefusals() {
    account.deposit(5);
    account.withdraw(6);
    assertFalse(account.isSuspicious());
    account.withdraw(6);
    assertTrue(account.isSuspicious());
  }

  @Test
  void transfers() {
    Account other = new Account();
    account.deposit(5);
    account.transfer(other, 5);
    assertEquals(5, other.balance());
    assertEquals(0, account.balance());
  }

  @Test
  void takesNoNothing() {
    assertThrows(IllegalArgumentException.class, () -> account.deposit(0));
  }
}
