// `npm run pgbouncer:users`: prints PgBouncer's user list, which has the application role and its password.
import { readConfig } from '../api/config.ts'
import { pgBouncerUsers } from '../api/database/roles.ts'
import { Refused } from '../api/domain/errors.ts'
import { describeKnownFailure } from './ownerClient.ts'

try {
  const { databaseDirectUrl } = readConfig()
  if (!databaseDirectUrl) throw new Refused('Set DATABASE_DIRECT_URL to the URL of the database.')
  process.stdout.write(pgBouncerUsers(databaseDirectUrl))
} catch (error) {
  const known = describeKnownFailure(error)
  if (known === null) throw error
  console.error(known)
  process.exitCode = 1
}
