// `npm run log:verify`: checks the hash chain of the activity log and compares every projection with a rebuild.
// Read-only.
import { isUpToDate } from '../api/lifecycle/migrate.ts'
import { verifyLog } from '../api/log/verify.ts'
import { listTenantsWithLogs } from '../api/projections/rebuild.ts'
import { withOwner } from './ownerClient.ts'

await withOwner(
  async (client) => {
    if (!(await isUpToDate(client))) {
      console.error(
        'The database was migrated by a different version, or its projections are still being rebuilt. Use that version, or start this version and wait until it has rebuilt them.',
      )
      return false
    }
    let isIntact = true
    for (const tenantId of await listTenantsWithLogs(client)) {
      const { events, faults } = await verifyLog(client, tenantId)
      console.log(
        `${tenantId}  ${events.toLocaleString('en-US')} events  ${faults.length === 0 ? 'intact' : faults.join('; ')}`,
      )
      isIntact &&= faults.length === 0
    }
    console.log(
      isIntact ? 'The log and its projections are intact.' : 'The log or its projections have the errors listed above.',
    )
    return isIntact
  },
  { skipMigrations: true },
)
