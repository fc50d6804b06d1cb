-- Runs once, by psql, when the database of a compose file is made: the role with which Porchlight connects owns its database, and
-- may create roles and databases, but is no superuser.
\getenv password OWNER_PASSWORD
create role porchlight login createrole createdb password :'password';
alter database porchlight owner to porchlight;
