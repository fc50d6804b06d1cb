import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import type { CellValue } from '../../domain/csv.ts'
import { parseId } from '../../domain/ids.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { readRegistry } from './registries.ts'

export const evidenceHeadings = [
  ...['knocked_at', 'rep', 'address', 'city', 'outcome', 'on_list', 'flags', 'withdrawn_at'],
  ...['list_received_at', 'list_in_force_from', 'list_expires_at', 'list_replaced_at'],
] as const

interface Knock {
  id: string
  at: Date
  rep: string | null
  address: string
  city: string | null
  outcome: string
  isListed: boolean
  flags: string[]
  withdrawnAt: Date | null
}

const pageSize = 1_000

/**
 * The knocks in the city while this version of its list was known and in force, the first one first, as cells for `evidenceHeadings`, in pages, and a
 * name for their file. Throws `NotFound` for an unknown list.
 */
export async function exportRegistryEvidence(
  ctx: Context,
  id: string,
): Promise<{ filename: string; pages: AsyncIterable<CellValue[][]> }> {
  authorize(ctx.actor, 'doNotKnock.manage')
  const tenantId = requireTenant(ctx.actor)
  const { city, receivedAt, effectiveFrom, expiresAt, replacedAt, ...registry } = await readRegistry(
    ctx,
    parseId(id, 'List'),
  )
  const from = effectiveFrom > receivedAt ? effectiveFrom : receivedAt
  const until = [expiresAt, replacedAt, ctx.now()]
    .flatMap((time) => time ?? [])
    .toSorted((one, other) => +one - +other)[0]!
  const list = [receivedAt, effectiveFrom, expiresAt, replacedAt].map((time) => time?.toISOString() ?? null)
  async function* pages() {
    for (let last: Pick<Knock, 'at' | 'id'> = { at: from, id: '00000000-0000-0000-0000-000000000000' }; ;) {
      const after = last
      const knocks = await ctx.database.within({ tenantId }, (em) =>
        queryRows<Knock>(
          em,
          `select k.event_id as id, k.occurred_at as at, u.full_name as rep, p.address, p.city, coalesce(k.outcome_name, k.outcome) as outcome,
             e.place is not null as "isListed", k.flags, k.withdrawn_at as "withdrawnAt"
           from knocks k
           join properties p on p.tenant_id = k.tenant_id and p.id = k.property_id
           left join users u on u.id = k.rep_id
           left join registry_entries e on e.tenant_id = k.tenant_id and e.tenant_id = :tenant and e.registry_id = $1
             and e.property_id = k.property_id and e.match = 'matched'
           where k.tenant_id = :tenant and p.tenant_id = :tenant and (lower(p.city) = lower($2) or e.place is not null)
             and k.occurred_at >= $3 and (k.occurred_at, k.event_id) > ($3, $4::uuid) and k.occurred_at < $5
           order by k.occurred_at, k.event_id limit ${pageSize}`,
          [registry.id, city, after.at, after.id, until],
        ),
      )
      yield knocks.map((knock) => [
        ...[knock.at.toISOString(), knock.rep, knock.address, knock.city, knock.outcome],
        ...[knock.isListed ? 'yes' : 'no', knock.flags.join(' '), knock.withdrawnAt?.toISOString() ?? null, ...list],
      ])
      if (knocks.length < pageSize) return
      last = knocks.at(-1)!
    }
  }
  return { filename: `${city.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-knocks.csv`, pages: pages() }
}
