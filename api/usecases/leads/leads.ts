import { readScope, type Context } from '../../context.ts'
import { selectList, type ColumnOf, type Columns } from '../../database/columns.ts'
import { queryRows, type EntityManager, type Scope } from '../../database/connection.ts'
import { filterConditions, makesLookup } from '../../database/listFilters.ts'
import { onlyRow } from '../../database/onlyRow.ts'
import { byTenant, groupByScope, mergeScopes } from '../../database/tenantByTenant.ts'
import { createParameters, type Bind } from '../../database/parameters.ts'
import { listNamedUsers, noUserId, rowsByUserSql } from '../../database/userOrder.ts'
import { Malformed, NotFound, Refused, check } from '../../domain/errors.ts'
import { newRecordId, parseId, type TenantKey } from '../../domain/ids.ts'
import type { Page, PageRequest } from '../../domain/paging.ts'
import { authorize, ownUserIdOf, requireTenant } from '../../domain/permissions.ts'
import type { Point } from '../../domain/point.ts'
import type { Priority, PropertyType } from '../../domain/enums.ts'
import { transactOnce } from '../../log/clientActions.ts'
import { lastPrintedSql } from '../../projections/leadLetters.ts'
import { insertLeads, type Lead } from '../../records/leadWrites.ts'
import { leadFilters, type LeadFilter } from './leadFilters.ts'
import { leadOrders, sortKeys, userColumns, type LeadOrder } from './leadOrder.ts'
import { buildSearchConditions, contactConditionSql } from './leadSearch.ts'
import { parseLeadFields } from './leadFields.ts'
import type { LeadWork } from '../../domain/leads/leadFields.ts'
import { assertActiveUsers } from '../properties/assignableUsers.ts'
import { addPropertyOnce } from '../properties/createProperty.ts'
import { propertyRefWithCity } from '../../records/propertyRows.ts'
import { lockProperty } from '../../records/propertyWrites.ts'
import type { NewProperty } from '../properties/propertyInput.ts'
import { addTag } from '../../records/propertyTags.ts'

export interface LeadView extends Omit<Lead, 'valueCents'>, Point {
  /** Fields of the property, so that a list need not read it. */
  address: string
  ownerName: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  /** The property's parcel was picked by the nearest house number and may belong to a neighbor. */
  unconfirmed: boolean
  /** The user the property is assigned to. */
  propertyAssignedTo: string | null
  /** In US dollars. */
  value: number | null
  /** The hour in which a letter was last printed for the lead. */
  lastPrintedAt: Date | null
}

export interface NewLead extends LeadWork {
  /** The client's id for this lead, so that sending it again changes nothing. */
  id?: string | null
  /** A saved property. Exactly one of `propertyId` and `newProperty` is given. */
  propertyId?: string | null
  /** A property that is saved together with the lead. */
  newProperty?: NewProperty | null
  tag?: PropertyType | null
  priority?: Priority | null
  /** More merge values for documents. REST clients send the priority in it (spec §7). */
  templateData?: Record<string, unknown> | null
}

export type LeadColumn = ColumnOf<LeadView>

/** Selected from `leads l` and, for those of the property, `properties p`. */
const leadColumnSql: Columns<LeadView> = {
  tenantId: 'l.tenant_id',
  id: 'l.id',
  propertyId: 'l.property_id',
  tag: 'l.tag',
  priority: 'l.priority',
  status: 'l.status',
  templateData: 'l.template_data',
  repId: 'l.rep_id',
  assignedTo: 'l.assigned_to',
  stageId: 'l.stage_id',
  followUpAt: 'l.follow_up_at',
  value: '(l.value_cents / 100.0)::float8',
  source: 'l.source',
  contactName: 'l.contact_name',
  contactPhone: 'l.contact_phone',
  contactEmail: 'l.contact_email',
  version: 'l.version',
  createdAt: 'l.created_at',
  completedAt: 'l.completed_at',
  updatedAt: 'l.updated_at',
  address: 'p.address',
  ownerName: 'p.owner_name',
  city: 'p.city',
  state: 'p.state',
  zipCode: 'p.zip_code',
  lat: 'p.lat',
  lng: 'p.lng',
  unconfirmed: 'p.unconfirmed',
  propertyAssignedTo: 'p.assigned_to',
  lastPrintedAt: lastPrintedSql,
}
const leadColumnNames = Object.keys(leadColumnSql) as LeadColumn[]
/** A page of 1,000 leads may have 16 MB of template data, so lists do not read it. */
export type ListedLeadColumn = Exclude<LeadColumn, 'templateData'>
export const listedColumnNames = leadColumnNames.filter(
  (column): column is ListedLeadColumn => column !== 'templateData',
)

/** The maximum size of the template data of a lead as JSON. */
const maxTemplateDataBytes = 16 * 1024
/** The maximum number of leads that are read with a property. The others are in the list of its leads. */
export const maxPropertyLeads = 100

/** Throws `Malformed` for template data that is larger than 16 kB as JSON. Leads from before this limit may have more. */
function checkTemplateData(templateData: Record<string, unknown> | null | undefined): void {
  const bytes = templateData ? Buffer.byteLength(JSON.stringify(templateData)) : 0
  if (bytes <= maxTemplateDataBytes) return
  const message = `Template data must be at most 16 kB as JSON, and this has ${Math.ceil(bytes / 1024)} kB. Send only the values that templates use.`
  throw new Malformed(message, { template_data: message })
}
const propertyJoin = 'join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id and p.tenant_id = :tenant'

/** The chosen columns of a lead in a list, and those that every list needs. */
export type ListedLead<Column extends LeadColumn> = Pick<LeadView, Column | 'tenantId' | 'id' | 'propertyId'>

/** What to select of a lead in scope, with what is needed of each, and the join that it needs. */
function selectLead(
  columns: readonly LeadColumn[] = leadColumnNames,
  needed: readonly LeadColumn[] = ['tenantId', 'id', 'propertyId'],
  sqlOf = leadColumnSql,
): { selected: string; join: string } {
  const needsProperty = columns.some((column) => leadColumnSql[column].startsWith('p.'))
  return {
    selected: selectList(sqlOf, [...needed, ...columns]),
    join: needsProperty ? propertyJoin : '',
  }
}

/**
 * The columns of the leads of a page, which is chosen with `pageSql` beside the columns of `leads`: a distributed database refuses a
 * subquery for each row of a page that it has put together from several nodes.
 */
const pageColumnSql = { ...leadColumnSql, lastPrintedAt: 'l.last_printed_at' }
const pageSql = `${lastPrintedSql} as last_printed_at`

/**
 * The leads the actor may see, by default newest first; a rep sees those they created or are assigned. Reads only the given columns, by default all
 * but the template data.
 */
export async function listLeads<Column extends ListedLeadColumn = ListedLeadColumn>(
  ctx: Context,
  filter: LeadFilter,
  page: PageRequest,
  orderBy?: LeadOrder | null,
  columns?: readonly Column[],
): Promise<Page<ListedLead<Column>>> {
  const order = leadOrders.resolve(orderBy)
  const { field, direction } = order
  const { sql: key } = sortKeys[field]
  const { limit, offset = 0, after } = page
  const found = await queryLeads(ctx, filter, async ({ em, scope, where, hasLookup, values, bind }) => {
    const names: readonly LeadColumn[] = columns ?? listedColumnNames
    const { selected, join } = selectLead(names, undefined, pageColumnSql)
    const chosen = names.includes('lastPrintedAt') ? `l.*, ${pageSql}` : 'l.*'
    const column = userColumns[field]
    const onlyUser = field === 'rep' ? filter.repId : filter.unassigned ? noUserId : filter.assignedTo
    const afterCursor = after && !column ? [leadOrders.afterSql(order, after, 'l.id', bind)] : []
    const rows = column
      ? rowsByUserSql(
          {
            column,
            users: await listNamedUsers(em, scope, column, onlyUser),
            orders: leadOrders,
            order,
            after,
            source: 'leads l',
            where,
            // The index begins with tenant_id, so it cannot be used across tenants.
            rowsPerUser: hasLookup || scope === 'platform' ? null : limit + 1 + offset,
          },
          bind,
        )
      : `leads l where ${[...where, ...afterCursor].join(' and ')}`
    // Properties are joined after the page is chosen, so that only its rows are read.
    return queryRows<ListedLead<Column> & { cursorKey: string }>(
      em,
      `select ${selected}, l.sort_key::text as "cursorKey" from (
         select ${chosen}, ${key} as sort_key from ${rows}
         order by ${key} ${direction}, l.id ${direction}
         limit ${bind(limit + 1)} offset ${bind(offset)}
       ) l ${join}
       order by l.sort_key ${direction}, l.id ${direction}`,
      values,
    )
  })
  return leadOrders.page(found, order, page.limit)
}

/** The number of leads on all pages of `listLeads`. */
export async function countLeads(ctx: Context, filter: LeadFilter): Promise<number> {
  const [row] = await queryLeads(ctx, filter, ({ em, where, values }) =>
    queryRows<{ n: number }>(em, `select count(*)::int as n from leads l where ${where.join(' and ')}`, values),
  )
  return row!.n
}

const contactColumns = ['contactName', 'contactPhone', 'contactEmail', 'address', 'tag', 'status', 'createdAt'] as const

/** The newest leads that the actor may see and each of whose contacts has all of the tokens as parts of words. */
export async function findLeadsByContact(
  ctx: Context,
  tokens: readonly string[],
  limit: number,
): Promise<ListedLead<(typeof contactColumns)[number]>[]> {
  type Row = ListedLead<(typeof contactColumns)[number]>
  const { selected, join } = selectLead(contactColumns)
  const read = (scope: Scope) =>
    queryLeads(
      ctx,
      {},
      ({ em, where, values, bind }) => {
        where.push(contactConditionSql(tokens, bind))
        return queryRows<Row>(
          em,
          `select ${selected} from leads l ${join} where ${where.join(' and ')}
           order by l.created_at desc, l.id desc limit ${bind(limit)}`,
          values,
        )
      },
      scope,
    )
  const newestFirst = (a: Row, b: Row) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)
  return mergeScopes(await ctx.database.scopesOf(readScope(ctx)), read, (rows) =>
    rows.toSorted(newestFirst).slice(0, limit),
  )
}

/** The newest 100 leads of each of these properties that the actor may see, newest first. */
export async function readLeadsOfProperties<Column extends ListedLeadColumn = ListedLeadColumn>(
  ctx: Context,
  properties: readonly TenantKey[],
  columns: readonly Column[] = listedColumnNames as Column[],
): Promise<ListedLead<Column>[]> {
  const groups = await groupByScope(ctx.database, readScope(ctx), properties, ({ tenantId }) => tenantId)
  const found: ListedLead<Column>[] = []
  for (const [scope, keys] of groups)
    found.push(...(await ctx.database.within(scope, (em) => findLeadsOfProperties(em, ctx, keys, columns))))
  return found
}

/** `readLeadsOfProperties` within the caller's transaction. Reads only the given columns. */
export async function findLeadsOfProperties<Column extends ListedLeadColumn>(
  em: EntityManager,
  ctx: Context,
  properties: readonly TenantKey[],
  columns: readonly Column[],
): Promise<ListedLead<Column>[]> {
  const reach = authorize(ctx.actor, 'lead.read')
  const { selected, join } = selectLead(columns)
  return queryRows<ListedLead<Column>>(
    em,
    `select ${byTenant} ${selected} from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, id)
     cross join lateral (
       select * from leads l
       -- The parameter is last, because the planner keeps the last of several equalities.
       where l.tenant_id = wanted.tenant_id and l.property_id = wanted.id and l.tenant_id = :tenant
         and ($3::uuid is null or l.rep_id = $3 or l.assigned_to = $3)
       order by l.created_at desc, l.id desc limit $4
     ) l ${join}
     order by l.created_at desc, l.id desc`,
    [
      properties.map(({ tenantId }) => tenantId),
      properties.map(({ id }) => id),
      reach === 'own' ? ownUserIdOf(ctx.actor!) : null,
      maxPropertyLeads,
    ],
  )
}

/** The columns that are times, which JSON has as texts. */
const timeColumns = ['followUpAt', 'createdAt', 'completedAt', 'updatedAt', 'lastPrintedAt'] as const

/**
 * The newest 100 leads of the property `p` that the actor may see, newest first, as an expression of one JSON array or null. To
 * be read with `toListedLeads`.
 */
export function leadsOfPropertySql(ctx: Context, columns: readonly ListedLeadColumn[], bind: Bind): string {
  const reach = authorize(ctx.actor, 'lead.read')
  // The ids of the property are known, and would be a third of the JSON.
  const ofLead = columns.filter((column) => column !== 'tenantId' && column !== 'propertyId')
  const { selected, join } = selectLead(ofLead, ['id'])
  const ownId = reach === 'own' ? bind(ownUserIdOf(ctx.actor!)) : null
  return `(select json_agg(listed) from (
      select ${selected} from (
        select * from leads l where l.tenant_id = p.tenant_id and l.property_id = p.id and l.tenant_id = :tenant
          ${ownId ? `and (l.rep_id = ${ownId} or l.assigned_to = ${ownId})` : ''}
        order by l.created_at desc, l.id desc limit ${bind(maxPropertyLeads)}
      ) l ${join} order by l.created_at desc, l.id desc
    ) listed)`
}

/** The leads in a value of `leadsOfPropertySql` of this property. */
export function toListedLeads<Column extends ListedLeadColumn>(
  value: object[] | null,
  property: { tenantId: string; id: string },
): ListedLead<Column>[] {
  const leads = (value ?? []) as (ListedLead<Column> & Record<string, unknown>)[]
  for (const lead of leads) {
    Object.assign(lead, { tenantId: property.tenantId, propertyId: property.id })
    for (const column of timeColumns)
      if (typeof lead[column] === 'string') (lead as Record<string, unknown>)[column] = new Date(lead[column])
  }
  return leads
}

/** The parts of a query of leads `l`: its transaction, its conditions and their parameters. */
interface LeadQuery {
  em: EntityManager
  scope: Scope
  where: string[]
  /** Whether there are ids or a selective condition, so that it is faster to find all matching leads before sorting. */
  hasLookup: boolean
  values: unknown[]
  bind: Bind
}

/**
 * Calls `run` with the conditions for the leads that the actor may see and that match `filter`. It may add more. `scope` is one of
 * `scopesOf(readScope(ctx))`.
 */
export async function queryLeads<T>(
  ctx: Context,
  filter: LeadFilter,
  run: (query: LeadQuery) => Promise<T>,
  scope = readScope(ctx),
): Promise<T> {
  const reach = authorize(ctx.actor, 'lead.read')
  const { values, bind } = createParameters()
  const where = ['l.tenant_id = :tenant', ...filterConditions(leadFilters, filter, bind)]
  if (reach === 'own') {
    const ownId = bind(ownUserIdOf(ctx.actor!))
    where.push(`(l.rep_id = ${ownId} or l.assigned_to = ${ownId})`)
  }
  return ctx.database.within(scope, async (em) => {
    const hasSearch = Boolean(filter.search?.trim())
    if (hasSearch) where.push(...(await buildSearchConditions(em, filter.search!, bind)))
    const hasLookup = reach === 'own' || hasSearch || makesLookup(leadFilters, filter)
    return run({ em, scope, where, hasLookup, values, bind })
  })
}

/** One lead. Throws `NotFound` for an unknown id, another tenant's lead, and for a rep a lead that is not theirs. */
export async function readLead(ctx: Context, id: string): Promise<LeadView> {
  authorize(ctx.actor, 'lead.read')
  const scope = readScope(ctx)
  const found = await ctx.database.within(scope, (em) => findLead(em, parseId(id, 'Lead')))
  if (!found) throw new NotFound('Lead not found')
  authorize(ctx.actor, 'lead.read', { ownerId: found.repId, assigneeId: found.assignedTo })
  return found
}

/** The lead with this id in the scope, or null. Throws `Refused` as `onlyRow` does. */
export async function findLead(em: EntityManager, id: string): Promise<LeadView | null> {
  const { selected, join } = selectLead()
  const found = await queryRows<LeadView>(
    em,
    `select ${selected} from leads l ${join} where l.tenant_id = :tenant and l.id = $1`,
    [id],
  )
  return onlyRow(found)
}

/**
 * Creates a lead for a saved property, or saves a new property with its lead; both or neither. Adds the tag to the
 * property's tags. Throws `Refused` without a tag. Creating it again with the same client-made id only reads it, with
 * `replayed` set.
 */
export async function createLead(ctx: Context, input: NewLead): Promise<LeadView & { replayed: boolean }> {
  const { id, replayed } = await saveLead(ctx, input)
  return { ...(await readLead(ctx, id)), replayed }
}

/** `createLead` without reading the lead. `occurredAt` is when it was created in the field. */
export async function saveLead(
  ctx: Context,
  input: NewLead,
  occurredAt = ctx.now(),
): Promise<{ id: string; replayed: boolean }> {
  authorize(ctx.actor, 'lead.create')
  const { tag } = input
  const message = 'Please select a property type first'
  check(tag, message, { tag: message })
  if (!input.propertyId === !input.newProperty)
    throw new Refused('A lead needs one property: a saved one or a new one.', { property_id: 'Choose a property.' })
  const priority = input.priority ?? 'normal'
  checkTemplateData(input.templateData)
  const fields = parseLeadFields(input)
  if (fields.assignedTo) authorize(ctx.actor, 'lead.assign')
  const { id: clientId, ...content } = input
  const id = newRecordId(clientId)
  const actor = ctx.actor!
  const tenantId = requireTenant(actor)
  const action = clientId ? { id, kind: 'lead' as const, content } : null
  const saved = await transactOnce(ctx, tenantId, action, async (transaction) => {
    const { em } = transaction
    const { newProperty } = input
    const property = newProperty
      ? await addPropertyOnce(
          ctx,
          transaction,
          newProperty,
          { tags: [tag, ...(newProperty.tags ?? [])], priority },
          occurredAt,
        )
      : await lockProperty(em, tenantId, parseId(input.propertyId!, 'Property'), 'for no key update')
    authorize(actor, 'property.read', { ownerId: property.assignedTo ?? null })
    if (fields.assignedTo) await assertActiveUsers(transaction, [fields.assignedTo])
    await addTag(em, tenantId, [property.id], tag)
    const lead = {
      ...{ id, tag, priority, fields, templateData: input.templateData },
      ...propertyRefWithCity(property),
      status: 'new' as const,
      repId: actor.userId,
      createdAt: occurredAt,
      completedAt: null,
    }
    await insertLeads(ctx, transaction, tenantId, [lead])
    return lead
  })
  return { id, replayed: saved === null }
}
