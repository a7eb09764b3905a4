package demo;

/** Is told secrets in every way in which they are known for what they are. */
public class Vault {
  private String secret;
  private int opened;

  /** By the names of parameters. */
  public boolean login(String user, String password) {
    opened++;
    return user.length() < password.length();
  }

  /** By its own name. */
  public void setApiKey(char[] key) {
    opened += key.length;
  }

  /** By the field that it writes. */
  public void keep(String text) {
    secret = text;
  }

  /** By the looks. */
  public int send(String header) {
    return header.length();
  }

  /** By what was secret elsewhere. */
  public int digest(byte[] bytes) {
    return bytes.length + opened;
  }

  public int note(String line) {
    return line.length() + (secret == null ? 0 : secret.length());
  }

  /** By the parameter of a method that it alone calls. */
  public boolean open(String text) {
    return matches(text);
  }

  private boolean matches(String password) {
    return password.equals(secret);
  }

  /** By the user. */
  public long unlock(long pin) {
    return pin % 7;
  }
}
