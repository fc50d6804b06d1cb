import { z } from 'zod'
import { onOrOff, databaseUrl, wholeNumber, type Definitions } from './shapes.ts'

export const databaseSettings = {
  DATABASE_URL: {
    shape: databaseUrl,
    description:
      'Connection URL of your own PostgreSQL database, as its owner. The password can be set in `PGPASSWORD` instead; the password of the application role is derived from it. If not set, the embedded database in `DATA_DIR` is used.',
    accepts: 'postgres://user:password@host:5432/porchlight, PostgreSQL 15 or later',
    secret: true,
  },
  DATABASE_DIRECT_URL: {
    shape: databaseUrl,
    description:
      'Connection URL of the same database without a pooler, as its owner. Set it if `DATABASE_URL` names PgBouncer in transaction mode: migrations, maintenance commands, live updates and the search for dead connections need sessions of their own.',
    accepts: 'postgres://user:password@host:5432/porchlight',
    secret: true,
  },
  DATA_DIR: {
    shape: z.string().min(1).default('.data'),
    description: 'Folder of the embedded database.',
    accepts: 'a folder; created if it does not exist',
  },
  DATABASE_POOL: {
    shape: wholeNumber(2, 200).default(10),
    description: 'Maximum number of database connections of one server process.',
    accepts: '2 to 200',
  },
  STATEMENT_TIMEOUT: {
    shape: wholeNumber(1, 600).default(30),
    description:
      'Seconds after which PostgreSQL ends a statement of the server, which responds with 503. Does not apply to migrations, backups and other maintenance.',
    accepts: '1 to 600',
  },
  LOCK_TIMEOUT: {
    shape: wholeNumber(1, 600).default(10),
    description: 'Seconds for which a statement of the server waits for a lock before the server responds with 503.',
    accepts: '1 to 600',
  },
  DEMO: {
    shape: onOrOff.default(true),
    description:
      'on: a new embedded database is created with the demo data. off: it is created empty, and existing demo accounts cannot sign in. Ignored if `DATABASE_URL` is set, which never contains demo data.',
    accepts: 'on or off',
  },
} as const satisfies Definitions
