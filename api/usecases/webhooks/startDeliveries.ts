import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../database/connection.ts'
import { queryReachable } from '../../database/tenantByTenant.ts'
import { reportErrorAt } from '../../domain/faults.ts'
import type { AfterCommit } from '../../context.ts'
import type { Live } from '../../live/live.ts'

/** How long a process may not know that another one has created or enabled a webhook. */
const tenantsTtlMs = 5_000
/** The shortest time between two starts of a tenant from this process. */
const intervalMs = 100

const reportError = reportErrorAt('webhooks')

/**
 * Returns what starts the delivery of committed events to the webhooks of their tenant. A writer does not wait for it: for a tenant without
 * webhooks this is one look into a set.
 */
export function makeDeliveryStarter({
  database,
  live,
}: {
  database: Database
  live: Pick<Live, 'startDue'>
}): AfterCommit {
  let tenants: ReadonlySet<string> = new Set()
  let readAt = -Infinity
  let reading: Promise<void> | null = null
  /** A webhook has changed since the set was read. */
  let isOutdated = false
  /** The tenants with events since the set was read. */
  let unknown = new Set<string>()
  /** The tenants whose delivery was just started; true if there were events since. */
  const recent = new Map<string, boolean>()

  function onEvents(tenantId: string): void {
    if (Date.now() - readAt > tenantsTtlMs) {
      unknown.add(tenantId)
      reading ??= readTenants().finally(() => (reading = null))
    } else if (tenants.has(tenantId)) start(tenantId)
  }

  async function readTenants(): Promise<void> {
    const asked = unknown
    unknown = new Set()
    isOutdated = false
    try {
      const rows = await queryReachable<{ tenantId: string }>(
        database,
        'select distinct w.tenant_id as "tenantId" from webhooks w where w.tenant_id = :tenant and w.disabled_at is null',
        [],
      )
      tenants = new Set(rows.map(({ tenantId }) => tenantId))
      if (!isOutdated) readAt = Date.now()
      for (const tenantId of [...asked, ...unknown]) if (tenants.has(tenantId)) start(tenantId)
    } catch (error) {
      reportError(error)
    }
  }

  function start(tenantId: string): void {
    if (recent.has(tenantId)) recent.set(tenantId, true)
    else void startOften(tenantId)
  }

  async function startOften(tenantId: string): Promise<void> {
    do {
      recent.set(tenantId, false)
      live.startDue({ kind: 'webhooks', tenantId, id: tenantId })
      await wait(intervalMs, undefined, { ref: false })
    } while (recent.get(tenantId))
    recent.delete(tenantId)
  }

  return (tenantId, types) => {
    if (types.includes('WebhookChanged')) {
      readAt = -Infinity
      isOutdated = true
    }
    onEvents(tenantId)
  }
}
