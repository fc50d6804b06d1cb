import type { KnownPlace } from '../../../domain/addresses/parseAddress.ts'
import { Refused } from '../../../domain/errors.ts'
import { reportErrorAt } from '../../../domain/faults.ts'
import { WorkerEnded } from '../../../services/workers/workerPool.ts'
import type { LimitedTask, Send, Workers } from '../../../services/workers/workers.ts'
import type { FileHead, FileOptions } from './importFile.ts'
import type { ParsedRow } from './parseRows.ts'
import type {
  BadRow,
  FilePreview,
  FoundBatch,
  ReaderAnswer,
  ReaderRequest,
  ReadInput,
  ReadSummary,
} from './protocol.ts'

/** The bytes of a file in parts of at most a megabyte. */
export type FileParts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Files are read in processes of their own, so that no file can hold up or end the server. */
const task: LimitedTask = {
  program: './worker',
  importUrl: import.meta.url,
  heapMegabytes: 192,
  stepTimeoutMs: 30_000,
  // Twenty megabytes of the worst kind take some seconds on a quiet machine, and a worker is the last to get a busy processor.
  maxRunMs: 5 * 60_000,
  // As many as jobs are run at a time (JOB_CONCURRENCY), unless that is more.
  maxConcurrent: { long: 4, short: 2 },
  tooExpensiveMessage:
    'Reading this file took too much time or memory, so it was stopped. Split the file, and check its quotes and its longest rows.',
  busyMessage: 'Other files are being read. Try again in a minute.',
}

const endedMessage =
  'The process that read this file ended unexpectedly. Nothing was imported. Check the file before you import it again.'

/** What was read of a file. */
export interface ReadFile extends ReadSummary {
  head: FileHead
  rows: ParsedRow<object>[]
  bad: BadRow[]
}

/** The separator and the headings of a file. Throws `Refused` for a file that cannot be imported. */
export function readHead(workers: Workers, parts: FileParts, options: FileOptions): Promise<FileHead> {
  return withFile(workers, 'short', parts, async (send) => {
    const answer = await send({ type: 'readHead', options })
    if (answer.type !== 'head') throw new Error('The reader did not answer with the headings.')
    return answer.head
  })
}

/** The beginning of a file. Throws `Refused` for a file that cannot be imported. */
export function readPreview(workers: Workers, parts: FileParts, options: FileOptions): Promise<FilePreview> {
  return withFile(workers, 'short', parts, async (send) => {
    const answer = await send({ type: 'readPreview', options })
    if (answer.type !== 'preview') throw new Error('The reader did not answer with a preview.')
    return answer.preview
  })
}

/**
 * The good rows of a file, and what is wrong with the others. `onRows` is called after each batch. Throws `Refused` for a file that
 * cannot be read.
 */
export function readRows(
  workers: Workers,
  parts: FileParts,
  input: ReadInput,
  onRows: () => Promise<void>,
): Promise<ReadFile> {
  return withFile(workers, 'long', parts, async (send) => {
    await send({ type: 'readRows', input })
    const file: Partial<ReadFile> & Pick<ReadFile, 'rows' | 'bad'> = { rows: [], bad: [] }
    for await (const answer of answersOf(send)) {
      if (answer.type === 'head') file.head = answer.head
      else if (answer.type === 'rows') {
        for (const row of answer.rows) file.rows.push(row)
        for (const row of answer.bad) file.bad.push(row)
      } else if (answer.type === 'summary') Object.assign(file, answer.summary)
      await onRows()
    }
    return file as ReadFile
  })
}

/** The addresses of a city's list, and the first lines without one. Throws `Refused` for a file that cannot be read. */
export function readAddresses(
  workers: Workers,
  parts: FileParts,
  place: KnownPlace,
  onBatch: (count: number) => Promise<void>,
): Promise<FoundBatch> {
  return withFile(workers, 'long', parts, async (send) => {
    await send({ type: 'readAddresses', place })
    const all: FoundBatch = { found: [], ignored: [], ignoredCount: 0 }
    for await (const answer of answersOf(send)) {
      if (answer.type !== 'addresses') continue
      for (const address of answer.found) all.found.push(address)
      all.ignored.push(...answer.ignored)
      all.ignoredCount += answer.ignoredCount
      await onBatch(all.found.length)
    }
    return all
  })
}

/** Calls `write` with the rows with errors as CSV, with their reasons. `reasons` are those of rows that could be read. */
export function writeBadRows(
  workers: Workers,
  parts: FileParts,
  input: ReadInput,
  reasons: ReadonlyMap<number, string>,
  write: (content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  return withFile(workers, 'long', parts, async (send) => {
    const all = [...reasons]
    for (let start = 0; start < all.length; start += reasonsPerRequest)
      await send({ type: 'reasons', reasons: all.slice(start, start + reasonsPerRequest) })
    await send({ type: 'writeBadRows', input })
    await write(bytesOf(answersOf(send)))
  })
}

const reasonsPerRequest = 5_000

async function* answersOf(send: Send<ReaderRequest, ReaderAnswer>): AsyncGenerator<ReaderAnswer> {
  for (;;) {
    const answer = await send({ type: 'next' })
    if (answer.type === 'end') return
    yield answer
  }
}

async function* bytesOf(answers: AsyncIterable<ReaderAnswer>): AsyncGenerator<Uint8Array> {
  for await (const answer of answers) if (answer.type === 'bytes') yield answer.bytes
}

async function withFile<Result>(
  workers: Workers,
  length: 'long' | 'short',
  parts: FileParts,
  work: (send: Send<ReaderRequest, ReaderAnswer>) => Promise<Result>,
): Promise<Result> {
  try {
    return await workers.run<ReaderRequest, ReaderAnswer, Result>(task, length, async (send) => {
      await send({ type: 'begin' })
      for await (const bytes of parts) await send({ type: 'part', bytes })
      return work(send)
    })
  } catch (error) {
    if (!(error instanceof WorkerEnded)) throw error
    // The same file would end the next process, too.
    reportErrorAt('file_reader')(error)
    throw new Refused(endedMessage)
  }
}
