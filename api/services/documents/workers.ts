import { Worker } from 'node:worker_threads'
import { Refused, Unavailable } from '../../domain/errors.ts'
import type { Documents, Inspection, Letter } from './documents.ts'
import { limits } from './limits.ts'
import type { WorkerAnswer, WorkerRequest } from './protocol.ts'

/** Prints at a time; the server itself needs a core too. */
const mostPrints = 2
/** What is quick (an inspection, one letter) never waits for prints. */
const mostQuick = 1
const mostWaiting = 20
const longestWaitMs = 60_000
/** However slowly somebody reads. */
const longestPrintMs = 15 * 60_000
/** A worker that has nothing to do keeps its memory for so long. */
const idleMs = 30_000

const busy = 'Other documents are being made right now. Try again in a minute.'
const tooMuch = 'The document takes too long or too much memory to work on: make it simpler and try again.'

// As built it is JavaScript; in development Node reads the types away by itself, faster than the loader would.
const program = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

/** Documents in worker threads: a few at a time, each step bounded in time and memory. */
export function workerDocuments(): Documents {
  const idle: Desk[] = []
  const desks = new Set<Desk>()
  const prints = queue(mostPrints)
  const quick = queue(mostQuick)

  function sit(): Desk {
    const desk = idle.pop() ?? new Desk((gone) => desks.delete(gone))
    desks.add(desk)
    return desk
  }

  /** Leaves a desk to the next, or, when it is in the middle of something, ends its worker. */
  function leave(desk: Desk, clean: boolean): void {
    if (!clean || !desk.alive) return void desk.end()
    idle.push(desk)
    desk.rest(idleMs, () => idle.splice(idle.indexOf(desk), 1))
  }

  return {
    async inspect(file) {
      const done = await quick()
      const desk = sit()
      try {
        const answer = await desk.ask({ do: 'inspect', file: new Uint8Array(file) })
        return (answer as { inspection: Inspection }).inspection
      } finally {
        leave(desk, true)
        done()
      }
    },
    async *print(job, letters, given) {
      const signal = AbortSignal.any([AbortSignal.timeout(longestPrintMs), ...(given ? [given] : [])])
      const done = await (job.packing === 'single' ? quick : prints)(signal)
      const desk = sit()
      const end = () => void desk.end()
      signal.addEventListener('abort', end, { once: true })
      let clean = false
      try {
        await desk.ask({ do: 'begin', job: { ...job, template: new Uint8Array(job.template) } })
        yield* inStep(desk, letters)
        yield* await bytesOf(desk, { do: 'finish' })
        clean = true
      } catch (error) {
        signal.throwIfAborted()
        clean = error instanceof Refused
        throw error
      } finally {
        signal.removeEventListener('abort', end)
        leave(desk, clean)
        done()
      }
    },
    async close() {
      await Promise.all([...desks].map((desk) => desk.end()))
    },
  }
}

/** Lets so many in at a time and the others wait in turn; whoever is let in gets what they call when they are done. */
function queue(places: number): (signal?: AbortSignal) => Promise<() => void> {
  const waiting: (() => void)[] = []
  let taken = 0
  const done = () => {
    const next = waiting.shift()
    // A place passes straight to who waits longest.
    if (next) next()
    else taken -= 1
  }
  return async (signal) => {
    signal?.throwIfAborted()
    if (taken < places) {
      taken += 1
      return done
    }
    if (waiting.length >= mostWaiting) throw new Unavailable(busy)
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
      const timer = setTimeout(() => giveUp(new Unavailable(busy)), longestWaitMs)
      signal?.addEventListener('abort', aborted, { once: true })
      waiting.push(enter)
    })
  }
}

/** While some letters are made, the next are read. */
async function* inStep(desk: Desk, letters: AsyncIterable<Letter[]>): AsyncGenerator<Uint8Array, void> {
  const reader = letters[Symbol.asyncIterator]()
  try {
    let next = await reader.next()
    while (!next.done) {
      const made = bytesOf(desk, { do: 'letters', letters: next.value })
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

async function bytesOf(desk: Desk, request: WorkerRequest): Promise<Uint8Array[]> {
  return ((await desk.ask(request)) as { bytes: Uint8Array[] }).bytes
}

/** A worker and the question it is busy with. */
class Desk {
  alive = true
  private readonly worker: Worker
  private answer: ((answer: WorkerAnswer | Error) => void) | null = null
  private resting: NodeJS.Timeout | null = null

  constructor(gone: (desk: Desk) => void) {
    this.worker = new Worker(program, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 8 },
    })
    this.worker.unref()
    const lost = (error?: Error) => {
      this.alive = false
      gone(this)
      this.answer?.(error ?? new Error('The worker ended.'))
    }
    this.worker.on('message', (answer: WorkerAnswer) => this.answer?.(answer))
    this.worker.on('error', lost)
    this.worker.on('exit', () => lost())
  }

  /** One question, answered within the time for one step or the worker is ended. */
  async ask(request: WorkerRequest): Promise<WorkerAnswer> {
    if (this.resting) clearTimeout(this.resting)
    if (!this.alive) throw new Error('The worker ended.')
    const answer = await new Promise<WorkerAnswer | Error>((resolve) => {
      const late = setTimeout(() => {
        resolve(new Refused(tooMuch))
        void this.end()
      }, limits.stepMs)
      this.answer = (given) => {
        clearTimeout(late)
        this.answer = null
        resolve(given)
      }
      this.worker.postMessage(request)
    })
    if (answer instanceof Refused) throw answer
    if (answer instanceof Error)
      throw (answer as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refused(tooMuch) : answer
    if (answer.did === 'refuse') throw new Refused(answer.reason, { file: answer.reason })
    if (answer.did === 'fail') throw new Error(`Making documents failed: ${answer.message}`)
    return answer
  }

  /** Waits for the next question, and ends when none comes. */
  rest(ms: number, ended: () => void): void {
    this.resting = setTimeout(() => {
      ended()
      void this.end()
    }, ms)
    this.resting.unref()
  }

  end(): Promise<number> {
    this.alive = false
    return this.worker.terminate()
  }
}
