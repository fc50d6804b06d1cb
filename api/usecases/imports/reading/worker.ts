import type { KnownPlace } from '../../../domain/addresses/parseAddress.ts'
import { Refused } from '../../../domain/errors.ts'
import { cellText } from '../../../domain/imports/importCells.ts'
import { findSampleLine } from '../../../services/csv/textEncoding.ts'
import { serveRequests } from '../../../services/workers/serveRequests.ts'
import { maxErrors } from '../importJob.ts'
import { openImportFile, readRows, type ImportFile, type FileOptions, type OpenOptions } from './importFile.ts'
import { reasonOf, writeBadRows } from './badRows.ts'
import { readListedAddresses } from './listedAddresses.ts'
import { countWords } from './countWords.ts'
import type { BadRow, FilePreview, ReaderAnswer, ReaderRequest, ReadInput, ReadSummary } from './protocol.ts'
import { parseRows, type ParsedRow } from './parseRows.ts'
import { rowFormatOf } from './rowFormats.ts'

/** The worker's side of `protocol.ts`. */
let parts: Uint8Array[] = []
let reasons = new Map<number, string>()
let answers: AsyncIterator<ReaderAnswer> | null = null

/** The rows of an answer have at most this many characters, unless it is one row, so that the server reads it in milliseconds. */
const maxAnswerLength = 256_000
const maxReasonLength = 300

async function handleRequest(request: ReaderRequest): Promise<ReaderAnswer> {
  switch (request.type) {
    case 'begin':
      parts = []
      reasons = new Map()
      answers = null
      break
    case 'part':
      parts.push(request.bytes)
      break
    case 'readHead': {
      const { separator, headings } = await openFile({ ...request.options, maxSheetRows: 1 })
      return { type: 'head', head: { separator, headings } }
    }
    case 'readPreview':
      return { type: 'preview', preview: await readPreview(request.options) }
    case 'reasons':
      for (const [row, reason] of request.reasons) reasons.set(row, reason)
      break
    case 'readRows':
      answers = readValues(request.input)
      break
    case 'readAddresses':
      answers = readAddresses(request.place)
      break
    case 'writeBadRows':
      answers = writeBytes(request.input)
      break
    case 'next': {
      const next = await answers!.next()
      return next.done ? { type: 'end' } : next.value
    }
  }
  return { type: 'ready' }
}

function openFile(options: OpenOptions): Promise<ImportFile> {
  parts = [Buffer.concat(parts)]
  return openImportFile(parts[0]!, options)
}

/** What a preview has of a file, in rows and in characters of a cell. */
const maxPreview = { rows: 20, cellLength: 200 }

async function readPreview(options: FileOptions): Promise<FilePreview> {
  const file = await openFile({ ...options, maxSheetRows: maxPreview.rows + 1 })
  const { separator, headings, sheets, isConverted } = file
  const rows: FilePreview['rows'] = []
  const toCell = (cell: string) => cellText(cell).slice(0, maxPreview.cellLength)
  for await (const batch of readRows(file)) {
    for (const { row, cells } of batch.slice(0, maxPreview.rows - rows.length))
      rows.push({ row, cells: cells.slice(0, headings.length).map(toCell) })
    if (rows.length === maxPreview.rows) break
  }
  return {
    ...{ separator, headings, rows, sheets },
    sheet: sheets && (options.sheet ?? sheets[0] ?? null),
    encoding: isConverted ? null : file.encoding,
    sampleLine: isConverted ? null : findSampleLine(file.content, file.encoding).toWellFormed(),
  }
}

async function* readValues(input: ReadInput): AsyncGenerator<ReaderAnswer> {
  const { list, mapping, facts, ...options } = input
  const summary: Omit<ReadSummary, 'words' | 'fieldsOfManyWords' | 'missingUsers'> = { total: 0, failed: 0, errors: [] }
  let rows: ParsedRow<object>[] = []
  let bad: BadRow[] = []
  let length = 0
  const file = await openFile(options)
  yield { type: 'head', head: { separator: file.separator, headings: file.headings } }
  const words = countWords(input, file.headings)
  for await (const batch of parseRows(file, mapping, rowFormatOf(list, facts))) {
    summary.total += batch.length
    for (const { fileRow, ...read } of batch) {
      const { row, cells } = fileRow
      words.add(cells)
      const reason = read.errors && reasonOf(read.errors, mapping).slice(0, maxReasonLength).toWellFormed()
      const rowLength = reason?.length ?? cells.reduce((sum, cell) => sum + cell.length, 0)
      if (length + rowLength > maxAnswerLength && length > 0) {
        yield { type: 'rows', rows, bad }
        rows = []
        bad = []
        length = 0
      }
      length += rowLength
      if (read.errors) {
        bad.push([row, reason!])
        summary.failed += 1
        for (const { field, message } of read.errors.slice(0, maxErrors - summary.errors.length))
          summary.errors.push({ row, column: field === null ? null : (mapping[field] ?? null), message })
        continue
      }
      const warning = read.warning.slice(0, maxReasonLength).toWellFormed()
      rows.push({ row, values: read.values, ...(warning && { warning }) })
    }
    // Also without rows, so that no request takes long.
    yield { type: 'rows', rows, bad }
    rows = []
    bad = []
    length = 0
  }
  yield { type: 'summary', summary: { ...summary, ...words.result() } }
}

async function* readAddresses(place: KnownPlace): AsyncGenerator<ReaderAnswer> {
  for await (const batch of readListedAddresses(Buffer.concat(parts), place)) yield { type: 'addresses', ...batch }
}

async function* writeBytes(input: ReadInput): AsyncGenerator<ReaderAnswer> {
  for await (const text of writeBadRows(await openFile(input), input, reasons)) {
    const bytes = new TextEncoder().encode(text)
    for (let start = 0; start === 0 || start < bytes.length; start += maxAnswerLength)
      yield { type: 'bytes', bytes: bytes.subarray(start, start + maxAnswerLength) }
  }
}

// A file can have hundreds of thousands of errors, and their stacks take longer than all else.
Error.stackTraceLimit = 1

serveRequests(handleRequest, Refused)
