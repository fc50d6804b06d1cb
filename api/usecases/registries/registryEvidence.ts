import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import type { CellValue } from '../../domain/csv.ts'
import type { KnockFlag, KnockOutcome } from '../../domain/enums.ts'
import { check } from '../../domain/errors.ts'
import { parseId } from '../../domain/ids.ts'
import { outcomeNameOf } from '../../domain/outcomes/outcomes.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import { mayBeSameCity } from '../../domain/registries/cities.ts'
import { readRegistry, type RegistryView } from './registries.ts'

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
  outcome: KnockOutcome
  ownOutcome: string | null
  isListed: boolean
  flags: KnockFlag[]
  withdrawnAt: Date | null
}

const pageSize = 1_000

const placeSql = `p.city || '|' || coalesce(p.state, '')`

/** The city of the list as the saved properties spell it, with their states, by the rule that matches lists. SQL cannot normalize a name. */
async function readSpellings(em: EntityManager, { city, state }: RegistryView): Promise<string[]> {
  const places = await queryRows<{ city: string; state: string | null; place: string }>(
    em,
    `select p.city, p.state, ${placeSql} as place from properties p where p.tenant_id = :tenant and p.city is not null group by p.city, p.state`,
    [],
  )
  return places.filter((place) => mayBeSameCity(place, { city, state })).map(({ place }) => place)
}

/** A version of a city's list, with the knocks in the city while it was known and in force, the first one first. */
interface Evidence {
  tenantId: string
  registry: RegistryView
  from: Date
  until: Date
  pages: AsyncIterable<Knock[]>
}

/** Throws `NotFound` for an unknown list. */
async function readEvidence(ctx: Context, id: string): Promise<Evidence> {
  authorize(ctx.actor, 'doNotKnock.manage')
  const tenantId = requireTenant(ctx.actor)
  const registry = await readRegistry(ctx, parseId(id, 'List'))
  const { receivedAt, effectiveFrom, expiresAt, replacedAt } = registry
  const from = effectiveFrom > receivedAt ? effectiveFrom : receivedAt
  const until = [expiresAt, replacedAt, ctx.now()]
    .flatMap((time) => time ?? [])
    .toSorted((one, other) => +one - +other)[0]!
  async function* pages() {
    const places = await ctx.database.within({ tenantId }, (em) => readSpellings(em, registry))
    for (let last: Pick<Knock, 'at' | 'id'> = { at: from, id: '00000000-0000-0000-0000-000000000000' }; ;) {
      const after = last
      const knocks = await ctx.database.within({ tenantId }, (em) =>
        queryRows<Knock>(
          em,
          `select k.event_id as id, k.occurred_at as at, u.full_name as rep, p.address, p.city, k.outcome, k.outcome_name as "ownOutcome",
             e.property_id is not null as "isListed", k.flags, k.withdrawn_at as "withdrawnAt"
           from knocks k
           join properties p on p.tenant_id = k.tenant_id and p.id = k.property_id
           left join users u on u.id = k.rep_id
           left join (select distinct e.tenant_id, e.property_id from registry_entries e
             where e.tenant_id = :tenant and e.registry_id = $1 and e.match = 'matched') e
             on e.tenant_id = k.tenant_id and e.property_id = k.property_id
           where k.tenant_id = :tenant and p.tenant_id = :tenant and (${placeSql} = any($2::text[]) or e.property_id is not null)
             and k.occurred_at >= $3 and (k.occurred_at, k.event_id) > ($3, $4::uuid) and k.occurred_at < $5
           order by k.occurred_at, k.event_id limit ${pageSize}`,
          [registry.id, places, after.at, after.id, until],
        ),
      )
      yield knocks
      if (knocks.length < pageSize) return
      last = knocks.at(-1)!
    }
  }
  return { tenantId, registry, from, until, pages: pages() }
}

const filenameOf = ({ city }: RegistryView, ending: 'csv' | 'pdf') =>
  `${city.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-knocks.${ending}`

/**
 * The knocks in the city while this version of its list was known and in force, the first one first, as cells for `evidenceHeadings`, in pages, and a
 * name for their file. Throws `NotFound` for an unknown list.
 */
export async function exportRegistryEvidence(
  ctx: Context,
  id: string,
): Promise<{ filename: string; pages: AsyncIterable<CellValue[][]> }> {
  const { registry, pages } = await readEvidence(ctx, id)
  const { receivedAt, effectiveFrom, expiresAt, replacedAt } = registry
  const list = [receivedAt, effectiveFrom, expiresAt, replacedAt].map((time) => time?.toISOString() ?? null)
  async function* cells() {
    for await (const knocks of pages)
      yield knocks.map((knock) => [
        ...[knock.at.toISOString(), knock.rep, knock.address, knock.city, knock.ownOutcome ?? knock.outcome],
        ...[knock.isListed ? 'yes' : 'no', knock.flags.join(' '), knock.withdrawnAt?.toISOString() ?? null, ...list],
      ])
  }
  return { filename: filenameOf(registry, 'csv'), pages: cells() }
}

/** A longer document would keep the server busy for many seconds. */
export const maxPrintedKnocks = 5_000

const columns = [
  { heading: 'Knocked at', width: 118 },
  { heading: 'Rep', width: 110 },
  { heading: 'Address', width: 200 },
  { heading: 'Outcome', width: 90 },
  { heading: 'On the list', width: 58 },
  { heading: 'Remarks', width: 100 },
]
const flagTexts: Record<KnockFlag, string> = {
  do_not_knock: 'Marked before it arrived',
  outside_hours: 'Outside hours',
  no_permit: 'No permit',
}

/**
 * The same as a PDF, with who made it and when, in the time zone of the company. Throws `NotFound` for an unknown list, and `Refused` for more than
 * `maxPrintedKnocks`.
 */
export async function printRegistryEvidence(ctx: Context, id: string): Promise<{ filename: string; content: Buffer }> {
  const { tenantId, registry, from, until, pages } = await readEvidence(ctx, id)
  const [tenant] = await ctx.database.within({ tenantId }, (em) =>
    queryRows<{ companyName: string; timeZone: string }>(
      em,
      'select company_name as "companyName", time_zone as "timeZone" from tenants where id = $1',
      [tenantId],
    ),
  )
  const { companyName, timeZone } = tenant!
  const toText = (time: Date) => format(new TZDate(time, timeZone), 'MMM d, yyyy, h:mm a')
  const found: Knock[] = []
  for await (const knocks of pages) {
    found.push(...knocks)
    const message = `There are more than ${maxPrintedKnocks.toLocaleString('en-US')} knocks. Download them as CSV, which has all of them.`
    check(found.length <= maxPrintedKnocks, message)
  }
  const { city, state, receivedAt, effectiveFrom, expiresAt, replacedAt, entries } = registry
  const period = [
    `received ${toText(receivedAt)}`,
    `in force from ${toText(effectiveFrom)}`,
    ...(expiresAt ? [`expires ${toText(expiresAt)}`] : []),
    ...(replacedAt ? [`replaced ${toText(replacedAt)}`] : []),
  ]
  // Loaded when it is needed, because the library and the font take memory.
  const { writeTextPdf } = await import('../../services/pdf/writeTextPdf.ts')
  const content = await writeTextPdf({
    title: `Knocks in ${city}`,
    createdAt: ctx.now(),
    paragraphs: [
      companyName,
      `List of ${[city, state].filter(Boolean).join(', ')} with ${entries.toLocaleString('en-US')} ${entries === 1 ? 'address' : 'addresses'}: ${period.join('; ')}.`,
      `Each knock in the city from ${toText(from)} until ${toText(until)}, while this list was known and in force, and whether its address was on it: ${found.length.toLocaleString('en-US')}.`,
      `Made ${toText(ctx.now())} (${timeZone}) by ${ctx.actor!.fullName}.`,
    ],
    table: {
      columns,
      rows: found.map(({ at, rep, address, city: place, outcome, ownOutcome, isListed, flags, withdrawnAt }) => [
        ...[toText(at), rep ?? 'Former user', [address, place].filter(Boolean).join(', ')],
        ...[outcomeNameOf(outcome, ownOutcome), isListed ? 'Yes' : 'No'],
        [...flags.map((flag) => flagTexts[flag]), ...(withdrawnAt ? [`Withdrawn ${toText(withdrawnAt)}`] : [])].join(
          '; ',
        ),
      ]),
    },
  })
  return { filename: filenameOf(registry, 'pdf'), content }
}
