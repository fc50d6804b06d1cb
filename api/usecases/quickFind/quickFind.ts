import { readScope, type Context } from '../../context.ts'
import type { EntityManager, Scope } from '../../database/connection.ts'
import { mergeScopes } from '../../database/tenantByTenant.ts'
import type { LeadStatus, Priority, PropertyType } from '../../domain/enums.ts'
import { tenantKeyOf } from '../../domain/ids.ts'
import { authorize, ownUserIdOf, reachOf } from '../../domain/permissions.ts'
import {
  findLeadsByContact,
  findLeadsOfProperties,
  listLeads,
  readLeadsOfProperties,
  type ListedLead,
} from '../leads/leads.ts'
import { doorReachOf } from '../properties/teamDoors.ts'
import { findUsersByName, type FoundUser } from '../users/userSearch.ts'
import {
  findParcels,
  findProperties,
  rankProperties,
  type PropertyConditions,
  type RankedProperty,
} from './findProperties.ts'
import { matchesEachToken, parseQuickFind, type QuickFindTerms } from './quickFindTerms.ts'

/** A lead of a property that was found. */
export interface FoundLead {
  id: string
  tag: PropertyType
  priority: Priority
  status: LeadStatus
}

/** A property that was found. */
export interface FoundProperty extends Omit<RankedProperty, 'tenantId' | 'createdAt' | 'rank'> {
  /** A colleague's property, of which the actor sees only what the map shows, and their own lead. */
  limited: boolean
  /** The newest lead that the actor may see, preferably one that is not completed. */
  lead: FoundLead | null
}

/** A lead whose contact was found. */
export interface FoundContact {
  /** The lead's id. */
  id: string
  contactName: string | null
  contactPhone: string | null
  contactEmail: string | null
  address: string
  tag: PropertyType
  status: LeadStatus
}

/** At most `limit` in each group, the best matches first. A property is in one group. */
export interface QuickFindResult {
  /** The address matches, alone or together with the owner. */
  properties: FoundProperty[]
  /** The owner matches. */
  owners: FoundProperty[]
  /** The leads that the actor may see and whose contact's name, phone number or email address matches, newest first. */
  contacts: FoundContact[]
  /** The parcel id begins with the text. */
  parcels: FoundProperty[]
  users: FoundUser[]
}

const defaultLimit = 5
const maxLimit = 20
/** The newest leads of a rep that are searched for properties of colleagues. */
const maxOwnLeads = 100
const leadColumns = ['tenantId', 'tag', 'priority', 'status'] as const

/**
 * Searches properties, their leads, owners, parcels and the users of the tenant for what was typed. A rep finds the properties
 * that are assigned to them, those with leads that they may see, and the other properties of the team by their address if
 * the tenant shows these on the map. Users are found by those who may list them.
 */
export async function quickFind(ctx: Context, query: string, limit?: number | null): Promise<QuickFindResult> {
  authorize(ctx.actor, 'property.read')
  const scope = readScope(ctx)
  const size = Math.min(maxLimit, Math.max(1, Math.trunc(limit ?? defaultLimit)))
  const search = parseQuickFind(query)
  if (search.tokens.length === 0) return { properties: [], owners: [], contacts: [], parcels: [], users: [] }
  const mayListUsers = reachOf(ctx.actor!, 'user.list') !== null
  const [found, contacts, users] = await Promise.all([
    findVisibleProperties(ctx, scope, search, size),
    findLeadsByContact(ctx, search.tokens, size),
    mayListUsers ? findUsersByName(ctx, search.tokens, size) : [],
  ])
  return { ...found, contacts, users }
}

/** A match, and what the actor may see of it. */
interface Visible {
  property: RankedProperty
  reach: 'all' | 'lead' | 'map'
}

async function findVisibleProperties(
  ctx: Context,
  scope: Scope,
  search: QuickFindTerms,
  size: number,
): Promise<Omit<QuickFindResult, 'contacts' | 'users'>> {
  const isManager = reachOf(ctx.actor!, 'property.read') === 'all'
  const ownLeads = isManager ? [] : await findOwnLeads(ctx, search)
  const readable = async (em: EntityManager): Promise<Match[]> => {
    const visible = isManager
      ? await findAll(em, search)
      : await findForRep(em, ctx, search, new Set(ownLeads.map(({ propertyId }) => propertyId)))
    const byParcel = await findParcels(em, search, isManager ? everyProperty : ownProperties(ctx), size)
    return [
      ...visible.map((match): Match => ({ ...match, isByParcel: false })),
      ...byParcel.map((property): Match => ({ property, reach: 'all', isByParcel: true })),
    ]
  }
  const scopes = await ctx.database.scopesOf(scope)
  if (scopes.length === 1)
    return ctx.database.within(scope, async (em) =>
      present(chooseBest(search, await readable(em), size), (properties) =>
        findLeadsOfProperties(em, ctx, properties, leadColumns),
      ),
    )
  const found = await mergeScopes(
    scopes,
    (one) => ctx.database.within(one, readable),
    (matches) => {
      const { properties, owners, parcels } = chooseBest(search, matches, size)
      return [...properties, ...owners, ...parcels]
    },
  )
  return present(chooseBest(search, found, size), (properties) => readLeadsOfProperties(ctx, properties, leadColumns))
}

/** A property that was found by its words, or by its parcel id. */
interface Match extends Visible {
  isByParcel: boolean
}

type Groups<Item> = Record<'properties' | 'owners' | 'parcels', Item[]>

/** At most `size` of the matches in each group. */
function chooseBest(search: QuickFindTerms, matches: readonly Match[], size: number): Groups<Match> {
  const visible = matches.filter(({ isByParcel }) => !isByParcel).toSorted(byRank)
  const isAddress = ({ property: { address, city } }: Visible) => matchesEachToken(search, [address, city])
  const isOwner = ({ property: { ownerName }, reach }: Visible) =>
    reach !== 'map' && matchesEachToken(search, [ownerName])
  const owners = visible.filter((match) => !isAddress(match) && isOwner(match)).slice(0, size)
  // The words of a colleague's property include the owner, which the actor may not read.
  const properties = visible
    .filter((match) => isAddress(match) || (match.reach !== 'map' && !isOwner(match)))
    .slice(0, size)
  const listed = new Set([...properties, ...owners].map(({ property }) => tenantKeyOf(property)))
  const parcels = matches
    .filter(({ property, isByParcel }) => isByParcel && !listed.has(tenantKeyOf(property)))
    .slice(0, size)
  return { properties, owners, parcels }
}

const byRank = ({ property: a }: Visible, { property: b }: Visible) =>
  a.rank - b.rank || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)

/** The leads that a rep may see and that match. Their properties may be those of colleagues. */
async function findOwnLeads(ctx: Context, { text }: QuickFindTerms): Promise<ListedLead<'propertyId'>[]> {
  const { items } = await listLeads(ctx, { search: text }, { limit: maxOwnLeads }, undefined, ['propertyId'])
  return items
}

const everyProperty: PropertyConditions = () => []

function ownProperties(ctx: Context): PropertyConditions {
  const userId = ownUserIdOf(ctx.actor!)
  return (bind) => [`p.assigned_to = ${bind(userId)}`]
}

async function findAll(em: EntityManager, search: QuickFindTerms): Promise<Visible[]> {
  const found = await findProperties(em, search, [everyProperty])
  return found.map((property) => ({ property, reach: 'all' }))
}

async function findForRep(
  em: EntityManager,
  ctx: Context,
  search: QuickFindTerms,
  withOwnLead: ReadonlySet<string>,
): Promise<Visible[]> {
  const userId = ownUserIdOf(ctx.actor!)
  const showsTeam = (await doorReachOf(em, ctx)) === 'all'
  // Own properties are also searched by themselves, so that those of the team do not take their place.
  const conditions = showsTeam ? [ownProperties(ctx), everyProperty] : [ownProperties(ctx)]
  const found = await findProperties(em, search, conditions)
  const ofLeads = withOwnLead.size > 0 ? await rankProperties(em, search, [...withOwnLead]) : []
  const isOwn = ({ assignedTo }: RankedProperty) => assignedTo === userId
  return [
    ...ofLeads.filter((property) => !isOwn(property)).map((property): Visible => ({ property, reach: 'lead' })),
    ...found
      .filter((property) => isOwn(property) || !withOwnLead.has(property.id))
      .map((property): Visible => ({ property, reach: isOwn(property) ? 'all' : 'map' })),
  ]
}

/** The actor's view of the matches, with their leads. */
async function present(
  { properties, owners, parcels }: Groups<Match>,
  readLeads: (properties: RankedProperty[]) => Promise<ListedLead<(typeof leadColumns)[number]>[]>,
): Promise<Groups<FoundProperty>> {
  const readable = [...properties, ...owners, ...parcels]
    .filter(({ reach }) => reach !== 'map')
    .map(({ property }) => property)
  const leads = readable.length > 0 ? await readLeads(readable) : []
  const byProperty = Map.groupBy(leads, ({ tenantId, propertyId }) => tenantKeyOf({ tenantId, id: propertyId }))
  const toFound = ({ property, reach }: Visible): FoundProperty => {
    const { id, address, city, ownerName, parcelId, status, assignedTo } = property
    const ofProperty = byProperty.get(tenantKeyOf(property)) ?? []
    return {
      id,
      address,
      city,
      ownerName: reach === 'map' ? null : ownerName,
      parcelId: reach === 'all' ? parcelId : null,
      status,
      assignedTo,
      limited: reach !== 'all',
      lead: ofProperty.find((lead) => lead.status !== 'completed') ?? ofProperty[0] ?? null,
    }
  }
  return { properties: properties.map(toFound), owners: owners.map(toFound), parcels: parcels.map(toFound) }
}
