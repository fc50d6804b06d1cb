import { distance } from 'fastest-levenshtein'
import { type Fields, namesOf, type SnakeCase, toSnakeCase } from '../fields.ts'
import { propertyFields } from '../properties/propertyFields.ts'

/**
 * A field that a template can contain: `{owner_name}` in a document is replaced by the owner of the lead's property. The
 * document worker loads this file in plain Node.js, so the file must import only what runs there without a build.
 */
export interface MergeField {
  name: string
  label: string
  example: string
}

const ofProperty = Object.entries(propertyFields as Fields).flatMap(([name, { mergeField, example }]) =>
  mergeField ? [{ name: toSnakeCase(name), example: String(example), ...mergeField }] : [],
) as (MergeField & { name: SnakeCase<MergedField> })[]

/** The fields of a property that letters can have. */
export type MergedField = {
  [Name in keyof typeof propertyFields]: (typeof propertyFields)[Name] extends { mergeField: object } ? Name : never
}[keyof typeof propertyFields]
export const mergedFields = namesOf(propertyFields, ({ mergeField }) => mergeField) as MergedField[]

export const mergeFields = [
  {
    name: 'salutation',
    label: 'Name in the greeting: the owner, or Homeowner if unknown',
    example: 'Sample Owner 0142',
  },
  {
    name: 'addressee',
    label: 'Name on the envelope: the owner, or Current Resident if unknown',
    example: 'Sample Owner 0142',
  },
  {
    name: 'mailing_address',
    label: "Owner's mailing address on separate lines, or the property's if unknown",
    example: 'PO Box 142\nSampleton, IN 46000',
  },
  { name: 'street_address', label: 'House number and street', example: '1018 W 11th Demo St' },
  ...ofProperty,
  { name: 'city_state_zip', label: 'City, state and ZIP code', example: 'Indianapolis, IN 46202' },
  { name: 'lead_type', label: 'Service type, display name', example: 'Storm Damage' },
  { name: 'tag', label: 'Service type, stored value', example: 'storm' },
  { name: 'priority', label: 'Priority of the lead', example: 'High Priority' },
  { name: 'status', label: 'Status of the lead', example: 'New' },
  { name: 'created_date', label: 'Day the lead was created', example: 'Feb 9, 2024' },
  { name: 'rep_name', label: 'Name of the rep', example: 'Avery Sample' },
  { name: 'rep_email', label: 'Email of the rep', example: 'avery@maple-demo.example' },
  { name: 'rep_phone', label: 'Phone of the rep', example: '(555) 0100-129' },
  { name: 'company_name', label: 'Your company', example: 'Maple Demo Roofing LLC' },
  { name: 'team_name', label: 'Your team name in the app', example: 'Maple Demo Roofing' },
  { name: 'date', label: 'Today, short', example: 'Feb 11, 2024' },
  { name: 'date_long', label: 'Today, in full', example: 'February 11, 2024' },
  { name: 'year', label: 'This year', example: '2024' },
] as const

export type MergeFieldName = (typeof mergeFields)[number]['name']

/** The values of one letter by field name: all merge fields, and `data_…` fields from the lead's template data. */
export type MergeValues = Record<MergeFieldName, string> & Record<string, string>

const fieldNames: ReadonlySet<string> = new Set(mergeFields.map(({ name }) => name))

/** Whether `{name}` is a merge field or a `data_…` field, which comes from the lead's template data. */
export function isMergeField(name: string): boolean {
  return fieldNames.has(name) || /^data_[a-z0-9_]{1,60}$/.test(name)
}

/** The field that an unknown name was probably meant to be; null if none is similar. */
export function suggestMergeField(name: string): string | null {
  const normalized = name.toLowerCase().replaceAll(/[\s.-]+/g, '_')
  const [best] = mergeFields
    // The distance takes time in proportion to both lengths, and templates can contain names of any length.
    .filter((field) => Math.abs(field.name.length - normalized.length) <= 20)
    .map((field) => ({ name: field.name, distance: distance(normalized, field.name) }))
    .toSorted((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(2, Math.floor(best.name.length / 2)) ? best.name : null
}
