import { Refused } from '../../../domain/errors.ts'
import { decodeStart, detectEncoding, NotText, toUtf8, type TextEncoding } from '../../csv/textEncoding.ts'
import { serveRequests } from '../../workers/serveRequests.ts'
import { ParcelBatches } from './parcelBatches.ts'
import type { ParcelFile, ParcelFileHead, ParcelReaderAnswer, ParcelReaderRequest } from './parcelProtocol.ts'
import { columnsOf, openRecords } from './parcelRecords.ts'
import { PartFeed } from './partFeed.ts'
import type { SourceRecord } from './readFeatures.ts'

/** The worker's side of `parcelProtocol.ts`: one file at a time. */
interface OpenFile {
  feed: PartFeed
  /** Resolves when the file was read, or fails with why it cannot be. */
  result: Promise<ParcelReaderAnswer>
  /** Resolves when `result` has ended in either way. */
  ended: Promise<void>
  batches: ParcelBatches | null
}

let current: OpenFile | null = null

async function handleRequest(request: ParcelReaderRequest): Promise<ParcelReaderAnswer> {
  switch (request.type) {
    case 'readHead':
      return { type: 'head', head: await readHead(request.fileName, request.bytes) }
    case 'detect':
      current = openFile(null, async (feed) => ({ type: 'encoding', encoding: await findEncoding(feed) }))
      return { type: 'ready' }
    case 'read':
      current = openParcels(request.file)
      return { type: 'ready' }
    case 'part': {
      const { feed, result, ended, batches } = current!
      await feed.push(request.bytes, ended)
      // Throws at once if the file is refused; otherwise the reader waits for the next part.
      await Promise.race([result, Promise.resolve()])
      return batches ? { type: 'parcels', batch: batches.take() } : { type: 'ready' }
    }
    case 'end': {
      const { feed, result, ended } = current!
      await feed.push(undefined, ended)
      return result
    }
  }
}

function openFile(batches: ParcelBatches | null, read: (feed: PartFeed) => Promise<ParcelReaderAnswer>): OpenFile {
  const feed = new PartFeed()
  const result = read(feed)
  const ended = result.then(
    () => undefined,
    () => undefined,
  )
  return { feed, result, ended, batches }
}

function openParcels(file: ParcelFile): OpenFile {
  const batches = new ParcelBatches()
  return openFile(batches, async (feed) => {
    const parts = feed[Symbol.asyncIterator]()
    const first = await parts.next()
    if (first.done) throw new Refused('The file is empty.')
    const start = decodeStart(first.value.subarray(0, maxStartBytes), file.encoding)
    await batches.read(file, toUtf8(prepend(first.value, parts), file.encoding), start)
    return { type: 'summary', batch: batches.take(), summary: batches.summary() }
  })
}

const maxStartBytes = 65_536

async function* prepend(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

const notTextMessages: Record<NotText['reason'], string> = {
  empty: 'The file is empty.',
  zip: 'This is a zip file or a workbook, which is not read here. Download the county as GeoJSON or CSV, or unpack it first.',
  'web page': 'This is a web page, not a file of parcels. Download the file again.',
  NUL: 'This is neither GeoJSON nor CSV. Download the county as one of these: a shapefile has to be converted first.',
  'unknown encoding': 'The file is not UTF-8, and its encoding is not certain. Save or export it as UTF-8.',
}

async function findEncoding(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<TextEncoding> {
  try {
    return await detectEncoding(content)
  } catch (error) {
    throw error instanceof NotText ? new Refused(notTextMessages[error.reason]) : error
  }
}

/** What a head has of a file: records for the columns, records that are shown, and characters of a value. */
const maxHead = { records: 200, rows: 20, valueLength: 200, columns: 500, columnLength: 200 }

/** The head of a file of which these are the first bytes. */
async function readHead(fileName: string, bytes: Uint8Array): Promise<ParcelFileHead> {
  // The last character may be cut.
  const whole = bytes.subarray(0, bytes.lastIndexOf(10) + 1 || bytes.length)
  const encoding = await findEncoding([whole]).catch((error: unknown) => {
    if (error instanceof Refused && error.message === notTextMessages['unknown encoding']) return 'utf-8' as const
    throw error
  })
  const records: SourceRecord[] = []
  const start = decodeStart(bytes.subarray(0, maxStartBytes), encoding)
  try {
    for await (const batch of openRecords(fileName, toUtf8([bytes], encoding), start)) {
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

const toText = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

// A file can have hundreds of thousands of errors, and their stacks take longer than all else.
Error.stackTraceLimit = 1

serveRequests(handleRequest, Refused)
