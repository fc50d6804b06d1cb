-- Without a password, the superuser can sign in only within the container of the database.
alter role postgres password null;
