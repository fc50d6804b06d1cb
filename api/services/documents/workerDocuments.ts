import { Worker } from 'node:worker_threads'
import { Refused, Unavailable } from '../../domain/errors.ts'
import type { Documents, Inspection, Letter } from './documents.ts'
import { limits } from './limits.ts'
import type { WorkerAnswer, WorkerRequest } from './workerProtocol.ts'

/** Prints at a time; the server itself needs a core too. */
const maxConcurrentPrints = 2
/** What is quick (an inspection, one letter) never waits for prints. */
const maxConcurrentQuickJobs = 1
const maxQueued = 20
const maxWaitMs = 60_000
/** However slowly somebody reads. */
const maxPrintMs = 15 * 60_000
/** A worker that has nothing to do keeps its memory for so long. */
const idleTimeoutMs = 30_000

const busyMessage = 'Other documents are being made right now. Try again in a minute.'
const tooExpensiveMessage = 'The document takes too long or too much memory to work on: make it simpler and try again.'

// As built it is JavaScript; in development Node reads the types away by itself, faster than the loader would.
const workerUrl = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

/** Documents in worker threads: a few at a time, each step bounded in time and memory. */
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

  /** Leaves a desk to the next, or, when it is in the middle of something, ends its worker. */
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

/** Lets so many in at a time and the others wait in turn; whoever is let in gets what they call when they are done. */
function createLimiter(maxRunning: number): (signal?: AbortSignal) => Promise<() => void> {
  const waiting: (() => void)[] = []
  let running = 0
  const done = () => {
    const next = waiting.shift()
    // A place passes straight to who waits longest.
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

/** While some letters are made, the next are read. */
async function* printBatches(desk: PooledWorker, letters: AsyncIterable<Letter[]>): AsyncGenerator<Uint8Array, void> {
  const reader = letters[Symbol.asyncIterator]()
  try {
    let next = await reader.next()
    while (!next.done) {
      const made = requestBytes(desk, { do: 'letters', letters: next.value })
      // Both are awaited, so that one that fails is not left behind while the other is waited for.
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

/** A worker and the question it is busy with. */
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

  /** One question, answered within the time for one step or the worker is ended. */
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
    if (answer.did === 'fail') throw new Error(`Making documents failed: ${answer.message}`)
    return answer
  }

  /** Waits for the next question, and ends when none comes. */
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
