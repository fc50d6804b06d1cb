import { directionals, stateCodes } from '../../domain/addresses/spellings.ts'
import { expandRoadKind, streetKeyOf } from '../../domain/addresses/streets.ts'
import { parseAddress } from '../../domain/addresses/parseAddress.ts'
import { normalizeAddressSpacing, tokenize } from '../../domain/addresses/text.ts'
import { type Bounds, type Point, centerOf, distanceMeters } from '../../domain/point.ts'
import { rangeCondition, findInBounds, maxNumberDigits, findByNumber } from '../parcels/parcelQueries.ts'
import type { Query } from '../parcels/parcels.ts'
import { type AddressRow, addressColumns, storedNumberOf, toAddressLine } from '../parcels/parcelRows.ts'
import { toWordPatterns } from '../parcels/spelling.ts'
import { findStreets } from '../parcels/findStreets.ts'
import { uniqueBy } from './candidates.ts'
import type { AddressSuggestion } from './geocoder.ts'

const maxSuggestions = 8
/** Rows that a query returns at most, before ranking. */
const candidateLimit = 60
/** In a larger view, distance from its center is not relevant. */
const maxViewMeters = 3_000

/** A longer text is not an address, and PostgreSQL would refuse a pattern of this length. */
const maxTextLength = 200

interface ParsedInput {
  number: string
  street: string
  /** Words after the street: prefixes of the city, state and ZIP code. */
  placeWords: string[]
}

/** Returns suggestions for a partial address: '1018 W', 'rockw', '23 Rokwell', '7 Demo Ave, Sam'. */
export async function suggestAddresses(
  query: Query,
  text: string,
  bounds: Bounds | null,
): Promise<AddressSuggestion[]> {
  if (text.length > maxTextLength) return []
  const input = parseInput(text)
  if (input.number === '' && streetKeyOf(input.street).length < 2) return []
  if (input.number.length > maxNumberDigits) return []
  const rows =
    input.number === '' ? await findOnStreets(query, input.street, bounds) : await findAtNumber(query, input, bounds)
  return rankRows(rows, input, bounds).map(toSuggestion)
}

function parseInput(text: string): ParsedInput {
  const [line = '', ...tail] = normalizeAddressSpacing(text).split(',')
  // A number alone is the start of an address, not a ZIP code or a street named '1018'.
  const numberOnly = /^\s*(\d+)\s*$/.exec(line)?.[1]
  const { houseNumber, street, city, state, zipCode } = parseAddress(line)
  const placeWords = [...tail, city, state, zipCode].flatMap((part) => tokenize(part ?? ''))
  return {
    number: numberOnly ?? String(houseNumber?.first ?? ''),
    street: numberOnly === undefined ? street : '',
    placeWords: placeWords.filter((word) => word !== 'usa' && word !== 'us'),
  }
}

/**
 * Finds the exact number on matching streets, then longer numbers with that prefix. If there are none, finds ranges
 * that include the number, and misspelled streets.
 */
async function findAtNumber(
  query: Query,
  { number, street }: ParsedInput,
  bounds: Bounds | null,
): Promise<AddressRow[]> {
  const patterns = toWordPatterns(expandRoadKind(street)).map(({ regex }) => regex)
  // A direction alone is often wrong, so the same number on other streets follows the matches.
  const isDirectionOnly = patterns.length === 1 && directionals.has(streetKeyOf(street))
  const exact = await findInNumberRanges(
    query,
    [[Number(number), Number(number)]],
    isDirectionOnly ? [] : patterns,
    bounds,
  )
  if (exact.length >= candidateLimit) return exact
  const longer = await findInNumberRanges(query, longerNumberRanges(number), patterns, bounds)
  const visible = street === '' && bounds && isSmallView(bounds) ? await findNumbersInView(query, number, bounds) : []
  if (exact.length + longer.length + visible.length > 0 || street.length < 3) return [...exact, ...longer, ...visible]
  const { keys } = await findStreets(query, street)
  return keys.length === 0 ? [] : findByNumber(query, keys, Number(number))
}

function findNumbersInView(query: Query, number: string, bounds: Bounds): Promise<AddressRow[]> {
  return findInBounds<AddressRow>(
    query,
    bounds,
    addressColumns,
    `and street_number::text like $1 limit ${candidateLimit * 5}`,
    [`${number}%`],
  )
}

/** '101' → 1010–1019 and 10100–10199. For a shorter number the second range would cover a large part of the county. */
function longerNumberRanges(number: string): [number, number][] {
  const value = Number(number)
  const ranges: [number, number][] = []
  if (number.length < maxNumberDigits) ranges.push([value * 10, value * 10 + 9])
  if (number.length >= 3 && number.length < 5) ranges.push([value * 100, value * 100 + 99])
  return ranges
}

async function findInNumberRanges(
  query: Query,
  ranges: [number, number][],
  patterns: string[],
  bounds: Bounds | null,
): Promise<AddressRow[]> {
  const center = bounds && centerOf(bounds)
  const values: unknown[] = [patterns, center?.lat ?? 0, center?.lng ?? 0]
  return query<AddressRow>(
    `select ${addressColumns} from parcels
     where ${rangeCondition('street_number', ranges, values)} and street_key ~ all($1::text[])
     order by power(lat - $2, 2) + power((lng - $3) * cos(radians($2)), 2), street_key, street_number limit ${candidateLimit}`,
    values,
  )
}

/** Finds addresses on matching streets within the bounds and, if there are too few, anywhere. */
async function findOnStreets(query: Query, street: string, bounds: Bounds | null): Promise<AddressRow[]> {
  const patterns = toWordPatterns(expandRoadKind(street)).map(({ regex }) => regex)
  const condition = `and street_number is not null and street_key ~ all($1::text[]) limit ${candidateLimit * 5}`
  const visible =
    bounds && isSmallView(bounds)
      ? await findInBounds<AddressRow>(query, bounds, addressColumns, condition, [patterns])
      : []
  if (visible.length >= maxSuggestions) return visible
  const { keys } = await findStreets(query, street)
  const elsewhere = await query<AddressRow>(
    `select ${addressColumns} from unnest($1::text[]) with ordinality as street (key, rank)
     cross join lateral (select * from parcels where street_key = street.key and street_number is not null
       order by street_number limit ${candidateLimit * 5}) as house
     order by rank`,
    [keys],
  )
  return [...visible, ...elsewhere]
}

function isSmallView(bounds: Bounds): boolean {
  return (
    distanceMeters({ lat: bounds.south, lng: bounds.west }, { lat: bounds.north, lng: bounds.east }) <= maxViewMeters
  )
}

/**
 * Ranks the exact number first, then streets that start with the input, then by distance from the center of the view.
 */
function rankRows(rows: AddressRow[], input: ParsedInput, bounds: Bounds | null): AddressRow[] {
  const key = streetKeyOf(input.street)
  const center: Point | null = bounds && centerOf(bounds)
  const score = (row: AddressRow) =>
    (input.number === '' || String(row.street_number) === input.number ? 2 : 0) +
    (row.street_key!.startsWith(key) ? 1 : 0)
  const sorted = rows
    .filter((row) => isInPlace(row, input.placeWords))
    .map((row) => ({ row, score: score(row), distance: center ? distanceMeters(row, center) : 0 }))
    .sort((a, b) => b.score - a.score || a.distance - b.distance)
  return uniqueBy(
    sorted.map(({ row }) => row),
    toAddressLine,
  ).slice(0, maxSuggestions)
}

function isInPlace(row: AddressRow, placeWords: string[]): boolean {
  if (placeWords.length === 0) return true
  const known = tokenize(`${row.city ?? ''} ${row.state ?? ''} ${row.zip_code ?? ''}`)
  const states = [...stateCodes].filter(([, code]) => code === row.state).map(([name]) => name)
  return placeWords.every((word) =>
    [...known, ...states.flatMap(tokenize)].some((candidate) => candidate.startsWith(word)),
  )
}

function toSuggestion(row: AddressRow): AddressSuggestion {
  return {
    id: `${row.dataset}:${row.parcel_id}`,
    streetNumber: storedNumberOf(row),
    street: row.street_name ?? '',
    city: row.city ?? '',
    state: row.state ?? '',
    zipCode: row.zip_code,
    address: toAddressLine(row),
    point: { lat: row.lat, lng: row.lng },
  }
}
