insert into cottage (code, name, sleeps, minimum_nights, pets_allowed, rate, currency, terms) values
  ('LAKE-1', 'Boathouse', 4, 3, true, 120.00, 'EUR', 'MODERATE'),
  ('LAKE-2', 'Reed hut', 2, 2, false, 80.00, 'EUR', 'FLEXIBLE'),
  ('HILL-7', 'Shepherd''s rest', 6, 5, true, 150.00, 'CHF', 'STRICT');

insert into guest (id, name, email, points, wants_mail) values
  (1, 'Ada Byron', 'ada@guests.example', 640, true),
  (2, 'Max Berg', 'max@guests.example', 480, false),
  (3, 'Ida Holm', 'ida@guests.example', 2100, true);
