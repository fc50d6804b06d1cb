import { Refused } from '../../../domain/errors.ts'
import { reportErrorAt } from '../../../domain/faults.ts'
import { WorkerEnded } from '../../workers/workerPool.ts'
import type { LimitedTask, Send, Workers } from '../../workers/workers.ts'
import type {
  ParcelBatch,
  ParcelFile,
  ParcelFileHead,
  ParcelReaderAnswer,
  ParcelReaderRequest,
  ParcelSummary,
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

type Parts = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
type SendRequest = Send<ParcelReaderRequest, ParcelReaderAnswer>

/** The columns and first records of a file that begins with these bytes. Throws `Refused` for a file that is no county's. */
export function readParcelHead(workers: Workers, fileName: string, bytes: Uint8Array): Promise<ParcelFileHead> {
  return run(workers, 'short', async (send) => {
    const answer = await send({ type: 'readHead', fileName, bytes })
    if (answer.type !== 'head') throw new Error('The reader did not answer with a head.')
    return answer.head
  })
}

export interface ParcelFileSource extends Omit<ParcelFile, 'encoding'> {
  /** The bytes of the file from the beginning, each time that it is called. */
  parts(): Parts
}

/**
 * Reads a county's file twice in constant memory: its encoding, then its parcels, of which `save` gets one batch after the other.
 * `onRead` is called after each part with the bytes that were read since. Throws `Refused` for a file that is no county's.
 */
export function readParcels(
  workers: Workers,
  { parts, ...file }: ParcelFileSource,
  save: (batch: ParcelBatch) => Promise<void>,
  onRead: (bytes: number) => Promise<void>,
): Promise<ParcelSummary> {
  return run(workers, 'long', async (send) => {
    const feed = async (request: ParcelReaderRequest) => {
      await send(request)
      for await (const bytes of parts()) {
        const answer = await send({ type: 'part', bytes })
        if (answer.type === 'parcels' && answer.batch.count > 0) await save(answer.batch)
        await onRead(bytes.length)
      }
      return send({ type: 'end' })
    }
    const found = await feed({ type: 'detect' })
    if (found.type !== 'encoding') throw new Error('The reader did not answer with an encoding.')
    const last = await feed({ type: 'read', file: { ...file, encoding: found.encoding } })
    if (last.type !== 'summary') throw new Error('The reader did not answer with a summary.')
    if (last.batch.count > 0) await save(last.batch)
    return last.summary
  })
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
