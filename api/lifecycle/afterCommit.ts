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
  const listeners: AfterCommit[] = [countEvents, live.announce, makeDeliveryStarter({ database, live })]
  return (...commit) => {
    for (const listener of listeners) listener(...commit)
  }
}
