package demo;

/** The customers. Nobody here implements it. */
public interface Customers extends Repository<Customer, Long> {
  Customer byName(String name);

  int count();
}
