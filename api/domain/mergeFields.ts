/**
 * What a template can be filled with: `{owner_name}` in a document is replaced by a lead's owner. The worker that makes
 * documents reads this file too, so it imports nothing.
 */
export interface MergeField {
  name: string
  label: string
  example: string
}

export const mergeFields = [
  { name: 'salutation', label: 'Whom the letter greets: the owner, else Homeowner', example: 'Sample Owner 0142' },
  { name: 'owner_name', label: 'Owner; empty when unknown', example: 'Sample Owner 0142' },
  {
    name: 'owner_address',
    label: "Owner's mailing address; empty when unknown",
    example: 'PO Box 142, Sampleton, IN 46000',
  },
  { name: 'addressee', label: 'For the envelope: the owner, else Current Resident', example: 'Sample Owner 0142' },
  {
    name: 'mailing_address',
    label: "Owner's address on lines of its own, else the property's",
    example: 'PO Box 142\nSampleton, IN 46000',
  },
  { name: 'address', label: 'Address of the property', example: '1018 W 11th Demo St, Indianapolis, IN 46202' },
  { name: 'street_address', label: 'House number and street alone', example: '1018 W 11th Demo St' },
  { name: 'street_number', label: 'House number', example: '1018' },
  { name: 'street_name', label: 'Street', example: 'W 11th Demo St' },
  { name: 'city', label: 'City', example: 'Indianapolis' },
  { name: 'state', label: 'State', example: 'IN' },
  { name: 'zip_code', label: 'ZIP code', example: '46202' },
  { name: 'city_state_zip', label: 'City, state and ZIP code', example: 'Indianapolis, IN 46202' },
  { name: 'neighborhood', label: 'Neighborhood', example: 'Sample Park' },
  { name: 'parcel_id', label: "The assessor's parcel number", example: '49-00-0142-018' },
  { name: 'lead_type', label: 'Service type in words', example: 'Storm Damage' },
  { name: 'tag', label: 'Service type as it is stored', example: 'storm' },
  { name: 'priority', label: 'Priority of the lead', example: 'High Priority' },
  { name: 'status', label: 'Status of the lead', example: 'New' },
  { name: 'created_date', label: 'Day the lead was created', example: 'Feb 9, 2024' },
  { name: 'rep_name', label: 'Rep whose lead it is', example: 'Avery Sample' },
  { name: 'rep_email', label: "The rep's e-mail address", example: 'avery@maple-demo.example' },
  { name: 'rep_phone', label: "The rep's telephone number", example: '(555) 0100-129' },
  { name: 'company_name', label: 'Your company', example: 'Maple Demo Roofing LLC' },
  { name: 'team_name', label: 'Your team as the app names it', example: 'Maple Demo Roofing' },
  { name: 'date', label: 'Today, short', example: 'Feb 11, 2024' },
  { name: 'date_long', label: 'Today, in full', example: 'February 11, 2024' },
  { name: 'year', label: 'This year', example: '2024' },
] as const satisfies readonly MergeField[]

export type MergeFieldName = (typeof mergeFields)[number]['name']

/** The values of one letter by field. Beside the catalogue there may be `data_…`: what was stored with the lead. */
export type MergeValues = Record<MergeFieldName, string> & Record<string, string>

const names: ReadonlySet<string> = new Set(mergeFields.map(({ name }) => name))

/** Whether `{name}` can be filled: a field of the catalogue, or `data_…` for what was stored with the lead. */
export function isMergeField(name: string): boolean {
  return names.has(name) || /^data_[a-z0-9_]{1,60}$/.test(name)
}

/** The field somebody probably meant by an unknown name; null when none is near. */
export function suggestMergeField(name: string): string | null {
  const wanted = name.toLowerCase().replaceAll(/[\s.-]+/g, '_')
  const [best] = mergeFields
    .map((field) => ({ name: field.name, far: levenshteinDistance(wanted, field.name) }))
    .toSorted((a, b) => a.far - b.far)
  return best && best.far <= Math.max(2, Math.floor(best.name.length / 2)) ? best.name : null
}

/** Letters to insert, remove or change to make one word of the other (Levenshtein). */
function levenshteinDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 20) return Infinity
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)))
    row = next
  }
  return row[other.length]!
}
