// `npm run pgbouncer:users`: prints PgBouncer's user list, which has the application role and its password.
import { readConfig } from '../api/config.ts'
import { pgBouncerUsers } from '../api/database/roles.ts'

const { databaseDirectUrl } = readConfig()
if (databaseDirectUrl) process.stdout.write(pgBouncerUsers(databaseDirectUrl))
else {
  console.error('Set DATABASE_DIRECT_URL to the URL of the database.')
  process.exitCode = 1
}
