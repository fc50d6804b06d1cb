import { type Fields, namesOf, toSnakeCase } from '../fields.ts'
import { leadFields } from '../leads/leadFields.ts'
import { describingFields, propertyFields } from '../properties/propertyFields.ts'
import { ownerNameParts, visitFields } from './visitFields.ts'

/** The lists that can be imported. */
export const importLists = ['properties', 'leads', 'users', 'parcels'] as const
export type ImportList = (typeof importLists)[number]

/** What happens to a row whose record is saved already. */
export const duplicateRules = ['skip', 'update'] as const
export type DuplicateRule = (typeof duplicateRules)[number]

/** What happens if rows have errors: nothing is saved, or they are left out. */
export const errorRules = ['stop', 'skip'] as const
export type ErrorRule = (typeof errorRules)[number]

/** What happens to a row that names a user who has no active account: it is an error, or nobody is named. */
export const missingUserRules = ['error', 'nobody'] as const
export type MissingUserRule = (typeof missingUserRules)[number]

/** A field that a column can fill: its name in REST, its label, and other headings that files have for it. */
interface ImportColumn {
  name: string
  label: string
  synonyms?: readonly string[]
}

function columnsOf(fields: Fields, names: readonly string[]): ImportColumn[] {
  return names.map((name) => {
    const { label, synonyms } = fields[name]!
    return { name: toSnakeCase(name), label, ...(synonyms && { synonyms }) }
  })
}

const describingColumns = columnsOf(propertyFields, describingFields)
const namedColumns = (...names: string[]) => describingColumns.filter(({ name }) => names.includes(name))

/** The columns that an import of each list reads. */
export const importColumns: Record<ImportList, readonly ImportColumn[]> = {
  properties: [
    ...describingColumns,
    ...columnsOf(propertyFields, ['tags', 'priority', 'status', 'assignedTo']),
    ...columnsOf(leadFields, ['createdAt']),
    ...columnsOf(visitFields, namesOf(visitFields)),
    ...columnsOf(ownerNameParts, namesOf(ownerNameParts)),
  ],
  leads: [...describingColumns, ...columnsOf(leadFields, namesOf(leadFields))],
  users: [
    { name: 'email', label: 'Email', synonyms: ['e_mail', 'mail'] },
    { name: 'full_name', label: 'Full name', synonyms: ['name'] },
    { name: 'role', label: 'Role' },
    { name: 'phone', label: 'Phone', synonyms: ['telephone', 'mobile'] },
  ],
  parcels: [
    ...namedColumns('parcel_id'),
    ...namedColumns('address', 'city', 'state', 'zip_code', 'neighborhood', 'owner_name', 'owner_address'),
    ...namedColumns('lat', 'lng'),
    { name: 'geometry', label: 'Outline', synonyms: ['wkt', 'geom', 'the_geom', 'shape', 'geojson'] },
    { name: 'year_built', label: 'Year built', synonyms: ['year', 'yr_built'] },
    { name: 'acres', label: 'Acres', synonyms: ['acreage', 'area_acres'] },
    { name: 'use', label: 'Use', synonyms: ['land_use', 'use_code', 'property_type'] },
    {
      name: 'units',
      label: 'Number of units',
      synonyms: ['number_of_units', 'unit_count', 'num_units', 'total_units'],
    },
  ],
}

const namesIn = (list: ImportList) => importColumns[list].map(({ name }) => name)

/** The fields of each list that a column can fill, by their names in REST. */
export const importFields: Record<ImportList, readonly string[]> = {
  properties: namesIn('properties'),
  leads: namesIn('leads'),
  users: namesIn('users'),
  parcels: namesIn('parcels'),
}

/** A column must fill one field of each of these groups. */
export const requiredFields: Record<ImportList, readonly (readonly string[])[]> = {
  properties: [['address', 'street_name']],
  leads: [['address', 'property_id', 'parcel_id'], ['tag']],
  users: [['email'], ['full_name'], ['role']],
  parcels: [['parcel_id'], ['lat', 'geometry']],
}

/** The heading of the column for each field. */
export type ImportMapping = Record<string, string>

/** What a row with an error is told by. Row 1 has the headings. */
export interface RowError {
  row: number
  /** The heading of the cell; null for the whole row. */
  column: string | null
  message: string
}

/** What becomes of a row. 'unsure': it may mean a saved property, so a person decides. */
export const importOutcomes = ['created', 'updated', 'skipped', 'unsure', 'failed'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** The rows of a file by what became of them. Their sum is the number of rows. */
export type ImportCounts = Record<ImportOutcome, number>

/** What a person decides about an unsure row: its house is this saved one, it is a new one, or the row is left out. */
export const rowDecisions = ['same', 'new', 'skip'] as const
export type RowDecision = (typeof rowDecisions)[number]

/** The maximum number of rows that are decided in one request. */
export const maxDecisions = 10_000
