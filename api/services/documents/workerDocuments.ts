import { Refused } from '../../domain/errors.ts'
import { createLimiter, type AcquireSlot } from '../workers/limiter.ts'
import { createWorkerPool, type PooledWorker } from '../workers/workerPool.ts'
import type { Documents, Inspection } from './documents.ts'
import { limits } from './limits.ts'
import type { WorkerAnswer, WorkerRequest } from './workerProtocol.ts'

type Worker = PooledWorker<WorkerRequest, WorkerAnswer>

/** One core stays free for the server itself. */
const maxConcurrentPrints = 2
/** Short jobs (an inspection, a single letter) do not wait for prints. */
const maxConcurrentQuickJobs = 1
/** The limit holds even if the client reads slowly. */
const maxPrintMs = 15 * 60_000
const tooExpensiveMessage = 'The document takes too much time or too much memory to process. Simplify it and try again.'

/**
 * Inspects and prints documents in worker processes. Limits the number of concurrent jobs and the time and memory of
 * each step.
 */
export function createWorkerDocuments(): Documents {
  const pool = createWorkerPool<WorkerRequest, WorkerAnswer>({
    program: './worker',
    importUrl: import.meta.url,
    heapMegabytes: limits.heapMegabytes,
    stepTimeoutMs: limits.stepTimeoutMs,
    tooExpensiveMessage,
  })
  const acquirePrintSlot = createLimiter(maxConcurrentPrints)
  const acquireQuickSlot = createLimiter(maxConcurrentQuickJobs)

  /** Begins a job in a worker, sends it all batches, and yields the bytes of its answers. */
  async function* runPrint<T>(
    begin: WorkerRequest,
    batches: AsyncIterable<T[]>,
    toRequest: (batch: T[]) => WorkerRequest,
    acquireSlot: AcquireSlot,
    callerSignal?: AbortSignal,
  ): AsyncGenerator<Uint8Array, void> {
    const signal = AbortSignal.any([AbortSignal.timeout(maxPrintMs), ...(callerSignal ? [callerSignal] : [])])
    const releaseSlot = await acquireSlot(signal)
    const worker = pool.acquire()
    const terminate = () => worker.terminate()
    signal.addEventListener('abort', terminate, { once: true })
    let isReusable = false
    try {
      await worker.send(begin)
      yield* printBatches(worker, batches, toRequest)
      yield* await requestBytes(worker, { type: 'finish' })
      isReusable = true
    } catch (error) {
      signal.throwIfAborted()
      isReusable = error instanceof Refused
      throw error
    } finally {
      signal.removeEventListener('abort', terminate)
      pool.release(worker, isReusable)
      releaseSlot()
    }
  }

  return {
    async inspect(file) {
      const releaseSlot = await acquireQuickSlot()
      const worker = pool.acquire()
      try {
        const answer = await worker.send({ type: 'inspect', file: new Uint8Array(file) })
        return (answer as { inspection: Inspection }).inspection
      } finally {
        pool.release(worker, true)
        releaseSlot()
      }
    },
    print: (job, letters, signal) =>
      runPrint(
        { type: 'begin', job: { ...job, template: new Uint8Array(job.template) } },
        letters,
        (batch) => ({ type: 'letters', letters: batch }),
        job.packing === 'single' ? acquireQuickSlot : acquirePrintSlot,
        signal,
      ),
    printLabels: (job, labels, signal) =>
      runPrint(
        { type: 'beginLabels', job },
        labels,
        (batch) => ({ type: 'labels', labels: batch }),
        acquirePrintSlot,
        signal,
      ),
    close: () => pool.close(),
  }
}

/** Prints one batch while the next one is read. */
async function* printBatches<T>(
  worker: Worker,
  batches: AsyncIterable<T[]>,
  toRequest: (batch: T[]) => WorkerRequest,
): AsyncGenerator<Uint8Array, void> {
  const reader = batches[Symbol.asyncIterator]()
  try {
    let next = await reader.next()
    while (!next.done) {
      const printed = requestBytes(worker, toRequest(next.value))
      // Both promises must settle, so that neither rejects unhandled.
      const [bytes, read] = await Promise.allSettled([printed, reader.next()])
      if (bytes.status === 'rejected') throw bytes.reason
      if (read.status === 'rejected') throw read.reason
      yield* bytes.value
      next = read.value
    }
  } finally {
    await reader.return?.()
  }
}

async function requestBytes(worker: Worker, request: WorkerRequest): Promise<Uint8Array[]> {
  return ((await worker.send(request)) as { bytes: Uint8Array[] }).bytes
}
