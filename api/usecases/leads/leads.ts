import { v7 as uuidv7 } from 'uuid'
import { readScope, type Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { NotFound, Refused, check } from '../../domain/errors.ts'
import { isUuid, parseId } from '../../domain/ids.ts'
import { decodeCursor, pageOf, type Page, type PageRequest } from '../../domain/paging.ts'
import { authorize, requireTenant } from '../../domain/permissions.ts'
import type { LeadStatus, Priority, PropertyType } from '../../domain/enums.ts'
import { Lead } from '../../entities/lead.ts'
import { transactInTenant } from '../../log/transact.ts'
import { buildSearchConditions } from './leadSearch.ts'
import { addProperty, propertyRefWithCity, lockProperty, type NewProperty } from '../properties/properties.ts'
import { addTag } from '../properties/propertyTags.ts'

export interface LeadView extends Lead {
  /** created_at as the database writes it, for cursors. */
  cursorAt: string
  /** The house, for lists that show no more than these. */
  address: string
  ownerName: string | null
  /** Its parcel was picked by the nearest house number. */
  unconfirmed: boolean
}

export interface NewLead {
  /** A saved property, or */
  propertyId?: string | null
  /** one that is saved with the lead. */
  newProperty?: NewProperty | null
  tag?: PropertyType | null
  priority?: Priority | null
  /** What the documents are filled with besides; REST sends the priority in it (spec §7). */
  templateData?: Record<string, unknown> | null
}

export interface LeadFilter {
  /** Words of the address or owner, each from its beginning. */
  search?: string | null
  tag?: PropertyType | null
  priority?: Priority | null
  status?: LeadStatus | null
  ids?: readonly string[] | null
}

const leadColumns = `l.tenant_id as "tenantId", l.id, l.property_id as "propertyId", l.tag, l.priority, l.status,
  l.template_data as "templateData", l.rep_id as "repId", l.created_at as "createdAt", l.completed_at as "completedAt",
  l.updated_at as "updatedAt", l.created_at::text as "cursorAt", p.address, p.owner_name as "ownerName", p.unconfirmed`
const leadSource = 'leads l join properties p on p.tenant_id = l.tenant_id and p.id = l.property_id'

/** The leads the actor may see, newest first; a rep sees their own. */
export async function listLeads(ctx: Context, filter: LeadFilter, page: PageRequest): Promise<Page<LeadView>> {
  const found = await queryLeads(ctx, filter, ({ em, where, values }) => {
    if (page.after) {
      const { at, id } = decodeCursor(page.after)
      where.push(`(l.created_at, l.id) < ($${values.push(at)}::timestamptz, $${values.push(id)}::uuid)`)
    }
    return queryRows<LeadView>(
      em,
      `select ${leadColumns} from ${leadSource} where ${where.join(' and ')} order by l.created_at desc, l.id desc
       limit $${values.push(page.limit + 1)} offset $${values.push(page.offset ?? 0)}`,
      values,
    )
  })
  return pageOf(found, page.limit)
}

/** How many leads `listLeads` would give with no limit. */
export async function countLeads(ctx: Context, filter: LeadFilter): Promise<number> {
  const [row] = await queryLeads(ctx, filter, ({ em, where, values }) =>
    queryRows<{ n: number }>(em, `select count(*)::int as n from leads l where ${where.join(' and ')}`, values),
  )
  return row!.n
}

/** The leads of several properties that the actor may see, newest first, for loaders. */
export function readLeadsOfProperties(ctx: Context, propertyIds: readonly string[]): Promise<LeadView[]> {
  return queryLeads(ctx, {}, ({ em, where, values }) => {
    // By the house, which is found by its id alone: a global admin's leads are of any tenant.
    where.push(`p.id = any($${values.push(propertyIds)}::uuid[])`)
    return queryRows<LeadView>(
      em,
      `select ${leadColumns} from ${leadSource} where ${where.join(' and ')} order by l.created_at desc, l.id desc`,
      values,
    )
  })
}

/** A question about leads `l`: `where` must hold, with its parameters in `values`; both may be added to. */
interface LeadQuery {
  em: EntityManager
  where: string[]
  values: unknown[]
}

/** Asks about the leads that the actor may see and `filter` lets through. */
export async function queryLeads<T>(
  ctx: Context,
  filter: LeadFilter,
  run: (query: LeadQuery) => Promise<T>,
): Promise<T> {
  const reach = authorize(ctx.actor, 'lead.read')
  const values: unknown[] = []
  const where = ['true']
  if (reach === 'own') where.push(`l.rep_id = $${values.push(ctx.actor!.userId)}`)
  if (filter.tag) where.push(`l.tag = $${values.push(filter.tag)}`)
  if (filter.priority) where.push(`l.priority = $${values.push(filter.priority)}`)
  if (filter.status) where.push(`l.status = $${values.push(filter.status)}`)
  if (filter.ids) where.push(`l.id = any($${values.push(filter.ids.filter(isUuid))}::uuid[])`)
  return ctx.database.within(readScope(ctx), async (em) => {
    if (filter.search?.trim()) where.push(...(await buildSearchConditions(em, filter.search, values)))
    return run({ em, where, values })
  })
}

/** One lead. Throws `NotFound` for an unknown id, another tenant's, and for a rep another rep's. */
export async function readLead(ctx: Context, id: string): Promise<LeadView> {
  authorize(ctx.actor, 'lead.read')
  const found = await ctx.database.within(readScope(ctx), (em) => findLead(em, parseId(id, 'Lead')))
  if (!found) throw new NotFound('Lead not found')
  authorize(ctx.actor, 'lead.read', { ownerId: found.repId })
  return found
}

export async function findLead(em: EntityManager, id: string): Promise<LeadView | null> {
  const [found] = await queryRows<LeadView>(em, `select ${leadColumns} from ${leadSource} where l.id = $1`, [id])
  return found ?? null
}

/**
 * Makes a lead for a saved property, or saves a new property and makes its lead, both or neither.
 * The type becomes a tag of the property when it is not there yet. Throws `Refused` without a type.
 */
export async function createLead(ctx: Context, input: NewLead): Promise<LeadView> {
  authorize(ctx.actor, 'lead.create')
  const { tag } = input
  const message = 'Please select a property type first'
  check(tag, message, { tag: message })
  if (!input.propertyId === !input.newProperty)
    throw new Refused('A lead needs one property: a saved one or a new one.', { property_id: 'Choose a property.' })
  const priority = input.priority ?? 'normal'
  const id = uuidv7()
  const actor = ctx.actor!
  const tenantId = requireTenant(actor)
  await transactInTenant(ctx, tenantId, async (writing) => {
    const { em, record } = writing
    const property = input.newProperty
      ? await addProperty(ctx, writing, {
          ...input.newProperty,
          tags: [tag, ...(input.newProperty.tags ?? [])],
          priority,
        })
      : await lockProperty(em, parseId(input.propertyId!, 'Property'), 'for share')
    authorize(actor, 'property.read', { ownerId: property.assignedTo ?? null })
    await addTag(em, property, tag)
    const now = ctx.now()
    em.create(Lead, {
      tenantId,
      id,
      propertyId: property.id,
      tag,
      priority,
      status: 'new',
      templateData: { ...input.templateData, priority },
      repId: actor.userId,
      createdAt: now,
      completedAt: null,
      updatedAt: now,
    })
    record({
      type: 'LeadCreated',
      occurredAt: now,
      subjectId: property.id,
      data: { ...propertyRefWithCity(property), leadId: id, repId: actor.userId, tag, priority },
    })
  })
  return readLead(ctx, id)
}
