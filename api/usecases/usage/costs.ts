import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { retry } from '../../database/retry.ts'
import { isLockTimeout } from '../../database/shortLocks.ts'
import { NotFound, Refused, Unavailable } from '../../domain/errors.ts'
import { authorize } from '../../domain/permissions.ts'
import {
  microsToDollars,
  dollarsToMicros,
  usageServiceLabels,
  usageServices,
  type UsageService,
} from '../../domain/usage/usageServices.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { transact } from '../../log/transact.ts'

/** The current price of a service. */
export interface CostRate {
  service: UsageService
  name: string
  description: string
  unitName: string
  /** Dollars, in steps of 0.0001. */
  costPerUnit: number
  /** Null for the initial rate. */
  effectiveFrom: Date | null
}

/** The current rate of each service, in display order. */
export async function readCostRates(ctx: Context): Promise<CostRate[]> {
  authorize(ctx.actor, 'cost.read')
  return ctx.database.within('platform', readCurrentRates)
}

/**
 * Sets the price of future use of a service; earlier use keeps its price. Setting the same price again has no effect. Throws
 * `Refused` unless the price is between 0 and 1,000 dollars in steps of 0.0001, `Unavailable` when running appends do not
 * finish in time.
 */
export async function setCostRate(
  ctx: Context,
  input: { service: string; serviceInBody?: string | null; costPerUnit: number },
): Promise<CostRate> {
  authorize(ctx.actor, 'cost.change')
  const service = usageServices.find((known) => known === input.service)
  if (!service) throw new NotFound('Service not found')
  // REST gives the service in the path and again in the body (spec §7).
  if (input.serviceInBody && input.serviceInBody !== service)
    throw new Refused('The path and the body name different services.', { service_type: `Not ${service}` })
  const micros = dollarsToMicros(input.costPerUnit)
  const message = 'The cost per unit is between 0 and 1,000 dollars, in steps of 0.0001.'
  if (micros === null) throw new Refused(message, { cost_per_unit: message })
  const set = () =>
    transact(ctx, { scope: 'platform', logTenantId: platformTenantId }, async ({ em, record }) => {
      // Lock the platform's log before the rates, in the order that appends do, to avoid a deadlock. Every append holds a
      // shared lock on the rates until it commits, so the new rate takes effect after all events that were priced without it
      // and before all later ones (projections/pricedEvents.ts).
      await queryRows(em, 'select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [platformTenantId])
      await lockRates(em)
      const currentRate = (await readCurrentRates(em)).find((rate) => rate.service === service)!
      const fromMicros = dollarsToMicros(currentRate.costPerUnit)!
      if (fromMicros === micros) return currentRate
      const [inserted] = await queryRows<{ effectiveFrom: Date }>(
        em,
        `insert into cost_rates (service_type, effective_from, micros, set_by)
         select $1, greatest(clock_timestamp(), last + interval '1 microsecond'), $2, $3 from (
           select greatest(max(effective_from), (select max(recorded_at) from activity_heads)) as last from cost_rates) known
         returning effective_from as "effectiveFrom"`,
        [service, micros, ctx.actor!.userId],
      )
      record({ type: 'CostRateSet', data: { service, fromMicros, toMicros: micros } })
      return toCostRate(service, micros, inserted!.effectiveFrom)
    })
  const setOnAllNodes = () => ctx.database.holdOnOtherNodes(platformTenantId, lockRates, set)
  try {
    return await retry(setOnAllNodes, { attempts: 5, pauseMs: lockTimeoutMs, canRetry: isLockTimeout })
  } catch (error) {
    if (isLockTimeout(error)) throw new Unavailable('The server is busy with other changes. Try again in a moment.')
    throw error
  }
}

/** Waits for the appends of this node, which hold the lock shared, and makes later ones wait. */
async function lockRates(em: EntityManager): Promise<void> {
  await queryRows(em, `set local lock_timeout = '${lockTimeoutMs}ms'`)
  await queryRows(em, `select pg_advisory_xact_lock(hashtextextended('porchlight rates', 0))`)
}

/** New appends queue behind this waiting lock, so it gives up after this time to let them pass. */
const lockTimeoutMs = 200

async function readCurrentRates(em: EntityManager): Promise<CostRate[]> {
  const found = await queryRows<{ service: UsageService; micros: string; effectiveFrom: Date | null }>(
    em,
    `select distinct on (service_type) service_type as service, micros,
       case when isfinite(effective_from) then effective_from end as "effectiveFrom"
     from cost_rates order by service_type, effective_from desc`,
  )
  const byService = new Map(found.map((rate) => [rate.service, rate]))
  return usageServices.map((service) => {
    const { micros, effectiveFrom } = byService.get(service)!
    return toCostRate(service, Number(micros), effectiveFrom)
  })
}

function toCostRate(service: UsageService, micros: number, effectiveFrom: Date | null): CostRate {
  return { service, ...usageServiceLabels[service], costPerUnit: microsToDollars(micros), effectiveFrom }
}
