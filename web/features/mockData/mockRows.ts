import type { LeadFilter, PropertyFilter } from '../../gql/graphql.ts'
import type { MockLead, MockProperty, MockUser } from './mockRest.ts'

/** What REST sends as the things of the schema, with every field that a screen may ask for. */

export interface House {
  __typename: 'Property'
  id: string
  address: string
  ownerName: string | null
  tags: string[]
  [field: string]: unknown
}

const upper = (word: string) => word.toUpperCase()
const refOf = (user: MockUser) => ({
  __typename: 'UserRef',
  id: user.id,
  fullName: user.full_name,
  email: user.email,
})
const noPage = { __typename: 'PageInfo', hasNextPage: false, endCursor: null }

export function houseOf(row: MockProperty, users: readonly MockUser[]): House {
  const rep = users.find(({ id }) => id === row.assigned_to)
  return {
    __typename: 'Property',
    id: row.id,
    address: row.address,
    streetNumber: row.street_number,
    streetName: row.street_name,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    lat: row.lat,
    lng: row.lng,
    ownerName: row.owner_name,
    ownerAddress: row.owner_address,
    ownerSource: row.owner_source,
    parcelId: row.parcel_id,
    unconfirmed: row.unconfirmed,
    neighborhood: row.neighborhood,
    notes: row.notes,
    tags: row.tags.map(upper),
    priority: upper(row.priority),
    status: upper(row.status),
    assignedTo: rep ? refOf(rep) : null,
    createdAt: row.created_at,
    knocks: [],
    leads: [],
    outline: null,
    history: { __typename: 'PropertyHistoryConnection', pageInfo: noPage, edges: [] },
  }
}

export const markerOf = ({ id, lat, lng, street_number, status, priority }: MockProperty) => ({
  __typename: 'MapMarker',
  ...{ id, lat, lng, streetNumber: street_number, status: upper(status), priority: upper(priority) },
})

export function leadOf(row: MockLead, houses: ReadonlyMap<string, House>) {
  const house = houses.get(row.property_id) ?? null
  return {
    __typename: 'Lead',
    id: row.id,
    propertyId: row.property_id,
    property: house,
    address: row.property.address,
    ownerName: row.property.owner_name,
    unconfirmed: Boolean(house?.['unconfirmed']),
    tag: upper(row.tag),
    priority: upper(row.priority),
    status: upper(row.status),
    createdAt: row.created_at,
  }
}

export type Lead = ReturnType<typeof leadOf>

/** The houses that a filter lets through. */
export const matchingHouses = (houses: readonly House[], { search, tag }: PropertyFilter = {}): House[] =>
  houses.filter((house) => (!tag || house.tags.includes(tag)) && hasWords(house, search))

/** The leads that a filter lets through. */
export const matchingLeads = (
  leads: readonly Lead[],
  { ids, search, tag, priority, status }: LeadFilter = {},
): Lead[] =>
  leads.filter(
    (lead) =>
      (!ids || ids.includes(lead.id)) &&
      (!tag || lead.tag === tag) &&
      (!priority || lead.priority === priority) &&
      (!status || lead.status === status) &&
      hasWords(lead, search),
  )

/** Every word of the search begins a word of the address or the owner, as the server has it. */
function hasWords({ address, ownerName }: { address: string; ownerName: string | null }, search?: string | null) {
  const words = wordsOf(`${address} ${ownerName ?? ''}`)
  return wordsOf(search ?? '').every((wanted) => words.some((word) => word.startsWith(wanted)))
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** One page of a list as a connection; a cursor is how many lie before it. */
export function pageOf<Node>(
  kind: 'Property' | 'Lead',
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
