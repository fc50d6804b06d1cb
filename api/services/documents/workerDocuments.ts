import { Worker } from 'node:worker_threads'
import { Refused, Unavailable } from '../../domain/errors.ts'
import type { Documents, Inspection, Letter } from './documents.ts'
import { limits } from './limits.ts'
import type { WorkerAnswer, WorkerRequest } from './workerProtocol.ts'

/** One core stays free for the server itself. */
const maxConcurrentPrints = 2
/** Short jobs (an inspection, a single letter) do not wait for prints. */
const maxConcurrentQuickJobs = 1
const maxQueued = 20
const maxWaitMs = 60_000
/** The limit holds even if the client reads slowly. */
const maxPrintMs = 15 * 60_000
/** An idle worker keeps its memory for this long. */
const idleTimeoutMs = 30_000

const busyMessage = 'Other documents are being prepared. Try again in a minute.'
const tooExpensiveMessage = 'The document takes too much time or too much memory to process. Simplify it and try again.'

// The build has JavaScript files; in development Node strips the types itself, which starts faster than the loader.
const workerUrl = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

/**
 * Inspects and prints documents in worker threads. Limits the number of concurrent jobs and the time and memory of each
 * step.
 */
export function createWorkerDocuments(): Documents {
  const idle: PooledWorker[] = []
  const workers = new Set<PooledWorker>()
  const prints = createLimiter(maxConcurrentPrints)
  const quick = createLimiter(maxConcurrentQuickJobs)

  function acquire(): PooledWorker {
    const desk = idle.pop() ?? new PooledWorker((gone) => workers.delete(gone))
    workers.add(desk)
    return desk
  }

  /** Returns a worker to the pool, or terminates it if a job was interrupted. */
  function release(desk: PooledWorker, clean: boolean): void {
    if (!clean || !desk.alive) return void desk.terminate()
    idle.push(desk)
    desk.scheduleIdleExit(idleTimeoutMs, () => idle.splice(idle.indexOf(desk), 1))
  }

  return {
    async inspect(file) {
      const done = await quick()
      const desk = acquire()
      try {
        const answer = await desk.send({ do: 'inspect', file: new Uint8Array(file) })
        return (answer as { inspection: Inspection }).inspection
      } finally {
        release(desk, true)
        done()
      }
    },
    async *print(job, letters, given) {
      const signal = AbortSignal.any([AbortSignal.timeout(maxPrintMs), ...(given ? [given] : [])])
      const done = await (job.packing === 'single' ? quick : prints)(signal)
      const desk = acquire()
      const terminate = () => void desk.terminate()
      signal.addEventListener('abort', terminate, { once: true })
      let clean = false
      try {
        await desk.send({ do: 'begin', job: { ...job, template: new Uint8Array(job.template) } })
        yield* printBatches(desk, letters)
        yield* await requestBytes(desk, { do: 'finish' })
        clean = true
      } catch (error) {
        signal.throwIfAborted()
        clean = error instanceof Refused
        throw error
      } finally {
        signal.removeEventListener('abort', terminate)
        release(desk, clean)
        done()
      }
    },
    async close() {
      await Promise.all([...workers].map((desk) => desk.terminate()))
    },
  }
}

/**
 * Limits the number of concurrent jobs; the others wait in order. Resolves with a function that the caller must call
 * when its job is done.
 */
function createLimiter(maxRunning: number): (signal?: AbortSignal) => Promise<() => void> {
  const waiting: (() => void)[] = []
  let running = 0
  const done = () => {
    const next = waiting.shift()
    // The slot passes to the job that has waited longest.
    if (next) next()
    else running -= 1
  }
  return async (signal) => {
    signal?.throwIfAborted()
    if (running < maxRunning) {
      running += 1
      return done
    }
    if (waiting.length >= maxQueued) throw new Unavailable(busyMessage)
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', aborted)
      }
      const giveUp = (error: Error) => {
        stop()
        waiting.splice(waiting.indexOf(enter), 1)
        reject(error)
      }
      const aborted = () => giveUp(signal!.reason as Error)
      const enter = () => {
        stop()
        resolve(done)
      }
      const timer = setTimeout(() => giveUp(new Unavailable(busyMessage)), maxWaitMs)
      signal?.addEventListener('abort', aborted, { once: true })
      waiting.push(enter)
    })
  }
}

/** Prints one batch of letters while the next one is read. */
async function* printBatches(desk: PooledWorker, letters: AsyncIterable<Letter[]>): AsyncGenerator<Uint8Array, void> {
  const reader = letters[Symbol.asyncIterator]()
  try {
    let next = await reader.next()
    while (!next.done) {
      const made = requestBytes(desk, { do: 'letters', letters: next.value })
      // Both promises must settle, so that neither rejects unhandled.
      const [bytes, read] = await Promise.allSettled([made, reader.next()])
      if (bytes.status === 'rejected') throw bytes.reason
      if (read.status === 'rejected') throw read.reason
      yield* bytes.value
      next = read.value
    }
  } finally {
    await reader.return?.()
  }
}

async function requestBytes(desk: PooledWorker, request: WorkerRequest): Promise<Uint8Array[]> {
  return ((await desk.send(request)) as { bytes: Uint8Array[] }).bytes
}

/** A worker thread and the request that it is processing. */
class PooledWorker {
  alive = true
  private readonly worker: Worker
  private answer: ((answer: WorkerAnswer | Error) => void) | null = null
  private resting: NodeJS.Timeout | null = null

  constructor(gone: (desk: PooledWorker) => void) {
    this.worker = new Worker(workerUrl, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 8 },
    })
    this.worker.unref()
    const handleExit = (error?: Error) => {
      this.alive = false
      gone(this)
      this.answer?.(error ?? new Error('The worker ended.'))
    }
    this.worker.on('message', (answer: WorkerAnswer) => this.answer?.(answer))
    this.worker.on('error', handleExit)
    this.worker.on('exit', () => handleExit())
  }

  /** Sends a request and returns its answer. Terminates the worker if the answer takes longer than the step timeout. */
  async send(request: WorkerRequest): Promise<WorkerAnswer> {
    if (this.resting) clearTimeout(this.resting)
    if (!this.alive) throw new Error('The worker ended.')
    const answer = await new Promise<WorkerAnswer | Error>((resolve) => {
      const deadline = setTimeout(() => {
        resolve(new Refused(tooExpensiveMessage))
        void this.terminate()
      }, limits.stepTimeoutMs)
      this.answer = (given) => {
        clearTimeout(deadline)
        this.answer = null
        resolve(given)
      }
      this.worker.postMessage(request)
    })
    if (answer instanceof Refused) throw answer
    if (answer instanceof Error)
      throw (answer as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new Refused(tooExpensiveMessage)
        : answer
    if (answer.did === 'refuse') throw new Refused(answer.reason, { file: answer.reason })
    if (answer.did === 'fail') throw new Error(`Document processing failed: ${answer.message}`)
    return answer
  }

  /** Terminates the worker unless it gets a request within `ms`. */
  scheduleIdleExit(ms: number, ended: () => void): void {
    this.resting = setTimeout(() => {
      ended()
      void this.terminate()
    }, ms)
    this.resting.unref()
  }

  terminate(): Promise<number> {
    this.alive = false
    return this.worker.terminate()
  }
}
