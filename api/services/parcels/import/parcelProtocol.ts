import type { TextEncoding } from '../../csv/textEncoding.ts'

/** How a county's file is read. */
export interface ParcelFile {
  fileName: string
  encoding: TextEncoding
  /** The column that fills each field. */
  mapping: Record<string, string>
}

/** The beginning of a county's file. */
export interface ParcelFileHead {
  /** The names of the columns, or of the properties of features. */
  columns: string[]
  /** Up to 20 records, with a text for each column. */
  rows: string[][]
  /** Whether each record has a geometry of its own, so that no column needs to. */
  hasGeometry: boolean
}

/** Parcels as PostgreSQL takes them: for each column of `copyColumns` the text of an array with a value for each parcel. */
export interface ParcelBatch {
  count: number
  columns: string[]
  /** The number of each record in the file, which tells parcels with the same id apart. */
  numbers: string
  /** The words of streets and the street of each, as arrays. */
  words: string
  streets: string
}

export interface ParcelSummary {
  records: number
  bad: number
  /** Why, for the first of them. */
  reasons: string[]
  withoutGeometry: number
}

/** A request to the process that reads a county's file. The server sends the next one after the answer. */
export type ParcelReaderRequest =
  | { type: 'readHead'; fileName: string; bytes: Uint8Array }
  /** Begins to find the encoding of a file, whose parts follow. */
  | { type: 'detect' }
  /** Begins to read a file, whose parts follow. */
  | { type: 'read'; file: ParcelFile }
  | { type: 'part'; bytes: Uint8Array }
  | { type: 'end' }

export type ParcelReaderAnswer =
  | { type: 'ready' }
  | { type: 'head'; head: ParcelFileHead }
  | { type: 'encoding'; encoding: TextEncoding }
  | { type: 'parcels'; batch: ParcelBatch }
  | { type: 'summary'; batch: ParcelBatch; summary: ParcelSummary }
