import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { NotFound, Refused, Unavailable } from '../../domain/errors.ts'
import { authorize } from '../../domain/permissions.ts'
import {
  microsToDollars,
  dollarsToMicros,
  usageServiceLabels,
  usageServices,
  type UsageService,
} from '../../domain/usageServices.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { transact } from '../../log/transact.ts'

/** What a service costs from now on. */
export interface CostRate {
  service: UsageService
  name: string
  description: string
  unitName: string
  /** Dollars, in steps of 0.0001. */
  costPerUnit: number
  /** Null for the rate of the beginning. */
  effectiveFrom: Date | null
}

/** The rates in force, in the order in which services are shown. */
export async function readCostRates(ctx: Context): Promise<CostRate[]> {
  authorize(ctx.actor, 'cost.read')
  return ctx.database.within('platform', readCurrentRates)
}

/**
 * Gives a service another price from now on; what was used before keeps its price. The same price again changes
 * nothing. Throws `Refused` for a price that is not between 0 and 1,000 dollars in steps of 0.0001, `Unavailable` while an
 * append takes so long that others would have to wait for both.
 */
export async function setCostRate(
  ctx: Context,
  input: { service: string; serviceInBody?: string | null; costPerUnit: number },
): Promise<CostRate> {
  authorize(ctx.actor, 'cost.change')
  const service = usageServices.find((one) => one === input.service)
  if (!service) throw new NotFound('Service not found')
  // REST names it in the path and in the body (spec §7).
  if (input.serviceInBody && input.serviceInBody !== service)
    throw new Refused('The path and the body name two services.', { service_type: `Not ${service}` })
  const micros = dollarsToMicros(input.costPerUnit)
  const message = 'The cost per unit is between 0 and 1,000 dollars, in steps of 0.0001.'
  if (micros === null) throw new Refused(message, { cost_per_unit: message })
  return retryOnLockTimeout(() =>
    transact(ctx, { scope: 'platform', logTenantId: platformTenantId }, async ({ em, record }) => {
      // Its own log first, as whoever appends there does; then the turn that every append shares until it commits. So the
      // rate begins after everything that was priced without it, and before everything that comes (projections/priced.ts).
      await queryRows(em, 'select pg_advisory_xact_lock(hashtextextended($1::text, 0))', [platformTenantId])
      await queryRows(em, `set local lock_timeout = '${lockTimeoutMs}ms'`)
      await queryRows(em, `select pg_advisory_xact_lock(hashtextextended('porchlight rates', 0))`)
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
    }),
  )
}

/** Appends wait behind a rate that waits for its turn, so it waits this long and then lets them pass. */
const lockTimeoutMs = 200
const maxAttempts = 5

/** Tries again a few times where an append that is under way takes long. Throws `Unavailable` when it still does. */
async function retryOnLockTimeout<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt === maxAttempts) throw new Unavailable('Too much is being written just now. Try again in a moment.')
      await sleep(lockTimeoutMs)
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return (error as { code?: unknown }).code === '55P03'
}

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
