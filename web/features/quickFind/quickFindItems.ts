import type { LucideIcon } from 'lucide-react'
import { streetOf } from '../../domain/streetOf.ts'
import { propertyTypeLabels, type AnyStatus } from '../../domain/labels.ts'
import { roleLabels } from '../../domain/roles.ts'
import type { FoundPropertyRowFragment, QuickFindQuery, Role } from '../../gql/graphql.ts'

/** What an item opens. */
export type Destination =
  | { kind: 'lead'; id: string }
  | { kind: 'property'; id: string }
  /** The property on the map. */
  | { kind: 'map'; id: string }
  | { kind: 'user'; id: string; role: Role }
  | { kind: 'path'; path: string }

/** One row of Quick find. */
export interface QuickFindItem {
  /** Unique among all items. */
  key: string
  kind: 'property' | 'owner' | 'contact' | 'parcel' | 'user' | 'screen' | 'action'
  title: string
  /** Stands beside the title. */
  detail?: string
  /** Stands at the end of the row: what Enter does, or who the property is assigned to. */
  hint?: string
  /** Other words by which a screen or an action is found. */
  keywords?: string
  status?: AnyStatus
  icon?: LucideIcon
  /** The property that Ctrl+Enter shows on the map. */
  propertyId?: string
  opens?: Destination
  /** Does something, for an item that opens nothing. */
  run?: () => void
}

export interface QuickFindGroup {
  title: string
  items: readonly QuickFindItem[]
}

/** The groups of what the server found. */
export function toGroups({
  properties,
  owners,
  contacts,
  parcels,
  users,
}: QuickFindQuery['quickFind']): QuickFindGroup[] {
  return [
    { title: 'Houses and leads', items: properties.map(toPropertyItem) },
    { title: 'Contacts of leads', items: contacts.map(toContactItem) },
    { title: 'Owners and parcels', items: [...owners.map(toOwnerItem), ...parcels.map(toParcelItem)] },
    {
      title: 'People',
      items: users.map(({ id, fullName, role }) => ({
        key: `user ${id}`,
        kind: 'user',
        title: fullName,
        detail: roleLabels[role],
        opens: { kind: 'user', id, role },
      })),
    },
  ]
}

/** A lead opens before its property. Of a colleague's property there is only what the map shows. */
function openingOf({ id, lead, limited }: FoundPropertyRowFragment): Destination {
  if (lead) return { kind: 'lead', id: lead.id }
  return limited ? { kind: 'map', id } : { kind: 'property', id }
}

const openLabels = { lead: 'Open lead', property: 'Open property', map: 'Show on the map' }

function toPropertyItem(property: FoundPropertyRowFragment): QuickFindItem {
  const { id, address, ownerName, status, assignedTo, lead, limited } = property
  const opens = openingOf(property)
  const detail = [ownerName, lead && propertyTypeLabels[lead.tag]].filter(Boolean).join(' · ')
  return {
    key: `property ${id}`,
    kind: 'property',
    title: streetOf(address),
    ...(detail && { detail }),
    hint: limited && assignedTo ? assignedTo.fullName : openLabels[opens.kind as keyof typeof openLabels],
    status: lead?.status ?? status,
    propertyId: id,
    opens,
  }
}

function toOwnerItem(property: FoundPropertyRowFragment): QuickFindItem {
  return {
    key: `owner ${property.id}`,
    kind: 'owner',
    title: property.ownerName ?? '',
    detail: `Owner of ${streetOf(property.address)}`,
    propertyId: property.id,
    opens: openingOf(property),
  }
}

function toContactItem(lead: QuickFindQuery['quickFind']['contacts'][number]): QuickFindItem {
  const { id, contactName, contactPhone, contactEmail, address, tag, status } = lead
  const [title = '', ...others] = [contactName, contactPhone, contactEmail].filter((text) => text !== null)
  return {
    key: `contact ${id}`,
    kind: 'contact',
    title,
    detail: [...others, streetOf(address), propertyTypeLabels[tag]].join(' · '),
    hint: openLabels.lead,
    // A number is also typed without its punctuation.
    keywords: contactPhone?.replaceAll(/\D/g, '') ?? '',
    status,
    opens: { kind: 'lead', id },
  }
}

function toParcelItem(property: FoundPropertyRowFragment): QuickFindItem {
  return {
    key: `parcel ${property.id}`,
    kind: 'parcel',
    title: property.parcelId ?? '',
    detail: `Parcel of ${streetOf(property.address)}`,
    propertyId: property.id,
    opens: openingOf(property),
  }
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** The items in whose texts each typed word occurs. */
export function filterItems(items: readonly QuickFindItem[], text: string): QuickFindItem[] {
  const words = wordsOf(text)
  return items.filter(({ title, detail = '', keywords = '' }) => {
    const searched = `${title} ${detail} ${keywords}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

/** The title as parts, of which those that were typed are marked. */
export function splitMatches(title: string, text: string): { part: string; isMatch: boolean }[] {
  const longestFirst = wordsOf(text).toSorted((a, b) => b.length - a.length)
  const searched = title.toLowerCase()
  // Some letters change their length in lower case, so that the positions of the title would be others.
  if (longestFirst.length === 0 || searched.length !== title.length) return [{ part: title, isMatch: false }]
  const parts: { part: string; isMatch: boolean }[] = []
  let from = 0
  for (let at = 0; at < title.length;) {
    const word = longestFirst.find((typed) => searched.startsWith(typed, at))
    if (!word) {
      at += 1
      continue
    }
    if (at > from) parts.push({ part: title.slice(from, at), isMatch: false })
    parts.push({ part: title.slice(at, at + word.length), isMatch: true })
    from = at += word.length
  }
  return from < title.length ? [...parts, { part: title.slice(from), isMatch: false }] : parts
}
