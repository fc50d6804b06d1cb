import { normalizeAddressSpacing } from '../../../domain/addresses/text.ts'
import { cellOf } from '../../../domain/cells.ts'
import { removeEmptyWords } from '../../../domain/imports/emptyWords.ts'
import { parseParcelId } from '../../../domain/locating/parcelIds.ts'
import { repairZipCode } from '../../../domain/imports/zipCodes.ts'
import { typicalReachMeters } from '../parcelQueries.ts'
import { reachFactName } from '../parcelRows.ts'
import { farthestDistanceMeters } from '../outline.ts'
import { addressColumnsOf, makeStreetKeys } from './addressColumns.ts'
import type { ParcelGeometry } from './parseGeometry.ts'
import type { Mapping, Source } from './mapping.ts'

/** The columns of a line, in order. */
export const copyColumns = `parcel_id, address, street_number, street_number_to, street_key, street_name, city, state,
  zip_code, neighborhood, owner_name, owner_address, lat, lng, cell, outline, facts`

/** The types of those of `copyColumns` that are not texts. */
export const columnTypes: Readonly<Record<string, string>> = {
  street_number: 'integer',
  street_number_to: 'integer',
  lat: 'double precision',
  lng: 'double precision',
  cell: 'bigint',
  outline: 'jsonb',
  facts: 'jsonb',
}

type Values = Record<string, unknown>

/** Formats the parcels of one file as lines in COPY text format. */
export class RowWriter {
  readonly #direct: [target: string, source: Source][] = []
  readonly #facts: [name: string, source: Source][] = []
  readonly #streetKeyOf = makeStreetKeys()

  constructor(mapping: Mapping) {
    const columns = new Set(copyColumns.split(/,\s*/))
    for (const [target, source] of mapping) {
      if (['lat', 'lng', 'geometry'].includes(target)) continue
      if (columns.has(target)) this.#direct.push([target, source])
      else this.#facts.push([target, source])
    }
  }

  /**
   * Formats one parcel. `number` replaces a missing parcel number, or a placeholder such as '---'. Throws `Refused` for a parcel number
   * that a spreadsheet has damaged.
   */
  formatLine(values: Values, place: ParcelGeometry, number: number): string {
    return `${this.formatFields(values, place, number).map(escapeCopyField).join('\t')}\n`
  }

  /** The values of one parcel in the order of `copyColumns`. */
  formatFields(values: Values, place: ParcelGeometry, number: number): (string | number | bigint | null)[] {
    const row: Record<string, string | null> = {}
    for (const [target, source] of this.#direct) row[target] = readText(values, source)
    const { columns, parsed } = addressColumnsOf({ ...row, address: row.address ?? null }, this.#streetKeyOf)
    const facts = this.#factsOf(values)
    const reachMeters = place.outline === null ? 0 : farthestDistanceMeters(place.outline, place.centroid)
    if (reachMeters > typicalReachMeters) facts[reachFactName] = Math.ceil(reachMeters)
    return [
      parseParcelId(row.parcel_id ?? '') ?? `no-number-${number}`,
      parsed && (row.address ?? null),
      columns.street_number,
      columns.street_number_to,
      columns.street_key,
      columns.street_name,
      row.city ?? parsed?.city ?? null,
      row.state ?? parsed?.state ?? null,
      repairZipCode(row.zip_code ?? '', row.state ?? parsed?.state) ?? parsed?.zipCode ?? null,
      row.neighborhood ?? null,
      row.owner_name ?? null,
      row.owner_address ?? null,
      place.centroid.lat,
      place.centroid.lng,
      cellOf(place.centroid),
      place.outline && JSON.stringify(place.outline),
      JSON.stringify(facts),
    ]
  }

  #factsOf(values: Values): Values {
    const facts: Values = {}
    for (const [name, source] of this.#facts) {
      const singleValue = 'columns' in source && source.columns.length === 1 ? values[source.columns[0]!] : undefined
      const value =
        typeof singleValue === 'number' || typeof singleValue === 'boolean' ? singleValue : readText(values, source)
      if (value !== null) facts[name] = value
    }
    return facts
  }
}

/** The text of a source for one record; null if it is missing or blank. */
export function readText(values: Values, source: Source): string | null {
  if ('constant' in source) return source.constant
  const text =
    source.columns.length === 1
      ? toPlainText(values[source.columns[0]!])
      : source.columns.map((column) => toPlainText(values[column])).join(' ')
  if (text === '') return null
  // A PostgreSQL text contains neither NUL nor lone surrogates.
  return normalizeAddressSpacing(text.replaceAll('\u0000', '').toWellFormed()) || null
}

function toPlainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? removeEmptyWords(value) : JSON.stringify(value)
}

function escapeCopyField(value: string | number | bigint | null): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (char) => copyEscapes[char]!) : value
}

const copyEscapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
