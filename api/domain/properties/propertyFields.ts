import { checkEmail, emailOrNull, warnOfEmail } from '../auth/emails.ts'
import { check } from '../errors.ts'
import {
  type Fields,
  type NamesWith,
  namesWith,
  type NamesWithout,
  namesWithout,
  type PartialOf,
  type RecordOf,
  withoutWhitespace,
} from '../fields.ts'
import { parseParcelId } from '../locating/parcelIds.ts'
import { checkPhone, repairPhone, warnOfPhone } from './phones.ts'

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const withdrawnCodes = ['in', 'iw', 'ji', 'jw', 'mo', 'sh']
const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
/** The codes of ISO 639-1. Each has a name, as have those that were withdrawn. */
const languageCodes = letters
  .flatMap((first) => letters.map((second) => first + second))
  .filter((code) => languageNames.of(code) && !withdrawnCodes.includes(code))
const codesByName = new Map(languageCodes.map((code) => [languageNames.of(code)!.toLowerCase(), code]))

/** The code of a language that is given by its code or its English name. */
function parseLanguage(text: string): string {
  const given = text.toLowerCase()
  const code = languageCodes.includes(given) ? given : codesByName.get(given)
  check(code, 'Use a language code of ISO 639-1, such as es, or the name of the language in English.')
  return code
}

/** The fields of a property, in the order of files and documents. All code about one of them follows from this table. */
export const propertyFields = {
  address: {
    type: 'text',
    is: ['required', 'given', 'place', 'team'],
    maxLength: 500,
    label: 'Address',
    description: 'Full address on one line, as found or entered.',
    onNew: 'It is refused if a property with this house number and unit is already saved at this point.',
    example: '1018 W 12th Demo St',
    synonyms: ['site_addr', 'site_address', 'street_address', 'situs', 'property_address'],
    mergeField: { label: 'Address of the property', example: '1018 W 11th Demo St, Indianapolis, IN 46202' },
  },
  unit: {
    type: 'text',
    is: ['unstored', 'given', 'place', 'team'],
    maxLength: 50,
    label: 'Unit',
    description: 'Unit of the address as written, such as `Apt 4`.',
    empty: 'without one',
    onNew: 'For an address that has none.',
    synonyms: ['apt', 'apartment', 'suite', 'unit_no', 'unit_number', 'site_unit'],
  },
  streetNumber: {
    type: 'text',
    is: ['required', 'given', 'editable', 'place', 'team'],
    default: '',
    maxLength: 50,
    label: 'House number',
    description: 'House number; empty if unknown.',
    onNew: 'Parsed from the address if it is not given.',
    parse: withoutWhitespace,
    example: '1018',
    synonyms: ['number', 'house_no', 'st_num'],
    mergeField: { label: 'House number' },
  },
  streetName: {
    type: 'text',
    is: ['given', 'place', 'team'],
    maxLength: 200,
    label: 'Street name',
    description: 'Street name without the house number.',
    example: 'W 12th Demo St',
    synonyms: ['street', 'st_name'],
    mergeField: { label: 'Street', example: 'W 11th Demo St' },
  },
  city: {
    type: 'text',
    is: ['given', 'place', 'team'],
    maxLength: 200,
    label: 'City',
    description: 'City of the postal address.',
    example: 'Demo City',
    synonyms: ['town', 'site_city'],
    mergeField: { label: 'City', example: 'Indianapolis' },
  },
  state: {
    type: 'text',
    is: ['given', 'place'],
    maxLength: 50,
    label: 'State',
    description: 'Two-letter state code.',
    example: 'IN',
    synonyms: ['st', 'site_state'],
    mergeField: { label: 'State' },
  },
  zipCode: {
    type: 'text',
    is: ['given', 'place'],
    maxLength: 20,
    label: 'ZIP code',
    description: 'Five-digit ZIP code.',
    example: '46202',
    synonyms: ['zip', 'postal_code', 'site_zip'],
    mergeField: { label: 'ZIP code' },
  },
  lat: {
    type: 'number',
    is: ['required', 'given', 'place', 'team'],
    label: 'Latitude',
    description: 'Latitude in degrees.',
    example: 39.7811,
    synonyms: ['latitude', 'y'],
  },
  lng: {
    type: 'number',
    is: ['required', 'given', 'place', 'team'],
    label: 'Longitude',
    description: 'Longitude in degrees.',
    example: -86.1735,
    synonyms: ['longitude', 'lon', 'long', 'x'],
  },
  ownerName: {
    type: 'text',
    is: ['given', 'editable'],
    maxLength: 300,
    label: 'Owner name',
    description: 'Owner name from the parcel records or as entered.',
    onChange: 'Changing the owner clears the owner address.',
    example: 'Sample Owner 0142',
    synonyms: ['owner', 'owner1', 'name', 'homeowner', 'homeowner_name', 'owner_full_name'],
    mergeField: { label: 'Owner; empty when unknown' },
  },
  ownerAddress: {
    type: 'text',
    is: ['given'],
    maxLength: 500,
    label: 'Owner address',
    description: 'Mailing address of the owner.',
    synonyms: ['mail_addr', 'mailing_address', 'mail_address'],
    mergeField: { label: "Owner's mailing address; empty when unknown", example: 'PO Box 142, Sampleton, IN 46000' },
  },
  ownerSource: {
    type: 'text',
    is: ['given'],
    maxLength: 100,
    label: 'Owner source',
    description: 'Source of the owner data; `entered` if a user entered it.',
    onNew: 'Defaults to `entered` if an owner is given.',
  },
  ownerPhone: {
    type: 'text',
    is: ['given', 'editable'],
    maxLength: 50,
    control: 'line',
    label: 'Owner phone',
    description: 'Phone number that the owner gave.',
    parse: checkPhone,
    // One that cannot be read is kept as it is: somebody can still call.
    parseCell: repairPhone,
    warnOfCell: warnOfPhone,
    example: '(555) 0100-142',
    synonyms: ['phone', 'telephone'],
  },
  ownerEmail: {
    type: 'text',
    is: ['given', 'editable'],
    maxLength: 320,
    control: 'line',
    label: 'Owner email',
    description: 'Email address that the owner gave.',
    parse: checkEmail,
    // The house is worth more than a wrong address.
    parseCell: emailOrNull,
    warnOfCell: warnOfEmail,
    example: 'owner.0142@sample.example',
    synonyms: ['email', 'e_mail'],
  },
  parcelId: {
    type: 'text',
    is: ['given', 'editable'],
    maxLength: 100,
    label: 'Parcel ID',
    description: "Assessor's parcel number (APN).",
    parseCell: parseParcelId,
    synonyms: ['apn', 'pin', 'parcel', 'parcel_number', 'parcelid'],
    mergeField: { label: "The assessor's parcel number", example: '49-00-0142-018' },
  },
  unconfirmed: {
    type: 'boolean',
    is: ['required', 'given', 'editable'],
    default: false,
    label: 'Unconfirmed',
    description: 'True if the parcel was matched by the nearest house number instead of the exact one.',
    onNew: 'Letters for such properties are printed only on request.',
    onChange: 'Set to false to confirm the parcel.',
  },
  neighborhood: {
    type: 'text',
    is: ['given', 'place'],
    maxLength: 200,
    label: 'Neighborhood',
    description: 'Neighborhood in the parcel records; otherwise the ZIP code or the city.',
    onNew: 'Metrics by neighborhood use it.',
    synonyms: ['area', 'subdivision'],
    mergeField: { label: 'Neighborhood', example: 'Sample Park' },
  },
  notes: {
    type: 'text',
    is: ['given', 'editable'],
    maxLength: 10_000,
    label: 'Notes',
    description: 'Free-text notes.',
    control: 'lines',
    empty: 'if there are none',
    example: 'Ring twice.',
    synonyms: ['note', 'comment', 'comments', 'remarks'],
  },
  accessNote: {
    type: 'text',
    is: ['given', 'editable'],
    maxLength: 2_000,
    control: 'lines',
    label: 'Access note',
    description: 'How to reach the door: a gate code, the side door, a dog.',
    empty: 'if there is none',
    example: 'Gate code 0142, side door.',
    synonyms: ['access', 'gate', 'gate_code', 'gate_note'],
    mergeField: { label: 'How to reach the door; empty when unknown' },
  },
  language: {
    type: 'text',
    is: ['given', 'editable'],
    maxLength: 50,
    control: languageCodes,
    label: 'Language',
    description: 'Language of the household: its code of two letters (ISO 639-1), such as `es`.',
    parse: parseLanguage,
    example: 'es',
    synonyms: ['lang', 'language_code', 'household_language'],
    mergeField: {
      label: 'Language of the household; empty when unknown',
      example: 'Spanish',
      format: (code) => languageNames.of(code) ?? code,
    },
  },
  tags: {
    type: 'tags',
    is: ['required', 'unstored', 'given', 'editable'],
    default: [],
    label: 'Type',
    description: 'Service types; the first is the primary one.',
    synonyms: ['tags', 'tag', 'types', 'lead_type', 'service_type', 'job_type'],
  },
  priority: {
    type: 'priority',
    is: ['required', 'given', 'editable'],
    default: 'normal',
    label: 'Priority',
    description: 'Urgency.',
    onNew: 'Defaults to normal.',
    synonyms: ['urgent'],
  },
  status: {
    type: 'propertyStatus',
    is: ['required', 'team'],
    default: 'new',
    label: 'Status',
    description: 'Status, determined by the latest knock outcome.',
  },
  assignedTo: {
    type: 'id',
    is: ['editable', 'team'],
    label: 'Assigned to',
    description: 'The user the property is assigned to.',
    empty: 'for nobody',
    onChange: 'Only owners and admins may change it.',
    synonyms: ['assignee', 'rep', 'agent'],
  },
} as const satisfies Fields

type PropertyFields = typeof propertyFields

/** The values of a property that are in its row. */
export type StoredProperty = RecordOf<PropertyFields, StoredField>
export type StoredField = NamesWithout<PropertyFields, 'unstored'>
/** In the order of the columns that have them. */
export const storedFields = namesWithout(propertyFields, 'unstored')

type DescribingField = Exclude<NamesWith<PropertyFields, 'given'>, 'tags' | 'priority'>
/** What is known about a house when it is saved. */
export type PropertyFacts = Pick<StoredProperty, 'address' | 'lat' | 'lng'> &
  Omit<PartialOf<PropertyFields, DescribingField>, 'unit'>
export const describingFields = namesWith(propertyFields, 'given').filter(
  (name): name is DescribingField => name !== 'tags' && name !== 'priority',
)

/** The values of a property of which nothing is known but where it is. */
export const emptyProperty = valuesByDefault(namesWithout(propertyFields, 'place'))
/** The values that replace all fields without the trait 'team' when a rep reads the property of a colleague. */
export const hiddenValues = valuesByDefault(namesWithout(propertyFields, 'team'))

/** The fields that can change: what is known about a house, but not where it is, and what the team does about it. */
export type ChangedField = NamesWithout<PropertyFields, 'place'> | NamesWith<PropertyFields, 'editable'>
/** Those that an import of a saved property changes. */
export const importedChanges = namesWithout(propertyFields, 'place')

function valuesByDefault<Name extends keyof PropertyFields>(names: readonly Name[]) {
  const fields: Fields = propertyFields
  return Object.fromEntries(names.map((name) => [name, fields[name]!.default ?? null])) as RecordOf<
    PropertyFields,
    Name
  >
}
