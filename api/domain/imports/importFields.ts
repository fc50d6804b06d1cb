/** The lists that can be imported. */
export const importLists = ['properties', 'leads', 'users', 'parcels'] as const
export type ImportList = (typeof importLists)[number]

/** What happens to a row whose record is saved already. */
export const duplicateRules = ['skip', 'update'] as const
export type DuplicateRule = (typeof duplicateRules)[number]

/** What happens if rows have errors: nothing is saved, or they are left out. */
export const errorRules = ['stop', 'skip'] as const
export type ErrorRule = (typeof errorRules)[number]

/** The fields of a house, by their names in REST. */
export const houseFields = [
  'address',
  'unit',
  'street_number',
  'street_name',
  'city',
  'state',
  'zip_code',
  'lat',
  'lng',
  'owner_name',
  'owner_address',
  'owner_source',
  'owner_phone',
  'owner_email',
  'parcel_id',
  'unconfirmed',
  'neighborhood',
  'notes',
] as const

/** The fields of each list that a column can fill, by their names in REST. */
export const importFields: Record<ImportList, readonly string[]> = {
  properties: [...houseFields, 'tags', 'priority', 'status', 'assigned_to', 'created_at'],
  leads: [
    ...houseFields,
    'property_id',
    'tag',
    'priority',
    'status',
    'rep_id',
    'created_at',
    'completed_at',
    'assigned_to',
    'follow_up_at',
    'value',
    'source',
    'contact_name',
    'contact_phone',
    'contact_email',
  ],
  users: ['email', 'full_name', 'role', 'phone'],
  parcels: [
    'parcel_id',
    'address',
    'city',
    'state',
    'zip_code',
    'neighborhood',
    'owner_name',
    'owner_address',
    'lat',
    'lng',
    'geometry',
    'year_built',
    'acres',
    'use',
  ],
}

/** A column must fill one field of each of these groups. */
export const requiredFields: Record<ImportList, readonly (readonly string[])[]> = {
  properties: [['address']],
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

/** What becomes of a row. 'unsure': it is not sure whether its house is a saved one, so a person decides. */
export const importOutcomes = ['created', 'updated', 'skipped', 'unsure', 'failed'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** The rows of a file by what became of them. Their sum is the number of rows. */
export type ImportCounts = Record<ImportOutcome, number>

/** What a person decides about an unsure row: its house is this saved one, it is a new one, or the row is left out. */
export const rowDecisions = ['same', 'new', 'skip'] as const
export type RowDecision = (typeof rowDecisions)[number]

/** The maximum number of rows that are decided in one request. */
export const maxDecisions = 10_000
