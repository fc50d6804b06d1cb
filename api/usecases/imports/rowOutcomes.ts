import type { VerdictReason } from '../../domain/addresses/compareProperties.ts'
import type { ImportOutcome } from '../../domain/imports/importFields.ts'
import type { NullablePoint } from '../../domain/point.ts'
import { propertyFields } from '../../domain/properties/propertyFields.ts'
import type { DescribedValues } from './reading/rowFormats.ts'

/** A house that an unsure row may mean. */
export interface RowCandidate {
  propertyId: string
  /** Set for the house of an earlier row, which is not saved yet: what that row says. */
  inFile?: NullablePoint & { address: string | null; ownerName: string | null }
}

/** Why a row is unsure, and what it may mean. */
export interface UnsureMatch extends NullablePoint {
  reason: string
  candidates: RowCandidate[]
}

/** What becomes of a row of the file. */
export interface RowOutcome {
  row: number
  outcome: ImportOutcome
  /** Why, in a sentence. */
  reason: string
  /** The property that the row creates, updates or is the same as; null if there is none. */
  propertyId: string | null
  address: string | null
  ownerName: string | null
  unsure: UnsureMatch | null
  /** What is saved, or will be once the row is decided, although it may be wrong; null for nothing. */
  warning: string | null
}

/** The outcome of a row of the file. */
export function outcomeOf(
  { row, values, warning = '' }: { row: number; values: object; warning?: string },
  outcome: Exclude<ImportOutcome, 'unsure'>,
  reason: string,
  propertyId: string | null = null,
): RowOutcome {
  const { address = null, ownerName = null } = values as DescribedValues
  const isSaved = outcome === 'created' || outcome === 'updated'
  return { row, outcome, reason, propertyId, address, ownerName, unsure: null, warning: (isSaved && warning) || null }
}

/** The outcome of a row that may mean these houses. */
export function unsureOutcomeOf(
  { row, values, warning = '' }: { row: number; values: DescribedValues; warning?: string },
  verdict: VerdictReason,
  candidates: RowCandidate[],
): RowOutcome {
  const reason = unsureReasons[verdict]
  const { address = null, ownerName = null, lat = null, lng = null } = values
  const unsure = { reason, lat, lng, candidates }
  return { row, outcome: 'unsure', reason, propertyId: null, address, ownerName, unsure, warning: warning || null }
}

export const reasons = {
  newProperty: 'New property.',
  saved: 'The same as a saved property.',
  updatesSaved: 'Updates a saved property.',
  unchanged: 'The same as a saved property, which has these values already.',
  sameAsRow: (row: number) => `The same house as row ${row}.`,
  updatesRow: (row: number) => `The same house as row ${row}, which it updates.`,
  visitsRow: (row: number) => `The same house as row ${row}, with another visit.`,
  withVisits: (reason: string) => `${reason} With visits.`,
  changed: (fields: readonly string[]) => `Changed: ${fields.map(toWords).join(', ')}.`,
  leftOut: 'Left out, as was decided.',
  forgotten: 'This household asked to be forgotten.',
  stopped: 'Nothing was saved, because other rows have errors.',
}

const toWords = (field: string) => propertyFields[field as keyof typeof propertyFields].label.toLowerCase()

/** Why a row may mean a saved house, and may not. */
const unsureReasons: Record<VerdictReason, string> = {
  address: 'The address is the same, but it is not sure that the house is.',
  parcel: 'The parcel id is the same, but the address is another one.',
  point: 'Another address at the same point.',
  number: 'The house number is another one.',
  range: 'One house number is part of the range of the other.',
  street: 'The streets are written differently and may be one.',
  unit: 'Only one of the two addresses has a unit.',
  distance: 'The points are far apart.',
  place: 'The address is the same, but it is not known whether the town is.',
  other_parcel: 'The address is the same, but the parcel id is another one.',
}
