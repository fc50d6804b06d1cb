/** A county's uploaded file. */
export interface UploadedFile {
  fileName: string
  totalBytes: number
}

/** How a county's file is read. */
export interface ParcelFile extends UploadedFile {
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
  | ({ type: 'readHead' } & UploadedFile)
  | ({ type: 'read' } & ParcelFile)
  /** The part that the last step asked for, if any, and goes on. */
  | { type: 'part'; bytes: Uint8Array }

export type ParcelReaderAnswer =
  /** What was read since the last step, the part of the file that is wanted next, if any, and how many bytes will be wanted in all. */
  | { type: 'step'; part: number | null; batch: ParcelBatch; totalBytes: number }
  | { type: 'head'; head: ParcelFileHead }
  | { type: 'summary'; batch: ParcelBatch; summary: ParcelSummary }
