import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Refused } from '../../domain/errors.ts'
import type { Documents, Inspection } from './documents.ts'
import { createLimiter, type AcquireSlot } from './limiter.ts'
import { limits } from './limits.ts'
import type { WorkerAnswer, WorkerRequest } from './workerProtocol.ts'

/** One core stays free for the server itself. */
const maxConcurrentPrints = 2
/** Short jobs (an inspection, a single letter) do not wait for prints. */
const maxConcurrentQuickJobs = 1
/** The limit holds even if the client reads slowly. */
const maxPrintMs = 15 * 60_000
/** An idle worker keeps its memory for this long. */
const idleTimeoutMs = 30_000

const tooExpensiveMessage = 'The document takes too much time or too much memory to process. Simplify it and try again.'

// The build has JavaScript files; in development Node strips the types itself, which starts faster than the loader.
const workerPath = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
)

/**
 * Inspects and prints documents in worker processes. Limits the number of concurrent jobs and the time and memory of
 * each step. A job is a dialog of many timed steps with one warm worker, which task pools such as piscina do not offer.
 */
export function createWorkerDocuments(): Documents {
  const idleWorkers: PooledWorker[] = []
  const workers = new Set<PooledWorker>()
  const acquirePrintSlot = createLimiter(maxConcurrentPrints)
  const acquireQuickSlot = createLimiter(maxConcurrentQuickJobs)

  function acquireWorker(): PooledWorker {
    const worker = idleWorkers.pop() ?? new PooledWorker((exited) => workers.delete(exited))
    workers.add(worker)
    return worker
  }

  /** Returns a worker to the pool, or terminates it if its job was interrupted. */
  function releaseWorker(worker: PooledWorker, isReusable: boolean): void {
    if (!isReusable || !worker.isAlive) return worker.terminate()
    idleWorkers.push(worker)
    worker.scheduleIdleExit(idleTimeoutMs, () => idleWorkers.splice(idleWorkers.indexOf(worker), 1))
  }

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
    const worker = acquireWorker()
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
      releaseWorker(worker, isReusable)
      releaseSlot()
    }
  }

  return {
    async inspect(file) {
      const releaseSlot = await acquireQuickSlot()
      const worker = acquireWorker()
      try {
        const answer = await worker.send({ type: 'inspect', file: new Uint8Array(file) })
        return (answer as { inspection: Inspection }).inspection
      } finally {
        releaseWorker(worker, true)
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
    async close() {
      await Promise.all(
        [...workers].map((worker) => {
          worker.terminate()
          return worker.exited
        }),
      )
    },
  }
}

/** Prints one batch while the next one is read. */
async function* printBatches<T>(
  worker: PooledWorker,
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

async function requestBytes(worker: PooledWorker, request: WorkerRequest): Promise<Uint8Array[]> {
  return ((await worker.send(request)) as { bytes: Uint8Array[] }).bytes
}

/**
 * A worker process and its current request. It is not a thread, because terminating a thread while it creates a zlib
 * stream aborts the whole Node process.
 */
class PooledWorker {
  isAlive = true
  readonly exited: Promise<void>
  readonly #process: ChildProcess
  #resolveAnswer: ((answer: WorkerAnswer | Error) => void) | null = null
  #idleTimer: NodeJS.Timeout | null = null

  constructor(onExit: (worker: PooledWorker) => void) {
    this.#process = fork(workerPath, {
      execArgv: [`--max-old-space-size=${limits.heapMegabytes}`, '--max-semi-space-size=4'],
      // Templates are untrusted, so the worker does not inherit the server's environment, which contains secrets.
      env: { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone },
      // Node prints a stack trace when it runs out of memory. The exit status is enough.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    this.#process.unref()
    this.#process.channel?.unref()
    this.#process.on('message', (answer: WorkerAnswer) => this.#resolveAnswer?.(answer))
    this.exited = new Promise((resolve) => {
      const handleExit = (error: Error) => {
        this.isAlive = false
        onExit(this)
        this.#resolveAnswer?.(error)
        resolve()
      }
      this.#process.on('error', handleExit)
      this.#process.on('exit', (code, signal) =>
        handleExit(
          wasAborted(code, signal)
            ? new Refused(tooExpensiveMessage)
            : new Error(`The document worker exited (${signal ?? code}).`),
        ),
      )
    })
  }

  /** Sends a request and returns its answer. Terminates the worker if the answer takes longer than the step timeout. */
  async send(request: WorkerRequest): Promise<WorkerAnswer> {
    if (this.#idleTimer) clearTimeout(this.#idleTimer)
    if (!this.isAlive) throw new Error('The document worker exited.')
    const answer = await new Promise<WorkerAnswer | Error>((resolve) => {
      const stepTimer = setTimeout(() => {
        resolve(new Refused(tooExpensiveMessage))
        this.terminate()
      }, limits.stepTimeoutMs)
      this.#resolveAnswer = (received) => {
        clearTimeout(stepTimer)
        this.#resolveAnswer = null
        resolve(received)
      }
      // If sending fails, the worker has exited, and the exit handler resolves the answer.
      this.#process.send(request, () => undefined)
    })
    if (answer instanceof Error) throw answer
    if (answer.type === 'refused') throw new Refused(answer.reason, { file: answer.reason })
    if (answer.type === 'failed') throw new Error(`Document processing failed: ${answer.message}`)
    return answer
  }

  /** Terminates the worker unless it gets a request within `ms`. */
  scheduleIdleExit(ms: number, onExit: () => void): void {
    this.#idleTimer = setTimeout(() => {
      onExit()
      this.terminate()
    }, ms)
    this.#idleTimer.unref()
  }

  terminate(): void {
    this.isAlive = false
    this.#process.kill('SIGKILL')
  }
}

/** Whether the exit status is that of a process that ran out of memory: aborted by Node or killed by the system. */
function wasAborted(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP' || code === 134
}
