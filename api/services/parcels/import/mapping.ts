import { distance } from 'fastest-levenshtein'
import { Refused } from '../../../domain/errors.ts'
import { isWithinOneEdit } from '../spelling.ts'
import type { Remedies } from './remedies.ts'

/** The source of a value: columns of the file joined by spaces, or a constant for every parcel. */
export type Source = { columns: string[] } | { constant: string }

/** Sources by target. Targets that are not columns of `parcels` become facts. */
export type Mapping = ReadonlyMap<string, Source>

/** Columns of `parcels` that a mapping can fill, and their aliases. */
const targetAliases: Record<string, string[]> = {
  parcel_id: ['apn', 'parcelid', 'parcel_number', 'pin'],
  address: ['site_address', 'situs'],
  city: [],
  state: [],
  zip_code: ['zip', 'zipcode'],
  neighborhood: ['neighbourhood'],
  owner_name: ['owner'],
  owner_address: ['mail_address'],
  lat: ['latitude'],
  lng: ['lon', 'longitude'],
  geometry: ['geom', 'wkt'],
}

/** Targets that often have one value for a whole file. A name that is not a column is then the value itself. */
const wholeFileTargets = new Set(['city', 'state', 'zip_code', 'neighborhood'])

const usage = `Write it as parcel_id=APN,address=SITE_ADDR,owner=OWNER1,city="'Demo Town'" with the column names of the file.`

/**
 * Parses `--map`: a comma-separated list of `target=COLUMN`, `target=COLUMN+COLUMN` (joined by a space) or
 * `target='constant'`. Throws `Refused` if the text is invalid.
 */
export function parseMapping(text: string): Mapping {
  const mapping = new Map<string, Source>()
  for (const part of splitOutsideQuotes(text)) {
    const at = part.indexOf('=')
    const [name, value] = at < 0 ? [] : [part.slice(0, at).trim(), part.slice(at + 1).trim()]
    if (!name || !value) throw new Refused(`'${part.trim()}' in --map is not target=column. ${usage}`)
    const target = resolveTarget(name)
    if (mapping.has(target))
      throw new Refused(`--map fills ${target} twice. Join columns with +, as in address=NUMBER+STREET.`)
    const quoted = /^(['"])(.*)\1$/s.exec(value)
    mapping.set(
      target,
      quoted ? { constant: quoted[2]! } : { columns: value.split('+').map((column) => column.trim()) },
    )
  }
  if (!mapping.has('parcel_id'))
    throw new Refused(`--map has no parcel_id, the column with the parcel number. ${usage}`)
  return mapping
}

function splitOutsideQuotes(text: string): string[] {
  return text.match(/(?:'[^']*'|"[^"]*"|[^,])+/g)?.filter((part) => part.trim() !== '') ?? []
}

function resolveTarget(name: string): string {
  const key = name.toLowerCase()
  for (const [target, aliases] of Object.entries(targetAliases)) {
    if (key === target || aliases.includes(key)) return target
  }
  const suggestion = [...Object.keys(targetAliases), ...Object.values(targetAliases).flat()].find((known) =>
    isWithinOneEdit(known, key),
  )
  if (suggestion) throw new Refused(`--map fills '${name}', which is not a parcel field. Did you mean ${suggestion}?`)
  if (!/^[a-z][a-z0-9_]*$/.test(key) || key === 'reach_m')
    throw new Refused(`'${name}' cannot be the name of a fact in --map.`)
  return key
}

/**
 * Checks every column of the mapping against the file's columns. For a whole-file target (city=Cambridge) a name that
 * is not a column becomes a constant, because shells remove the quotes; `notes` report it.
 */
export function resolveMapping(
  mapping: Mapping,
  columns: string[],
  remedies: Remedies,
): { mapping: Mapping; notes: string[] } {
  const resolved = new Map<string, Source>()
  const notes: string[] = []
  for (const [target, source] of mapping) {
    const missing = 'columns' in source ? source.columns.find((column) => !columns.includes(column)) : undefined
    if ('constant' in source || missing === undefined) {
      resolved.set(target, source)
      continue
    }
    const nearest = findNearestNames(missing, columns)
    const isMisspelled =
      missing.length >= 4 && nearest.some((name) => isWithinOneEdit(normalizeName(name), normalizeName(missing)))
    if (!wholeFileTargets.has(target) || source.columns.length > 1 || isMisspelled) {
      throw new Refused(`${unknownColumnMessage(target, missing, nearest, columns)} ${remedies.otherColumn}`)
    }
    resolved.set(target, { constant: missing })
    notes.push(`${target} is '${missing}' for every parcel: the file has no column of that name.`)
  }
  return { mapping: resolved, notes }
}

function unknownColumnMessage(target: string, missing: string, nearest: string[], columns: string[]): string {
  const hint =
    nearest.length > 0 ? `Nearest: ${nearest.join(', ')}.` : `The file has: ${columns.slice(0, 40).join(', ')}.`
  return `The mapping takes ${target} from '${missing}', but the file has no such column. ${hint}`
}

/** Up to three columns with a similar name. A name that begins with the other one is the most similar. */
function findNearestNames(wanted: string, columns: string[]): string[] {
  const target = normalizeName(wanted)
  return columns
    .map((name) => ({ name, distance: nameDistance(target, normalizeName(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.max(name.length, wanted.length) / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name)
}

function nameDistance(a: string, b: string): number {
  const isPrefix = a.length > 2 && b.length > 2 && (a.startsWith(b) || b.startsWith(a))
  return isPrefix ? 0.5 : distance(a, b)
}

function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
