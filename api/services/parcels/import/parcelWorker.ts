import { Refused } from '../../../domain/errors.ts'
import {
  decodeStart,
  detectEncoding,
  NotText,
  toUtf8,
  type FileContent,
  type TextEncoding,
} from '../../csv/textEncoding.ts'
import { serveRequests } from '../../workers/serveRequests.ts'
import { AskedParts, inOrder, type FileParts } from './fileParts.ts'
import { ParcelBatches } from './parcelBatches.ts'
import type {
  ParcelFile,
  ParcelFileHead,
  ParcelReaderAnswer,
  ParcelReaderRequest,
  UploadedFile,
} from './parcelProtocol.ts'
import { columnsOf, openRecords } from './parcelRecords.ts'
import type { SourceRecord } from './readFeatures.ts'
import { uploadRemedies } from './remedies.ts'
import { readShapefile } from './shapefile/readShapefile.ts'

/** The worker's side of `parcelProtocol.ts`: one file at a time. */
interface OpenFile {
  parts: AskedParts
  batches: ParcelBatches
  /** Resolves when the file was read, or fails with why it cannot be. */
  result: Promise<ParcelReaderAnswer>
  /** How many bytes the server will send. */
  totalBytes: number
}

let current: OpenFile | null = null

function handleRequest(request: ParcelReaderRequest): Promise<ParcelReaderAnswer> {
  switch (request.type) {
    case 'readHead':
      current = open(request, async ({ parts }) => ({ type: 'head', head: await readHead(request.fileName, parts) }))
      break
    case 'read':
      current = open(request, (file) => readParcels(request, file))
      break
    case 'part':
      current!.parts.give(request.bytes)
  }
  return nextAnswer(current!)
}

function open(
  { totalBytes }: UploadedFile,
  read: (file: Omit<OpenFile, 'result'>) => Promise<ParcelReaderAnswer>,
): OpenFile {
  const parts = new AskedParts(totalBytes)
  const file = { parts, batches: new ParcelBatches(), totalBytes }
  const result = read(file)
  const end = () => parts.end()
  result.then(end, end)
  return Object.assign(file, { result })
}

/**
 * The result, or the next thing that the reader waits for. `Promise.race` with `result` is not used, because it would keep the batch of every
 * step in memory until `result` settles.
 */
async function nextAnswer(file: OpenFile): Promise<ParcelReaderAnswer> {
  const part = await file.parts.next()
  if (part === 'end') return file.result
  return { type: 'step', part, batch: file.batches.take(), totalBytes: file.totalBytes }
}

async function readParcels(file: ParcelFile, opened: Omit<OpenFile, 'result'>): Promise<ParcelReaderAnswer> {
  const { parts, batches } = opened
  let records: AsyncGenerator<SourceRecord[]>
  if (await isZip(parts)) records = readShapefile(parts)
  else {
    // A text is read twice: for its encoding, and for its parcels.
    opened.totalBytes *= 2
    const encoding = await findEncoding(inOrder(parts))
    records = await openText(file.fileName, encoding, parts, inOrder(parts))
  }
  await batches.read(records, file, () => parts.pause())
  return { type: 'summary', batch: batches.take(), summary: batches.summary() }
}

const zipStart = 'PK\u0003\u0004'
const emptyZipStart = 'PK\u0005\u0006'

async function isZip(parts: FileParts): Promise<boolean> {
  const start = (await parts.read(0)).toString('latin1', 0, 4)
  return start === zipStart || start === emptyZipStart
}

const maxStartBytes = 65_536

async function openText(
  fileName: string,
  encoding: TextEncoding,
  parts: FileParts,
  content: FileContent,
): Promise<AsyncGenerator<SourceRecord[]>> {
  const start = decodeStart((await parts.read(0)).subarray(0, maxStartBytes), encoding)
  return openRecords(fileName, toUtf8(content, encoding), start, uploadRemedies)
}

const notTextMessages: Record<NotText['reason'], string> = {
  empty: 'The file is empty.',
  zip: 'This is a damaged zip file. Download it again.',
  'web page': 'This is a web page, not a file of parcels. Download the file again.',
  NUL: 'This is neither GeoJSON nor CSV nor a zip file with a shapefile. Download the county as one of these.',
  'unknown encoding': 'The file is not UTF-8, and its encoding is not certain. Save or export it as UTF-8.',
}

async function findEncoding(content: FileContent): Promise<TextEncoding> {
  try {
    return await detectEncoding(content)
  } catch (error) {
    throw error instanceof NotText ? new Refused(notTextMessages[error.reason]) : error
  }
}

/** What a head has of a file: records for the columns, records that are shown, and characters of a value. */
const maxHead = { records: 200, rows: 20, valueLength: 200, columns: 500, columnLength: 200 }

/** The head of a file, of a text by its first part alone. */
async function readHead(fileName: string, parts: FileParts): Promise<ParcelFileHead> {
  const records: SourceRecord[] = []
  try {
    for await (const batch of await openHead(fileName, parts)) {
      records.push(...batch.slice(0, maxHead.records - records.length))
      if (records.length >= maxHead.records) break
    }
  } catch (error) {
    // The last record is cut.
    if (!(error instanceof Refused) || records.length === 0) throw error
  }
  const columns = columnsOf(records).filter((column) => column !== '')
  if (columns.length === 0) throw new Refused(records[0]?.problem ?? 'The file has no parcels.')
  if (columns.length > maxHead.columns || columns.some((column) => column.length > maxHead.columnLength))
    throw new Refused('The names of the columns are too many or too long. Is this a file of parcels?')
  return {
    columns,
    rows: records
      .slice(0, maxHead.rows)
      .map(({ values }) =>
        columns.map((column) => toText(values[column]).slice(0, maxHead.valueLength).toWellFormed()),
      ),
    hasGeometry: records[0]!.geometry !== undefined,
  }
}

async function openHead(fileName: string, parts: FileParts): Promise<AsyncGenerator<SourceRecord[]>> {
  if (await isZip(parts)) return readShapefile(parts)
  const bytes = await parts.read(0)
  // The last character may be cut.
  const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1 || bytes.length)
  const encoding = await findEncoding([whole]).catch((error: unknown) => {
    if (error instanceof Refused && error.message === notTextMessages['unknown encoding']) return 'utf-8' as const
    throw error
  })
  return openText(fileName, encoding, parts, [bytes])
}

const toText = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

// A file can have hundreds of thousands of errors, and their stacks take longer than all else.
Error.stackTraceLimit = 1

serveRequests(handleRequest, Refused)
