import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { Conflict, NotFound, check } from '../../domain/errors.ts'
import { lastNoticedExpiry } from '../../domain/expiryNotices.ts'
import { parseId } from '../../domain/ids.ts'
import { maxDecisions } from '../../domain/imports/importFields.ts'
import { readPosition, writeCursor, type Page, type PageRequest } from '../../domain/paging.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { expiryNotice } from '../../domain/registries/registryPeriod.ts'
import type { RegistryMatch } from '../../domain/registries/registryMatches.ts'
import { transactInTenant } from '../../log/transact.ts'
import { insertRegistryMarks, lockRegistries, type RegistryInForce } from '../../records/registryRows.ts'
import type { RowDecisionInput } from '../imports/decisions.ts'

/** A version of a city's list. */
export interface RegistryView {
  id: string
  city: string
  state: string | null
  fileName: string
  importedBy: string
  receivedAt: Date
  effectiveFrom: Date
  expiresAt: Date | null
  /** From this time on, a newer list of the city counts; null while it is the newest. */
  replacedAt: Date | null
  entries: number
  matched: number
  unsure: number
  notFound: number
  ended: number
  /** 30 or 7 when it expires within so many days and no newer list of the city takes its place by then. */
  expiryNotice: number | null
}

type RegistryRow = Omit<RegistryView, 'expiryNotice'>

const withNotice = (registry: RegistryRow, now: Date): RegistryView => ({
  ...registry,
  expiryNotice: expiryNotice(registry, now),
})

/** The condition on a list `r` that it expires between two times, and no newer one takes its place by then. */
export const expiresBetween = (from: string, until: string) =>
  `r.saved_at is not null and r.expires_at > ${from} and r.expires_at <= ${until} and (r.replaced_at is null or r.replaced_at > r.expires_at)`

const registryColumns = `r.id, r.city, r.state, r.file_name as "fileName", r.imported_by as "importedBy", r.saved_at as "receivedAt",
  r.effective_from as "effectiveFrom", r.expires_at as "expiresAt", r.replaced_at as "replacedAt", r.ended,
  c.entries, c.matched, c.unsure, c.not_found as "notFound"`
const countsSql = `cross join lateral (select count(*)::int as entries, count(*) filter (where e.match = 'matched')::int as matched,
    count(*) filter (where e.match = 'unsure')::int as unsure, count(*) filter (where e.match = 'not_found')::int as not_found
  from registry_entries e where e.tenant_id = :tenant and e.tenant_id = r.tenant_id and e.registry_id = r.id) c`

/** The most versions that are listed. */
const maxListed = 100

/**
 * The newest 100 lists of cities that were imported, the newest first, also those that have ended; with `expiring` only those with an
 * `expiryNotice`.
 */
export async function listRegistries(ctx: Context, { expiring = false } = {}): Promise<RegistryView[]> {
  authorize(ctx.actor, 'doNotKnock.manage')
  const tenantId = requireTenant(ctx.actor)
  const now = ctx.now()
  const found = await ctx.database.within({ tenantId }, (em) =>
    queryRows<RegistryRow>(
      em,
      `select ${registryColumns} from (select * from registries r where r.tenant_id = :tenant and r.saved_at is not null
         and (not $1::boolean or (${expiresBetween('$2', '$3')}))
         order by r.saved_at desc, r.id desc limit ${maxListed}) r ${countsSql} order by r.saved_at desc, r.id desc`,
      [expiring, now, lastNoticedExpiry(now)],
    ),
  )
  return found.map((registry) => withNotice(registry, now))
}

/** An address of a city's list. */
export interface RegistryEntryView {
  /** The number of the address in the list. */
  row: number
  /** The line of the file that has it. */
  line: number
  address: string
  city: string | null
  match: RegistryMatch
  propertyId: string | null
  /** Address of the property. */
  propertyAddress: string | null
  /** The properties that an unsure address may mean. */
  candidates: { propertyId: string; address: string }[]
}

/** The addresses of a list or of a check, in the order of the file. Throws `NotFound` for an unknown one. */
export async function listRegistryEntries(
  ctx: Context,
  id: string,
  match: RegistryMatch | null | undefined,
  page: PageRequest,
): Promise<Page<RegistryEntryView>> {
  authorize(ctx.actor, 'doNotKnock.manage')
  const tenantId = requireTenant(ctx.actor)
  const registryId = parseId(id, 'List')
  const after = page.after ? readPosition(page.after) : 0
  const found = await ctx.database.within({ tenantId }, async (em) => {
    const known = await queryRows(em, 'select 1 from registries r where r.tenant_id = :tenant and r.id = $1', [
      registryId,
    ])
    if (known.length === 0) throw new NotFound('List not found')
    return queryRows<RegistryEntryView>(
      em,
      `select e.place as row, e.row as line, e.address, e.city, e.match, e.property_id as "propertyId", p.address as "propertyAddress",
         (select coalesce(json_agg(json_build_object('propertyId', c.id, 'address', c.address) order by c.id), '[]')
          from properties c where c.tenant_id = :tenant and c.tenant_id = e.tenant_id and c.id = any(e.candidates)) as candidates
       from (select * from registry_entries e where e.tenant_id = :tenant and e.registry_id = $1 and e.place > $2
         and ($3::text is null or e.match = $3) order by e.place limit $4 offset $5) e
       left join properties p on p.tenant_id = e.tenant_id and p.id = e.property_id and p.tenant_id = :tenant
       order by e.place`,
      [registryId, after, match ?? null, page.limit + 1, page.offset ?? 0],
    )
  })
  const items = found.slice(0, page.limit)
  return { items, cursors: items.map(({ row }) => writeCursor(row)), hasNextPage: found.length > page.limit }
}

/** The number of addresses that `listRegistryEntries` returns over all pages. */
export async function countRegistryEntries(
  ctx: Context,
  id: string,
  match: RegistryMatch | null | undefined,
): Promise<number> {
  authorize(ctx.actor, 'doNotKnock.manage')
  const tenantId = requireTenant(ctx.actor)
  const [row] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ n: number }>(
      em,
      `select count(*)::int as n from registry_entries e
       where e.tenant_id = :tenant and e.registry_id = $1 and ($2::text is null or e.match = $2)`,
      [parseId(id, 'List'), match ?? null],
    ),
  )
  return row!.n
}

/**
 * Decides unsure addresses of a list: 'same' marks the property, 'new' keeps the address for a property that is saved later, and 'skip' leaves
 * it out. If one decision is refused, none is taken. Throws `Conflict` for an address that is not unsure, `Refused` for a property that it
 * cannot mean, and `NotFound` for an unknown list.
 */
export async function decideRegistryEntries(
  ctx: Context,
  id: string,
  decisions: readonly RowDecisionInput[],
): Promise<RegistryView> {
  authorize(ctx.actor, 'doNotKnock.manage')
  const tenantId = requireTenant(ctx.actor)
  const registryId = parseId(id, 'List')
  check(decisions.length > 0, 'Decide an address.', { decisions: 'Decide an address.' })
  check(decisions.length <= maxDecisions, `Decide at most ${maxDecisions.toLocaleString('en-US')} addresses at a time.`)
  const now = ctx.now()
  await transactInTenant(ctx, tenantId, async ({ em, record }) => {
    await lockRegistries(em, tenantId)
    const [registry] = await queryRows<RegistryInForce>(
      em,
      `select r.id, r.city, r.effective_from as "effectiveFrom", least(r.expires_at, r.replaced_at) as "endsAt" from registries r
       where r.tenant_id = $1 and r.id = $2 and r.saved_at is not null`,
      [tenantId, registryId],
    )
    if (!registry) throw new NotFound('List not found')
    type Entry = { place: number; match: RegistryMatch; candidates: string[] }
    const entries = await queryRows<Entry>(
      em,
      `select place, match, candidates::text[] as candidates from registry_entries
       where tenant_id = $1 and registry_id = $2 and place = any($3::int[])`,
      [tenantId, registryId, decisions.map(({ row }) => row)],
    )
    const byPlace = new Map(entries.map((entry) => [entry.place, entry]))
    const marked: string[] = []
    for (const [at, { row: place, decision, propertyId }] of decisions.entries()) {
      const entry = byPlace.get(place)
      check(entry, `The list has no address ${place}.`, { [`decisions.${at}.row`]: 'Unknown.' })
      if (entry.match !== 'unsure') throw new Conflict(`Address ${place} is not unsure, so there is nothing to decide.`)
      const chosen = propertyId?.toLowerCase() ?? (entry.candidates.length === 1 ? entry.candidates[0]! : null)
      const message = `Name the property that address ${place} means, one of its candidates.`
      check(decision !== 'same' || (chosen && entry.candidates.includes(chosen)), message, {
        [`decisions.${at}.property_id`]: message,
      })
      byPlace.delete(place)
      if (decision === 'same') marked.push(chosen!)
      await queryRows(
        em,
        'update registry_entries set match = $4, property_id = $5 where tenant_id = $1 and registry_id = $2 and place = $3',
        [
          ...[tenantId, registryId, place],
          ...(decision === 'same' ? ['matched', chosen] : [decision === 'new' ? 'not_found' : 'skipped', null]),
        ],
      )
    }
    const marks = await insertRegistryMarks(em, tenantId, registry, [...new Set(marked)], ctx.actor!.userId, now)
    const places = await queryRows<{ id: string; neighborhood: string | null }>(
      em,
      'select id, neighborhood from properties where tenant_id = $1 and id = any($2::uuid[])',
      [tenantId, [...marks.keys()]],
    )
    const until = registry.endsAt?.toISOString() ?? null
    for (const property of places) {
      const data = { propertyId: property.id, neighborhood: property.neighborhood, kind: 'registry' as const, until }
      record({ type: 'DoNotKnockSet', subjectId: property.id, data: { ...data, markId: marks.get(property.id)! } })
    }
  })
  return readRegistry(ctx, registryId)
}

/** One saved version. The caller has checked the permission. Throws `NotFound` for an unknown one, and for one that was only checked. */
export async function readRegistry(ctx: Context, id: string): Promise<RegistryView> {
  const tenantId = requireTenant(ctx.actor)
  const [found] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<RegistryRow>(
      em,
      `select ${registryColumns} from registries r ${countsSql} where r.tenant_id = :tenant and r.id = $1 and r.saved_at is not null`,
      [id],
    ),
  )
  if (!found) throw new NotFound('List not found')
  return withNotice(found, ctx.now())
}
