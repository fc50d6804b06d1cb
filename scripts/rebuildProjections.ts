// `npm run projections:rebuild`: rebuilds every projection from the log, while the system is in use.
import { hasOwnProjections } from '../api/projections/install.ts'
import { rebuildProjections, listTenantsWithLogs } from '../api/projections/rebuild.ts'
import { withOwner } from './ownerClient.ts'

await withOwner(async (client) => {
  if (!(await hasOwnProjections(client))) {
    console.error('The database has the projections of a later version. Use that version to rebuild them.')
    return false
  }
  for (const tenantId of await listTenantsWithLogs(client)) {
    const began = performance.now()
    const events = await rebuildProjections(client, tenantId)
    const perSecond = Math.round(events / ((performance.now() - began) / 1_000))
    console.log(
      `${tenantId}  ${events.toLocaleString('en-US')} events, ${perSecond.toLocaleString('en-US')} events per second`,
    )
  }
  return true
})
