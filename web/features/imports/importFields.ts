import { distance } from 'fastest-levenshtein'

export const importLists = ['properties', 'leads', 'users', 'parcels'] as const
export type ImportList = (typeof importLists)[number]

/** A field that a column can fill: its name in REST, its label, and other names that files have for it. */
export interface ImportField {
  name: string
  label: string
  synonyms?: readonly string[]
}

const houseFields: ImportField[] = [
  {
    name: 'address',
    label: 'Address',
    synonyms: ['site_addr', 'site_address', 'street_address', 'situs', 'property_address'],
  },
  { name: 'unit', label: 'Unit', synonyms: ['apt', 'apartment', 'suite', 'unit_no', 'unit_number', 'site_unit'] },
  { name: 'street_number', label: 'House number', synonyms: ['number', 'house_no', 'st_num'] },
  { name: 'street_name', label: 'Street name', synonyms: ['street', 'st_name'] },
  { name: 'city', label: 'City', synonyms: ['town', 'site_city'] },
  { name: 'state', label: 'State', synonyms: ['st', 'site_state'] },
  { name: 'zip_code', label: 'ZIP code', synonyms: ['zip', 'postal_code', 'site_zip'] },
  { name: 'lat', label: 'Latitude', synonyms: ['latitude', 'y'] },
  { name: 'lng', label: 'Longitude', synonyms: ['longitude', 'lon', 'long', 'x'] },
  { name: 'owner_name', label: 'Owner', synonyms: ['owner', 'owner1', 'name'] },
  { name: 'owner_address', label: 'Owner address', synonyms: ['mail_addr', 'mailing_address', 'mail_address'] },
  { name: 'owner_source', label: 'Owner source' },
  { name: 'owner_phone', label: 'Owner phone', synonyms: ['phone', 'telephone'] },
  { name: 'owner_email', label: 'Owner email', synonyms: ['email', 'e_mail'] },
  { name: 'parcel_id', label: 'Parcel ID', synonyms: ['apn', 'pin', 'parcel', 'parcel_number'] },
  { name: 'unconfirmed', label: 'Unconfirmed' },
  { name: 'neighborhood', label: 'Neighborhood', synonyms: ['area', 'subdivision'] },
  { name: 'notes', label: 'Notes', synonyms: ['note', 'comment', 'comments', 'remarks'] },
]
/** The fields of a house that a parcel has, too. */
const parcelHouseFields = new Set([
  'address',
  'city',
  'state',
  'zip_code',
  'neighborhood',
  'owner_name',
  'owner_address',
  'lat',
  'lng',
])
const createdAt: ImportField = { name: 'created_at', label: 'Created', synonyms: ['created', 'date'] }
const priority: ImportField = { name: 'priority', label: 'Priority', synonyms: ['urgent'] }
const status: ImportField = { name: 'status', label: 'Status' }

/** The fields of each list, as the server knows them. */
export const importFields: Record<ImportList, readonly ImportField[]> = {
  properties: [
    ...houseFields,
    { name: 'tags', label: 'Tags', synonyms: ['tag', 'type', 'types'] },
    priority,
    status,
    { name: 'assigned_to', label: 'Assigned to', synonyms: ['assignee', 'rep', 'agent'] },
    createdAt,
  ],
  leads: [
    ...houseFields,
    { name: 'property_id', label: 'Property ID' },
    { name: 'tag', label: 'Tag', synonyms: ['job', 'type', 'service', 'tags'] },
    priority,
    status,
    { name: 'rep_id', label: 'Rep', synonyms: ['rep', 'agent'] },
    createdAt,
    { name: 'completed_at', label: 'Completed', synonyms: ['completed', 'done'] },
    { name: 'assigned_to', label: 'Assigned to', synonyms: ['assignee'] },
    { name: 'follow_up_at', label: 'Follow-up', synonyms: ['follow_up', 'next_step', 'due'] },
    { name: 'value', label: 'Value', synonyms: ['amount', 'price'] },
    { name: 'source', label: 'Source', synonyms: ['lead_source'] },
    { name: 'contact_name', label: 'Contact', synonyms: ['contact'] },
    { name: 'contact_phone', label: 'Contact phone' },
    { name: 'contact_email', label: 'Contact email' },
  ],
  users: [
    { name: 'email', label: 'Email', synonyms: ['e_mail', 'mail'] },
    { name: 'full_name', label: 'Full name', synonyms: ['name'] },
    { name: 'role', label: 'Role' },
    { name: 'phone', label: 'Phone', synonyms: ['telephone', 'mobile'] },
  ],
  parcels: [
    { name: 'parcel_id', label: 'Parcel ID', synonyms: ['apn', 'pin', 'parcel', 'parcel_number', 'parcelid'] },
    ...houseFields.filter(({ name }) => parcelHouseFields.has(name)),
    { name: 'geometry', label: 'Outline', synonyms: ['wkt', 'geom', 'the_geom', 'shape', 'geojson'] },
    { name: 'year_built', label: 'Year built', synonyms: ['year', 'yr_built'] },
    { name: 'acres', label: 'Acres', synonyms: ['acreage', 'area_acres'] },
    { name: 'use', label: 'Use', synonyms: ['land_use', 'use_code', 'property_type'] },
  ],
}

/** A name for the data set of a file of parcels: 'West side.csv' gives 'West-side'. */
export const datasetNameOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[._-]+/, '')
    .slice(0, 63)

const normalize = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The field that each heading probably means: the same name, else another name for it, else a name with one typing error. */
export function guessMapping(list: ImportList, headings: readonly string[]): Record<string, string> {
  const fields = importFields[list]
  const mapping: Record<string, string> = {}
  const matchers: ((field: ImportField, heading: string) => boolean)[] = [
    ({ name, label }, heading) => normalize(name) === heading || normalize(label) === heading,
    ({ synonyms = [] }, heading) => synonyms.some((synonym) => normalize(synonym) === heading),
    ({ name }, heading) =>
      heading.length > 4 && heading.length <= name.length + 1 && distance(normalize(name), heading) === 1,
  ]
  for (const matches of matchers)
    for (const heading of headings) {
      if (heading === '' || Object.values(mapping).includes(heading)) continue
      // An exported lead has the fields of its house as `property.address`.
      const name = normalize(heading.replace(/^property\./, ''))
      const field = fields.find((candidate) => !(candidate.name in mapping) && matches(candidate, name))
      if (field) mapping[field.name] = heading
    }
  return mapping
}
