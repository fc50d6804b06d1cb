import { unitOf } from '../../domain/units.ts'
import type { LeadFilter, LeadOrder, PropertyFilter } from '../../gql/graphql.ts'
import type { MockLead, MockProperty, MockUser } from './mockRoutes.ts'

export interface PropertyNode {
  __typename: 'Property'
  id: string
  address: string
  ownerName: string | null
  tags: string[]
  [field: string]: unknown
}

const toEnumValue = (word: string) => word.toUpperCase()
const toUserRef = (user: MockUser) => ({
  __typename: 'UserRef',
  id: user.id,
  fullName: user.full_name,
  email: user.email,
})
/** Most fields have the same name in the routes and in the schema, but for the underscores. */
const camelCaseKeys = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
const EMPTY_PAGE_INFO = { __typename: 'PageInfo', hasNextPage: false, endCursor: null }

export function toProperty(row: MockProperty, users: readonly MockUser[]): PropertyNode {
  const rep = users.find(({ id }) => id === row.assigned_to)
  return {
    ...camelCaseKeys(row),
    __typename: 'Property',
    id: row.id,
    address: row.address,
    ownerName: row.owner_name,
    tags: row.tags.map(toEnumValue),
    priority: toEnumValue(row.priority),
    status: toEnumValue(row.status),
    assignedTo: rep ? toUserRef(rep) : null,
    limited: false,
    lastOutcome: null,
    lastKnockedAt: null,
    doNotKnock: null,
    building: null,
    knocks: [],
    leads: [],
    outline: null,
    tenantName: rep?.tenant?.name ?? null,
    notes: null,
    history: { __typename: 'PropertyHistoryConnection', pageInfo: EMPTY_PAGE_INFO, edges: [] },
  }
}

export const toMarker = ({ id, address, lat, lng, street_number, street_name, status, priority }: MockProperty) => ({
  __typename: 'MapMarker',
  id,
  lat,
  lng,
  streetNumber: street_number,
  streetName: street_name,
  unit: unitOf(address),
  status: toEnumValue(status),
  priority: toEnumValue(priority),
  lastOutcome: null,
  lastKnockedAt: null,
  assignedTo: null,
  mine: false,
  doNotKnock: false,
})

export function toLead(row: MockLead, properties: ReadonlyMap<string, PropertyNode>, users: readonly MockUser[]) {
  const property = properties.get(row.property_id) ?? null
  const rep = users.find(({ id }) => id === row.rep_id)
  return {
    __typename: 'Lead',
    id: row.id,
    propertyId: row.property_id,
    property,
    address: row.property.address,
    ownerName: row.property.owner_name,
    unconfirmed: Boolean(property?.['unconfirmed']),
    tag: toEnumValue(row.tag),
    priority: toEnumValue(row.priority),
    status: toEnumValue(row.status),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.created_at,
    lastPrintedAt: null,
    tenantName: rep?.tenant?.name ?? null,
    rep: rep ? toUserRef(rep) : null,
    assignedTo: null,
    stage: null,
    followUpAt: null,
    value: null,
    source: null,
    contactName: null,
    contactPhone: null,
    contactEmail: null,
    notes: { __typename: 'LeadNoteConnection', pageInfo: EMPTY_PAGE_INFO, edges: [] },
    history: { __typename: 'PropertyHistoryConnection', pageInfo: EMPTY_PAGE_INFO, edges: [] },
  }
}

export type LeadNode = ReturnType<typeof toLead>

export const filterProperties = (
  properties: readonly PropertyNode[],
  { search, tag }: PropertyFilter = {},
): PropertyNode[] =>
  properties.filter((property) => (!tag || property.tags.includes(tag)) && matchesSearch(property, search))

export const filterLeads = (
  leads: readonly LeadNode[],
  { ids, search, tag, priority, status, repId, followUpTo }: LeadFilter = {},
): LeadNode[] =>
  leads.filter(
    (lead) =>
      (!ids || ids.includes(lead.id)) &&
      (!tag || lead.tag === tag) &&
      (!priority || lead.priority === priority) &&
      (!status || lead.status === status) &&
      (!repId || lead.rep?.id === repId) &&
      // Mock leads have no follow-ups.
      !followUpTo &&
      matchesSearch(lead, search),
  )

const ranks = { priority: ['NORMAL', 'HIGH'], status: ['NEW', 'CONTACTED', 'COMPLETED'] }

/** The leads in the order of the list; newest first without one. */
export function sortLeads(leads: readonly LeadNode[], order: LeadOrder | null | undefined): LeadNode[] {
  const keys: Record<LeadOrder['field'], (lead: LeadNode) => string> = {
    CREATED_AT: ({ createdAt }) => createdAt,
    UPDATED_AT: ({ createdAt }) => createdAt,
    ADDRESS: ({ address }) => address,
    OWNER: ({ ownerName }) => ownerName ?? '~',
    TAG: ({ tag }) => tag,
    PRIORITY: ({ priority }) => String(ranks.priority.indexOf(priority)),
    STATUS: ({ status }) => String(ranks.status.indexOf(status)),
    REP: ({ rep }) => rep?.fullName ?? '',
    ASSIGNEE: () => '',
    FOLLOW_UP: () => '',
    VALUE: () => '',
  }
  const keyOf = keys[order?.field ?? 'CREATED_AT']
  const sorted = leads.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))
  return (order?.direction ?? 'DESC') === 'DESC' ? sorted.toReversed() : sorted
}

/** Every word of the search must start a word of the address or the owner, as on the server. */
function matchesSearch({ address, ownerName }: { address: string; ownerName: string | null }, search?: string | null) {
  const words = tokenize(`${address} ${ownerName ?? ''}`)
  return tokenize(search ?? '').every((prefix) => words.some((word) => word.startsWith(prefix)))
}

const tokenize = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** One page of a list as a connection. A cursor is the number of nodes up to and including its own. */
export function toConnection<Node>(
  kind: 'Property' | 'Lead' | 'Territory' | 'Pass' | 'DoNotKnockMark' | 'Recorded',
  nodes: readonly Node[],
  { first = 100, after }: { first?: number | null; after?: string | null },
) {
  const start = Number(after ?? 0)
  const end = Math.min(nodes.length, start + (first ?? 100))
  const page = nodes.slice(start, end)
  return {
    __typename: `${kind}Connection`,
    totalCount: nodes.length,
    pageInfo: { __typename: 'PageInfo', hasNextPage: end < nodes.length, endCursor: page.length ? String(end) : null },
    edges: page.map((node, index) => ({ __typename: `${kind}Edge`, cursor: String(start + index + 1), node })),
  }
}
