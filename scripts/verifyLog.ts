// `npm run log:verify`: checks the hash chain of the activity log and compares every projection with a rebuild.
// Read-only.
import { isUpToDate } from '../api/lifecycle/migrate.ts'
import { verifyLog } from '../api/log/verify.ts'
import { listTenantsWithLogs } from '../api/projections/rebuild.ts'
import { withOwner } from './ownerClient.ts'

await withOwner(
  async (client) => {
    if (!(await isUpToDate(client))) {
      console.error('The database is of another version: verify it with that one, or start this one first.')
      return false
    }
    let sound = true
    for (const tenantId of await listTenantsWithLogs(client)) {
      const { events, faults } = await verifyLog(client, tenantId)
      console.log(
        `${tenantId}  ${events.toLocaleString('en-US')} events  ${faults.length === 0 ? 'sound' : faults.join('; ')}`,
      )
      sound &&= faults.length === 0
    }
    console.log(sound ? 'The log and its projections are sound.' : 'Something was changed behind the log: see above.')
    return sound
  },
  { skipMigrations: true },
)
