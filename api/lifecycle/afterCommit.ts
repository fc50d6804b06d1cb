import type { AfterCommit } from '../context.ts'
import type { Database } from '../database/connection.ts'
import type { Live } from '../live/live.ts'
import type { Metrics } from '../observability/metrics.ts'
import { makeDeliveryStarter } from '../usecases/webhooks/startDeliveries.ts'

/** Everything that follows a commit, in this order. `transact` and the batches of knocks call the returned function. */
export function makeAfterCommit({
  live,
  metrics,
  database,
}: {
  live: Live
  metrics: Metrics
  database: Database
}): AfterCommit {
  const countEvents: AfterCommit = (_tenantId, types) => {
    for (const type of types) metrics.events.inc({ type })
  }
  const startDue: AfterCommit = (_tenantId, _types, _appendedCount, due = []) => {
    for (const { at, ...work } of due) live.startDue(work, at)
  }
  const ofEvents: AfterCommit[] = [countEvents, live.announce, makeDeliveryStarter({ database, live })]
  return (tenantId, types, appendedCount, due) => {
    if (types.length > 0) for (const listener of ofEvents) listener(tenantId, types, appendedCount)
    startDue(tenantId, types, appendedCount, due)
  }
}
