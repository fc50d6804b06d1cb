import type { MetricQuery } from '../../domain/Metric.tsx'
import { propertyTypeLabels, statusLabels } from '../../domain/labels.ts'
import type { Figure, FigureInput, LeadStatus, PropertyType } from '../../gql/graphql.ts'

/** What a receipt in the URL is of. The texts of its figure are not in the URL: a link cannot put words into the application. */
export type ReceiptQuery = Pick<MetricQuery, 'input' | 'allTenants' | 'compared'>

/** The title of the receipt of a link. */
const figureTitles: Record<Figure, string> = {
  PROPERTIES_SEARCHED: 'Properties Searched',
  DOORS_KNOCKED: 'Doors',
  TALKS: 'Talks',
  LEADS_CREATED: 'Leads',
  LEADS_CONVERTED: 'Leads Converted',
  TOTAL_LEADS: 'Total Leads',
  TOTAL_PROPERTIES: 'Total Properties',
  LATE_EVENTS: 'Late Events',
  API_CALLS: 'API Calls',
  REGRID_LOOKUPS: 'Regrid Lookups',
  MAP_LOADS: 'Map Loads',
  GEOCODING: 'Geocoding',
  DOCUMENT_PRINTING: 'Document Printing',
  TOTAL_COST: 'Cost',
}

const MAX_LENGTH = 2000
const textKeys = [
  ...(['period', 'from', 'to', 'asOf', 'userId', 'tenantId', 'tag', 'status', 'service', 'action'] as const),
  ...(['passId', 'territoryId'] as const),
]
const numberKeys = ['days', 'weekday', 'hour'] as const

/** The query of a receipt as `useOpenRecord` writes it into the URL; null if the URL has something else. The server checks the values. */
export function parseReceiptQuery(text: string): ReceiptQuery | null {
  if (text.length > MAX_LENGTH) return null
  const { input, allTenants, compared } = asObject(parseJson(text))
  const { figure, place, ...rest } = asObject(input)
  if (typeof figure !== 'string' || !Object.hasOwn(figureTitles, figure)) return null
  const known: Record<string, unknown> = { figure }
  for (const key of textKeys) if (typeof rest[key] === 'string') known[key] = rest[key]
  for (const key of numberKeys) if (typeof rest[key] === 'number') known[key] = rest[key]
  if (place)
    known['place'] = { neighborhood: textOf(asObject(place)['neighborhood']), city: textOf(asObject(place)['city']) }
  const { from, to } = asObject(compared)
  return {
    input: known as unknown as FigureInput,
    ...(allTenants === true ? { allTenants } : {}),
    ...(typeof from === 'string' && typeof to === 'string' ? { compared: { from, to } } : {}),
  }
}

/** 'Leads · Storm Damage', for a link, which says no more. */
export function titleOfQuery({ figure, tag, status }: FigureInput): string {
  const part = (tag && propertyTypeLabels[tag as PropertyType]) ?? (status && statusLabels[status as LeadStatus])
  return part ? `${figureTitles[figure]} · ${part}` : figureTitles[figure]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
