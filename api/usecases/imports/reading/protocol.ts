import type { TextEncoding } from '../../../services/csv/textEncoding.ts'
import type { ImportList, ImportMapping, RowError } from '../../../domain/imports/importFields.ts'
import type { FoundWord, MissingUser, WordField } from '../../../domain/imports/importWords.ts'
import type { KnownPlace } from '../../../domain/addresses/parseAddress.ts'
import type { FoundAddresses } from '../../../domain/registries/listedAddresses.ts'
import type { FileHead, FileOptions } from './importFile.ts'
import type { ParsedRow } from './parseRows.ts'
import type { RowFacts } from './rowFormats.ts'

/** How the rows of a file are read. */
export interface ReadInput extends FileOptions {
  list: ImportList
  mapping: ImportMapping
  facts: RowFacts
}

/** The beginning of a file. */
export interface FilePreview extends FileHead {
  /** Those after the headings that are not empty. */
  rows: { row: number; cells: string[] }[]
  /** The sheets of a workbook, and the one that was read; null for another file. */
  sheets: string[] | null
  sheet: string | null
  /** In which encoding a CSV file was read, and one line of it to check; null for a workbook. */
  encoding: TextEncoding | null
  sampleLine: string | null
}

/** A row with errors and what is wrong with it, shortened. */
export type BadRow = [row: number, reason: string]

/** What was read of a file besides its rows. */
export interface ReadSummary {
  /** The number of rows with text in them. */
  total: number
  /** The number of rows with errors. */
  failed: number
  /** The first errors, in the order of the file. */
  errors: RowError[]
  /** The words of other products, the most frequent first, at most `maxWords` of each field. */
  words: FoundWord[]
  /** The fields that have more. */
  fieldsOfManyWords: WordField[]
  /** The users without an account, the most frequent first, at most `maxWords`. */
  missingUsers: MissingUser[]
}

/** Addresses of a list, and the first lines without one. */
export interface FoundBatch extends FoundAddresses {
  ignoredCount: number
}

/** A request to the process that reads files. The server sends the next one after the answer. */
export type ReaderRequest =
  /** Forgets the file before. */
  | { type: 'begin' }
  | { type: 'part'; bytes: Uint8Array }
  | { type: 'readHead'; options: FileOptions }
  | { type: 'readPreview'; options: FileOptions }
  | { type: 'readRows'; input: ReadInput }
  /** Reads the addresses of a city's list. */
  | { type: 'readAddresses'; place: KnownPlace }
  /** Rows that could be read and cannot be saved, and why. */
  | { type: 'reasons'; reasons: [row: number, reason: string][] }
  | { type: 'writeBadRows'; input: ReadInput }
  /** Asks for the next rows or bytes. */
  | { type: 'next' }

export type ReaderAnswer =
  | { type: 'ready' }
  | { type: 'head'; head: FileHead }
  | { type: 'preview'; preview: FilePreview }
  | { type: 'rows'; rows: ParsedRow<object>[]; bad: BadRow[] }
  | ({ type: 'addresses' } & FoundBatch)
  | { type: 'summary'; summary: ReadSummary }
  | { type: 'bytes'; bytes: Uint8Array }
  | { type: 'end' }
