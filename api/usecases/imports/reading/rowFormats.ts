import { withMissingUnit } from '../../../domain/addresses/parseAddress.ts'
import { normalizeEmail, parseName, parseNewEmail, parsePhone } from '../../../domain/auth/accounts.ts'
import {
  leadStatusLabels,
  propertyStatusLabels,
  roleLabels,
  statusByOutcome,
  type KnockOutcome,
  type LeadStatus,
  type Priority,
  type PropertyStatus,
  type PropertyType,
  type Role,
} from '../../../domain/enums.ts'
import { isEmail } from '../../../domain/auth/emails.ts'
import { Refused } from '../../../domain/errors.ts'
import { type Fields, type FieldTypes, namesOf, toSnakeCase } from '../../../domain/fields.ts'
import {
  parseChoice,
  parseDateTime,
  parseDegrees,
  parseDollars,
  parsePriority,
  parseTag,
  parseTags,
  parseTime,
  parseYesNo,
} from '../../../domain/imports/importCells.ts'
import { importFields, type ImportList, type MissingUserRule } from '../../../domain/imports/importFields.ts'
import {
  makeDictionary,
  type ImportWord,
  type WordField,
  type WordMeaning,
} from '../../../domain/imports/importWords.ts'
import { parseParcelId } from '../../../domain/locating/parcelIds.ts'
import { builtInOutcomes } from '../../../domain/outcomes/outcomes.ts'
import { checkLengths } from '../../../domain/maxLengths.ts'
import { inField } from '../../../domain/parseTexts.ts'
import { warnOfPhone } from '../../../domain/properties/phones.ts'
import { describingFields, propertyFields } from '../../../domain/properties/propertyFields.ts'
import { describeWrongPlace } from '../../../domain/imports/places.ts'
import { parseZipCode } from '../../../domain/imports/zipCodes.ts'
import { parseGeometry, type ParcelGeometry } from '../../../services/parcels/import/parseGeometry.ts'
import { parseGeometryText } from '../../../services/parcels/import/parseGeometryText.ts'
import { parseLeadFields } from '../../leads/leadFields.ts'
import { leadFields, type LeadWork } from '../../../domain/leads/leadFields.ts'
import { requireAddress, type NewProperty } from '../../properties/propertyInput.ts'

/** Turns the text of a cell into a value; null if it says nothing. Throws `Refused` with what is wrong. */
export type CellParser = (text: string) => unknown

/** How the rows of a list are read. `Values` are those of a row that are not empty, by field in camelCase. */
export interface RowFormat<Values> {
  /** The parser of each field. */
  parsers: Record<string, CellParser>
  /** What a person should know about a cell that is taken although it may be wrong; null for nothing. */
  warnings?: Record<string, (text: string) => string | null>
  /**
   * Throws `Refused` or `Malformed` for values that do not belong together. Returns what a person should know about the row; undefined
   * for nothing.
   */
  check(values: Values): string | undefined | void
}

/** What the meaning of cells depends on. */
export interface RowFacts {
  now: Date
  /** In which times without a zone are meant. */
  timeZone: string
  /** The active users of the tenant. */
  users: { id: string; email: string; fullName: string }[]
  /** The roles that the importer may give. */
  assignableRoles: Role[]
  /** What happens to a row that names somebody who is not among the users. */
  onMissingUser: MissingUserRule
  /** What words of another product mean, where it is not usual. */
  words: ImportWord[]
}

/** The values of a house in a row. */
export type DescribedValues = Partial<{
  [Key in keyof Omit<NewProperty, 'id' | 'tags'>]: NonNullable<NewProperty[Key]>
}>

export interface PropertyValues extends DescribedValues {
  tags?: PropertyType[]
  priority?: Priority
  status?: PropertyStatus
  assignedTo?: string
  /** The address of somebody without an account to whom the row assigns the property. */
  assigneeEmail?: string
  createdAt?: Date
  visit?: RowVisit
}

/** A visit at the property of a row. */
export interface RowVisit {
  outcome: KnockOutcome
  at: Date
  /** The user who made it; null if the row names none who has an account. */
  repId: string | null
  note: string | null
}

/** Somebody without an account who is named by an email address. */
interface MissingAssignee {
  email: string
}

/** The values of a property before its words are understood and its parts are put together. */
interface RawPropertyValues extends Omit<PropertyValues, 'status' | 'visit' | 'assignedTo'> {
  assignedTo?: string | MissingAssignee
  status?: WordMeaning | PropertyStatus
  visitedAt?: Date
  visitOutcome?: WordMeaning
  visitedBy?: string
  visitNote?: string
  ownerFirstName?: string
  ownerLastName?: string
}

export interface LeadValues extends DescribedValues, LeadWork {
  propertyId?: string
  /** The address of somebody without an account to whom the row assigns the lead. */
  assigneeEmail?: string
  tag: PropertyType
  status?: LeadStatus
  repId?: string
  createdAt?: Date
  completedAt?: Date
}

export interface UserValues {
  email: string
  fullName: string
  role: Role
  phone?: string
}

export interface ParcelValues {
  parcelId: string
  state?: string
  zipCode?: string
  lat?: number
  lng?: number
  geometry?: ParcelGeometry
  /** The other fields, which are texts. */
  [field: string]: unknown
}

export function rowFormatOf(list: ImportList, facts: RowFacts): RowFormat<object> {
  const formats = { properties: propertyRows, leads: leadRows, users: userRows, parcels: parcelRows }
  return formats[list](facts) as RowFormat<object>
}

const asIs: CellParser = (text) => text

/** The parsers of cells by the type of their field, where a field has none of its own. */
const parsersOfTypes: Partial<Record<keyof FieldTypes, CellParser>> = {
  boolean: parseYesNo,
  tag: parseTag,
  tags: parseTags,
  priority: parsePriority,
}

/** The parsers and warnings of fields, by their names in REST. */
function cellsOf(fields: Fields, names: readonly string[]): Required<Pick<RowFormat<object>, 'parsers' | 'warnings'>> {
  const named = names.map((name) => [toSnakeCase(name), fields[name]!] as const)
  return {
    parsers: Object.fromEntries(
      named.map(([name, { type, parse, parseCell }]) => [name, parseCell ?? parse ?? parsersOfTypes[type] ?? asIs]),
    ),
    warnings: Object.fromEntries(named.flatMap(([name, { warnOfCell }]) => (warnOfCell ? [[name, warnOfCell]] : []))),
  }
}

const outcomeNames = Object.values(builtInOutcomes).map(({ name }) => name)
const describingCells = cellsOf(propertyFields, describingFields)
const leadCells = cellsOf(leadFields, namesOf(leadFields))
const describingParsers = { ...describingCells.parsers, address: requireAddress, ...placeParsers() }

function placeParsers(): Record<'lat' | 'lng', CellParser> {
  // A latitude of more than 90 may be a longitude, which `checkPlace` says.
  return { lat: (text) => parseDegrees(text, 90, 180), lng: (text) => parseDegrees(text, 180) }
}

function checkDescription(values: DescribedValues & { unit?: string }): void {
  addUnit(values)
  checkLengths({ address: values.address })
  repairZipCodeOf(values)
  if ((values.lat === undefined) !== (values.lng === undefined))
    throw new Refused('Give both lat and lng, or neither.', {
      [values.lat === undefined ? 'lat' : 'lng']: 'Give both lat and lng, or neither.',
    })
  checkPlace(values)
}

/** Adds the unit of a column of its own to the address, unless it has one. */
function addUnit(values: DescribedValues & { unit?: string }): void {
  const { unit, address } = values
  delete values.unit
  if (address) values.address = withMissingUnit(address, unit, values)
}

function repairZipCodeOf(values: { zipCode?: string; state?: string }): void {
  if (values.zipCode === undefined) return
  const zipCode = inField('zip_code', () => parseZipCode(values.zipCode!, values.state))
  if (zipCode === null) delete values.zipCode
  else values.zipCode = zipCode
}

function checkPlace({ lat, lng }: { lat?: number; lng?: number }): void {
  if (lat === undefined || lng === undefined) return
  const wrong = describeWrongPlace({ lat, lng })
  if (wrong) throw new Refused(`The coordinates ${wrong}.`)
  inField('lat', () => parseDegrees(String(lat), 90))
}

/**
 * The parser of a cell that names a user by id, email or, if only one has it, name. Somebody else is an error, or with the rule
 * 'nobody' left out.
 */
function userParser({ users, onMissingUser }: RowFacts): (text: string) => string | null {
  const findUser = userFinder(users)
  return (text) => {
    const id = findUser(text)
    if (id || onMissingUser === 'nobody') return id
    throw new Refused(`No active user "${text.slice(0, 60)}". Use the email address.`)
  }
}

/** The same for a cell that assigns something: somebody else with an email address is kept by it. */
function assigneeParser(facts: RowFacts): (text: string) => string | MissingAssignee | null {
  const user = userParser(facts)
  return (text) => user(text) ?? (isEmail(text) ? { email: text } : null)
}

/** Returns the id of the user whom a text names; null for somebody else. */
export function userFinder(users: RowFacts['users']): (text: string) => string | null {
  const byText = new Map<string, string | null>()
  for (const { id, fullName } of users) {
    const name = fullName.toLowerCase()
    byText.set(name, byText.has(name) ? null : id)
  }
  for (const { id, email } of users) byText.set(normalizeEmail(email), id).set(id, id)
  return (text) => byText.get(normalizeEmail(text)) ?? byText.get(text.toLowerCase()) ?? null
}

/** The parser of a cell with a word of a field. Throws `Refused` for one without a meaning, which names ours. */
function wordParser(field: WordField, words: readonly ImportWord[], what: string, ours: readonly string[]): CellParser {
  const meaningOf = makeDictionary(field, words)
  return (text) => {
    const meaning = meaningOf(text)
    if (!meaning) throw new Refused(`No ${what} "${text.slice(0, 60)}". Use ${ours.join(', ')}.`)
    return meaning === 'nothing' ? null : meaning
  }
}

function propertyRows(facts: RowFacts): RowFormat<RawPropertyValues & Pick<PropertyValues, 'visit'>> {
  const { now, timeZone, words } = facts
  const user = userParser(facts)
  return {
    parsers: {
      ...describingParsers,
      ...cellsOf(propertyFields, ['tags', 'priority']).parsers,
      status: wordParser('status', words, 'status', Object.values(propertyStatusLabels)),
      assigned_to: assigneeParser(facts),
      created_at: (text) => parseTime(text, timeZone, now),
      visited_at: (text) => parseTime(text, timeZone, now),
      visit_outcome: wordParser('visit_outcome', words, 'outcome', outcomeNames),
      visited_by: user,
      visit_note: asIs,
      owner_first_name: asIs,
      owner_last_name: asIs,
    },
    warnings: describingCells.warnings,
    check(values) {
      joinParts(values)
      const message = 'Every property needs an address.'
      if (!values.address) throw new Refused(message, { address: message })
      checkDescription(values)
      readAssignee(values)
      return readVisit(values)
    },
  }
}

/** Makes an address and an owner of their parts, where a row has only these. */
function joinParts(values: RawPropertyValues): void {
  const { ownerFirstName, ownerLastName, streetNumber, streetName } = values
  delete values.ownerFirstName
  delete values.ownerLastName
  const owner = [ownerFirstName, ownerLastName].filter(Boolean).join(' ')
  if (owner && values.ownerName === undefined) values.ownerName = owner
  if (values.address === undefined && streetName)
    values.address = inField('street_name', () => requireAddress([streetNumber, streetName].filter(Boolean).join(' ')))
}

/** Keeps the address of somebody without an account apart. */
function readAssignee<Values extends { assignedTo?: string | MissingAssignee; assigneeEmail?: string }>(
  values: Values,
): asserts values is Values & { assignedTo?: string } {
  const { assignedTo } = values
  if (typeof assignedTo !== 'object') return
  delete values.assignedTo
  values.assigneeEmail = assignedTo.email
}

/**
 * Makes the visit of a row of its outcome and its date, and a status of the word for one. Without a date, only the status that the
 * outcome sets is kept. Returns what a person should know.
 */
function readVisit(
  values: Omit<RawPropertyValues, 'assignedTo'> & Pick<PropertyValues, 'assignedTo' | 'visit'>,
): string | undefined {
  const { status, visitedAt, visitOutcome, visitedBy, visitNote, ...others } = values
  const [kind, word] = status?.split(':') ?? []
  const ofStatus = kind === 'outcome' ? (word as KnockOutcome) : null
  const outcome = (visitOutcome?.split(':')[1] as KnockOutcome | undefined) ?? ofStatus
  for (const name of ['status', 'visitedAt', 'visitOutcome', 'visitedBy', 'visitNote'] as const) delete values[name]
  const set = kind === 'status' ? (word as PropertyStatus) : undefined
  const derived = outcome && !visitedAt ? statusByOutcome[outcome] : undefined
  if (set ?? derived) values.status = set ?? derived!
  if (!outcome) return undefined
  if (!visitedAt) return 'The visit has no date, so it is not in the history.'
  const repId = visitedBy ?? others.assignedTo ?? null
  values.visit = { outcome, at: visitedAt, repId, note: visitNote ?? null }
  return undefined
}

/** The values of a lead before somebody without an account is kept apart. */
type RawLeadValues = Omit<LeadValues, 'assignedTo'> & { assignedTo?: string | MissingAssignee }

function leadRows(facts: RowFacts): RowFormat<RawLeadValues> {
  const { now, timeZone } = facts
  const time: CellParser = (text) => parseTime(text, timeZone, now)
  return {
    parsers: {
      ...describingParsers,
      ...leadCells.parsers,
      status: (text) => parseChoice(text, leadStatusLabels, 'status'),
      // What a lead counts for needs an account.
      rep_id: userParser({ ...facts, onMissingUser: 'error' }),
      created_at: time,
      completed_at: time,
      assigned_to: assigneeParser(facts),
      follow_up_at: (text) => parseDateTime(text, timeZone),
      value: parseDollars,
    },
    warnings: { ...describingCells.warnings, ...leadCells.warnings },
    check(values) {
      const noDescription = 'Every lead needs an address, a parcel id or a property id.'
      if (!values.address && !values.parcelId && !values.propertyId) throw new Refused(noDescription)
      const noTag = 'Every lead needs a tag.'
      if (!values.tag) throw new Refused(noTag, { tag: noTag })
      const tooEarly = 'A lead is completed after it is created.'
      if (values.createdAt && values.completedAt && values.completedAt < values.createdAt)
        throw new Refused(tooEarly, { completed_at: tooEarly })
      readAssignee(values)
      parseLeadFields({ ...values, contactPhone: undefined })
      checkDescription(values)
    },
  }
}

function userRows({ assignableRoles }: RowFacts): RowFormat<UserValues> {
  return {
    parsers: {
      email: parseNewEmail,
      full_name: (text) => parseName(text, 'Full name', 'full_name'),
      role: (text) => {
        const role = parseChoice(text, roleLabels, 'role')
        if (!assignableRoles.includes(role)) throw new Refused('You cannot add users with this role.')
        return role
      },
      phone: parsePhone,
    },
    warnings: { phone: warnOfPhone },
    check({ email, fullName, role }) {
      const missing = { email: !email, full_name: !fullName, role: !role }
      const fields = Object.entries(missing).filter(([, isMissing]) => isMissing)
      if (fields.length > 0)
        throw new Refused(
          'Every user needs an email address, a name and a role.',
          Object.fromEntries(fields.map(([name]) => [name, 'Required.'])),
        )
    },
  }
}

function parcelRows(): RowFormat<ParcelValues> {
  return {
    parsers: {
      ...Object.fromEntries(importFields.parcels.map((field) => [field, asIs])),
      parcel_id: parseParcelId,
      ...placeParsers(),
      geometry: parseGeometryCell,
    },
    check(values) {
      const { parcelId, lat, lng, geometry } = values
      if (!parcelId) throw new Refused('Required.', { parcel_id: 'A parcel needs its number.' })
      if (!geometry && (lat === undefined || lng === undefined))
        throw new Refused('A parcel needs a latitude and a longitude, or a geometry.')
      repairZipCodeOf(values)
      if (!geometry) checkPlace(values)
    },
  }
}

function parseGeometryCell(text: string): ParcelGeometry {
  const sentence = (message: string) => new Refused(`${message.charAt(0).toUpperCase()}${message.slice(1)}.`)
  try {
    const geometry = parseGeometry(parseGeometryText(text))
    if (geometry) return geometry
  } catch (error) {
    throw error instanceof Refused ? sentence(error.message) : error
  }
  throw new Refused('The geometry is empty.')
}
