import { parseAddress, streetKey, tidyAddress, wordsOf } from '../../domain/address.ts'
import { type Bounds, type Point, centreOf, distanceMetres } from '../../domain/point.ts'
import { directionWords, stateCode } from '../../domain/usps.ts'
import { between, inView, longestNumber, withNumber } from '../parcels/addressBook.ts'
import type { Query } from '../parcels/parcels.ts'
import { type AddressRow, addressColumns, lineOf } from '../parcels/rows.ts'
import { wordPatterns } from '../parcels/spelling.ts'
import { findStreets } from '../parcels/streets.ts'
import { firstOfEach } from './candidates.ts'
import type { AddressSuggestion } from './geocoder.ts'

const mostSuggestions = 8
/** Rows read before the best are picked. */
const enough = 60
/** Seen at a glance: in a wider view, nearness says nothing. */
const widestView = 3_000

/** Nobody types more; a pattern made of more would be refused by the database. */
const longestText = 200

interface Typed {
  number: string
  street: string
  /** Words after the street: beginnings of the town, the state, the ZIP code. */
  place: string[]
}

/** Addresses for what has been typed so far: '1018 W', 'rockw', '23 Rokwell', '7 Demo Ave, Sam'. */
export async function suggestAddresses(
  query: Query,
  text: string,
  bounds: Bounds | null,
): Promise<AddressSuggestion[]> {
  if (text.length > longestText) return []
  const typed = takeApart(text)
  if (typed.number === '' && streetKey(typed.street).length < 2) return []
  if (typed.number.length > longestNumber) return []
  const rows = typed.number === '' ? await onStreets(query, typed.street, bounds) : await atNumber(query, typed, bounds)
  return best(rows, typed, bounds).map(suggestionOf)
}

function takeApart(text: string): Typed {
  const [line = '', ...tail] = tidyAddress(text).split(',')
  // A number alone is the beginning of an address, not a ZIP code or a street called '1018'.
  const alone = /^\s*(\d+)\s*$/.exec(line)?.[1]
  const { streetNumber, street, city, state, zipCode } = parseAddress(line)
  const place = [...tail, city, state, zipCode].flatMap((part) => wordsOf(part ?? ''))
  return {
    number: alone ?? streetNumber,
    street: alone === undefined ? street : '',
    place: place.filter((word) => word !== 'usa' && word !== 'us'),
  }
}

/**
 * Houses with the very number on streets that match, then those whose longer number begins so, then houses whose range
 * holds it or whose street was misspelt.
 */
async function atNumber(query: Query, { number, street }: Typed, bounds: Bounds | null): Promise<AddressRow[]> {
  const patterns = wordPatterns(street).map(({ regex }) => regex)
  // A direction alone is often mistaken: the same number on another street follows those that match.
  const onlyDirection = patterns.length === 1 && directionWords.has(streetKey(street))
  const exact = await numbered(query, [[Number(number), Number(number)]], onlyDirection ? [] : patterns, bounds)
  if (exact.length >= enough) return exact
  const longer = await numbered(query, longerNumbers(number), patterns, bounds)
  const seen = street === '' && bounds && isGlance(bounds) ? await numbersInView(query, number, bounds) : []
  if (exact.length + longer.length + seen.length > 0 || street.length < 3) return [...exact, ...longer, ...seen]
  const { keys } = await findStreets(query, street)
  return keys.length === 0 ? [] : withNumber(query, keys, Number(number))
}

function numbersInView(query: Query, number: string, bounds: Bounds): Promise<AddressRow[]> {
  return inView<AddressRow>(query, bounds, addressColumns, `and street_number::text like $1 limit ${enough * 5}`, [
    `${number}%`,
  ])
}

/** '101' → 1010–1019 and 10100–10199: with fewer digits, two more would be a good part of the county. */
function longerNumbers(number: string): [number, number][] {
  const value = Number(number)
  const ranges: [number, number][] = []
  if (number.length < longestNumber) ranges.push([value * 10, value * 10 + 9])
  if (number.length >= 3 && number.length < 5) ranges.push([value * 100, value * 100 + 99])
  return ranges
}

async function numbered(
  query: Query,
  ranges: [number, number][],
  patterns: string[],
  bounds: Bounds | null,
): Promise<AddressRow[]> {
  const centre = bounds && centreOf(bounds)
  const values: unknown[] = [patterns, centre?.lat ?? 0, centre?.lng ?? 0]
  return query<AddressRow>(
    `select ${addressColumns} from parcels
     where ${between('street_number', ranges, values)} and street_key ~ all($1::text[])
     order by power(lat - $2, 2) + power((lng - $3) * cos(radians($2)), 2), street_key, street_number limit ${enough}`,
    values,
  )
}

/** Houses in view on streets that match, and where there are too few, on such streets anywhere. */
async function onStreets(query: Query, street: string, bounds: Bounds | null): Promise<AddressRow[]> {
  const patterns = wordPatterns(street).map(({ regex }) => regex)
  const condition = `and street_number is not null and street_key ~ all($1::text[]) limit ${enough * 5}`
  const seen =
    bounds && isGlance(bounds) ? await inView<AddressRow>(query, bounds, addressColumns, condition, [patterns]) : []
  if (seen.length >= mostSuggestions) return seen
  const { keys } = await findStreets(query, street)
  const anywhere = await query<AddressRow>(
    `select ${addressColumns} from unnest($1::text[]) with ordinality as street (key, rank)
     cross join lateral (select * from parcels where street_key = street.key and street_number is not null
       order by street_number limit ${enough * 5}) as house
     order by rank`,
    [keys],
  )
  return [...seen, ...anywhere]
}

function isGlance(bounds: Bounds): boolean {
  return distanceMetres({ lat: bounds.south, lng: bounds.west }, { lat: bounds.north, lng: bounds.east }) <= widestView
}

/** The very number first, then streets that begin as typed, then what is nearest to the view. */
function best(rows: AddressRow[], typed: Typed, bounds: Bounds | null): AddressRow[] {
  const key = streetKey(typed.street)
  const centre: Point | null = bounds && centreOf(bounds)
  const merit = (row: AddressRow) =>
    (typed.number === '' || String(row.street_number) === typed.number ? 2 : 0) +
    (row.street_key!.startsWith(key) ? 1 : 0)
  const sorted = rows
    .filter((row) => isIn(row, typed.place))
    .map((row) => ({ row, merit: merit(row), away: centre ? distanceMetres(row, centre) : 0 }))
    .sort((a, b) => b.merit - a.merit || a.away - b.away)
  return firstOfEach(
    sorted.map(({ row }) => row),
    lineOf,
  ).slice(0, mostSuggestions)
}

function isIn(row: AddressRow, place: string[]): boolean {
  if (place.length === 0) return true
  const known = wordsOf(`${row.city ?? ''} ${row.state ?? ''} ${row.zip_code ?? ''}`)
  const states = [...stateCode].filter(([, code]) => code === row.state).map(([name]) => name)
  return place.every((word) => [...known, ...states.flatMap(wordsOf)].some((candidate) => candidate.startsWith(word)))
}

function suggestionOf(row: AddressRow): AddressSuggestion {
  return {
    id: `${row.dataset}:${row.parcel_id}`,
    streetNumber: String(row.street_number ?? ''),
    street: row.street_name ?? '',
    city: row.city ?? '',
    state: row.state ?? '',
    zipCode: row.zip_code,
    address: lineOf(row),
    point: { lat: row.lat, lng: row.lng },
  }
}
