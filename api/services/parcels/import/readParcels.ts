import { Refused } from '../../../domain/errors.ts'
import { reportErrorAt } from '../../../domain/faults.ts'
import { WorkerEnded } from '../../workers/workerPool.ts'
import type { LimitedTask, Send, Workers } from '../../workers/workers.ts'
import type {
  ParcelBatch,
  ParcelFileHead,
  ParcelReaderAnswer,
  ParcelReaderRequest,
  ParcelSummary,
  UploadedFile,
} from './parcelProtocol.ts'

/** Files are read in processes of their own, so that no file can hold up or end the server. */
const task: LimitedTask = {
  program: './parcelWorker',
  importUrl: import.meta.url,
  heapMegabytes: 256,
  stepTimeoutMs: 30_000,
  // Two gigabytes take a few minutes of a processor.
  maxRunMs: 45 * 60_000,
  maxConcurrent: { long: 2, short: 2 },
  tooExpensiveMessage:
    'Reading this file took too much time or memory, so it was stopped. Is it a file of parcels? Split it if it is.',
  busyMessage: 'Other files of parcels are being read. Try again in a few minutes.',
}

const endedMessage =
  'The process that read this file ended unexpectedly. Nothing was imported. Check the file before you import it again.'

type SendRequest = Send<ParcelReaderRequest, ParcelReaderAnswer>
type Step = Extract<ParcelReaderAnswer, { type: 'step' }>

/** An uploaded file, whose parts are read in any order. */
export interface ParcelFileSource extends UploadedFile {
  readPart(part: number): Promise<Uint8Array>
}

/** The columns and first records of a file, of a text by its first part alone. Throws `Refused` for a file that is no county's. */
export function readParcelHead(workers: Workers, source: ParcelFileSource): Promise<ParcelFileHead> {
  const { fileName, totalBytes } = source
  return run(workers, 'short', async (send) => {
    const answer = await converse(send, source, { type: 'readHead', fileName, totalBytes }, () => Promise.resolve())
    if (answer.type !== 'head') throw new Error('The reader did not answer with a head.')
    return answer.head
  })
}

/**
 * Reads a county's file in constant memory, and gives `save` one batch of its parcels after the other. `onRead` is called after each part
 * with the bytes that were read, and with those that will be. Throws `Refused` for a file that is no county's.
 */
export function readParcels(
  workers: Workers,
  source: ParcelFileSource,
  mapping: Record<string, string>,
  save: (batch: ParcelBatch) => Promise<void>,
  onRead: (bytes: number, totalBytes: number) => Promise<void>,
): Promise<ParcelSummary> {
  const { fileName, totalBytes } = source
  return run(workers, 'long', async (send) => {
    const last = await converse(send, source, { type: 'read', fileName, totalBytes, mapping }, async (step, read) => {
      if (step.batch.count > 0) await save(step.batch)
      await onRead(Math.min(read, step.totalBytes), step.totalBytes)
    })
    if (last.type !== 'summary') throw new Error('The reader did not answer with a summary.')
    if (last.batch.count > 0) await save(last.batch)
    return last.summary
  })
}

/** Sends a request, and the parts that the reader asks for. Returns its last answer. */
async function converse(
  send: SendRequest,
  { readPart }: ParcelFileSource,
  request: ParcelReaderRequest,
  onStep: (step: Step, readBytes: number) => Promise<void>,
): Promise<Exclude<ParcelReaderAnswer, Step>> {
  let answer = await send(request)
  let read = 0
  while (answer.type === 'step') {
    await onStep(answer, read)
    const bytes = answer.part === null ? new Uint8Array() : await readPart(answer.part)
    read += bytes.length
    answer = await send({ type: 'part', bytes })
  }
  return answer
}

async function run<Result>(
  workers: Workers,
  length: 'long' | 'short',
  work: (send: SendRequest) => Promise<Result>,
): Promise<Result> {
  try {
    return await workers.run<ParcelReaderRequest, ParcelReaderAnswer, Result>(task, length, work)
  } catch (error) {
    if (!(error instanceof WorkerEnded)) throw error
    // The same file would end the next process, too.
    reportErrorAt('file_reader')(error)
    throw new Refused(endedMessage)
  }
}
