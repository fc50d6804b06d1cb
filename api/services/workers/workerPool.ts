import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Refused, Unavailable, type FieldErrors } from '../../domain/errors.ts'

/** An idle worker keeps its memory for this long. */
const idleTimeoutMs = 30_000
/** A worker that waits for the processor may take this many times as long by the clock. */
const clockFactor = 4
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

export interface WorkerPoolOptions {
  /** The program without its extension, such as './worker', and the URL of the module beside it. */
  program: string
  importUrl: string
  heapMegabytes: number
  /** The maximum processor time of one step, a request and its answer. It may take four times as long by the clock. */
  stepTimeoutMs: number
  /** The reason for users whose step took too much time or memory. */
  tooExpensiveMessage: string
  /** Whether the program needs native add-ons. */
  allowAddons?: boolean
}

/** The answer to a request that gave no result. `refused` is the user's fault, `failed` the program's. */
export type WorkerFailure =
  { type: 'refused'; reason: string; fields?: FieldErrors | undefined } | { type: 'failed'; message: string }

/** The worker ended although its request exceeded no limit. */
export class WorkerEnded extends Error {}

/** Worker processes that stay warm between jobs. A job is a dialog of many timed steps, which task pools such as piscina do not offer. */
export interface WorkerPool<Request extends object, Answer extends { type: string }> {
  /** A worker for one job. The caller must release it. */
  acquire(): PooledWorker<Request, Answer>
  /** Returns a worker to the pool, or terminates it if its job was interrupted. */
  release(worker: PooledWorker<Request, Answer>, isReusable: boolean): void
  /** Terminates all workers. */
  close(): Promise<void>
}

export function createWorkerPool<Request extends object, Answer extends { type: string }>(
  options: WorkerPoolOptions,
): WorkerPool<Request, Answer> {
  const workers = new Set<PooledWorker<Request, Answer>>()
  const idleWorkers = new Set<PooledWorker<Request, Answer>>()
  // A worker may be killed while it is idle.
  const forget = (worker: PooledWorker<Request, Answer>) => {
    workers.delete(worker)
    idleWorkers.delete(worker)
  }
  return {
    acquire() {
      const [worker = new PooledWorker(options, forget)] = idleWorkers
      idleWorkers.delete(worker)
      workers.add(worker)
      return worker
    },
    release(worker, isReusable) {
      if (!isReusable || !worker.isAlive) return worker.terminate()
      idleWorkers.add(worker)
      worker.scheduleIdleExit(idleTimeoutMs, () => void idleWorkers.delete(worker))
    },
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

/**
 * A worker process and its current request. It is not a thread, because terminating a thread while it creates a zlib
 * stream aborts the whole Node process, and because the memory of a native add-on must not be the server's.
 */
export class PooledWorker<Request extends object, Answer extends { type: string }> {
  isAlive = true
  readonly exited: Promise<void>
  readonly #options: WorkerPoolOptions
  readonly #process: ChildProcess
  #resolveAnswer: ((answer: Answer | WorkerFailure | Error) => void) | null = null
  #idleTimer: NodeJS.Timeout | null = null

  constructor(options: WorkerPoolOptions, onExit: (worker: PooledWorker<Request, Answer>) => void) {
    this.#options = options
    this.#process = fork(programPath(options), {
      execArgv: [
        `--max-old-space-size=${options.heapMegabytes}`,
        '--max-semi-space-size=4',
        '--disallow-code-generation-from-strings',
        ...permissions(),
        ...(options.allowAddons ? ['--allow-addons'] : []),
      ],
      // The files are untrusted, so the worker does not inherit the server's environment, which contains secrets.
      env: { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone },
      // Node prints a stack trace when it runs out of memory. The exit status is enough.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    })
    giveWay(this.#process.pid)
    this.#process.unref()
    this.#process.channel?.unref()
    this.#process.on('message', (answer: Answer | WorkerFailure) => this.#resolveAnswer?.(answer))
    this.exited = new Promise((resolve) => {
      const handleExit = (error: Error) => {
        this.isAlive = false
        onExit(this)
        this.#resolveAnswer?.(error)
        resolve()
      }
      this.#process.on('error', () =>
        handleExit(new Unavailable('The server cannot start another process now. Try again in a minute.')),
      )
      this.#process.on('exit', (code, signal) =>
        handleExit(wasAborted(code, signal) ? this.#refuse(options.tooExpensiveMessage) : exitError(signal ?? code)),
      )
    })
  }

  /** The processor time that the worker has used, in ms, or the time by the clock where the system does not tell. */
  usedMs(): number {
    return processorMs(this.#process.pid) ?? performance.now()
  }

  /**
   * Sends a request and returns its answer. Terminates the worker if the answer takes more processor time than the step timeout or
   * `maxMs`, or four times as long by the clock. Throws `Refused` then and for what the worker refuses, and `WorkerEnded` or
   * `Unavailable` if there is no worker any more.
   */
  async send(request: Request, maxMs = Infinity): Promise<Answer> {
    if (this.#idleTimer) clearTimeout(this.#idleTimer)
    if (!this.isAlive) throw exitError('before the request')
    const limitMs = Math.min(this.#options.stepTimeoutMs, maxMs)
    if (limitMs <= 0) {
      this.terminate()
      throw this.#refuse(this.#options.tooExpensiveMessage)
    }
    const usedBefore = this.usedMs()
    const clockEndsAt = performance.now() + limitMs * clockFactor
    const answer = await new Promise<Answer | WorkerFailure | Error>((resolve) => {
      const check = () => {
        const leftMs = Math.min(limitMs - (this.usedMs() - usedBefore), clockEndsAt - performance.now())
        if (leftMs > 0) {
          stepTimer = setTimeout(check, Math.max(leftMs, tickMs))
          return
        }
        resolve(this.#refuse(this.#options.tooExpensiveMessage))
        this.terminate()
      }
      let stepTimer = setTimeout(check, limitMs)
      this.#resolveAnswer = (received) => {
        clearTimeout(stepTimer)
        this.#resolveAnswer = null
        resolve(received)
      }
      // If sending fails, the worker has exited, and the exit handler resolves the answer.
      this.#process.send(request, () => undefined)
    })
    if (answer instanceof Error) throw answer
    if (isFailure(answer)) {
      if (answer.type === 'refused') throw this.#refuse(answer.reason, answer.fields)
      throw new Error(`The worker failed: ${answer.message}`)
    }
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

  #refuse(reason: string, fields: FieldErrors = { file: reason }): Refused {
    return new Refused(reason, fields)
  }
}

/**
 * Lets the server and PostgreSQL have the processor first, also while the worker starts, so that nobody waits for the
 * reading of an uploaded file. Where the system refuses, the worker runs like any other process.
 */
function giveWay(pid: number | undefined): void {
  try {
    if (pid) os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {}
}

/** The processor time of a process, user and system, in ms; null if the process has ended or the system is not Linux. */
function processorMs(pid: number | undefined): number | null {
  try {
    // The name of the program, in parentheses, may contain spaces. After it come the state and, as 12th and 13th, the two times.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return null
  }
}

// The build has JavaScript files; in development Node strips the types itself, which starts faster than the loader.
function programPath({ program, importUrl }: WorkerPoolOptions): string {
  return fileURLToPath(new URL(program + path.extname(importUrl), importUrl))
}

/**
 * A worker reads only the program and its libraries. It writes no files and starts no programs; Node 24 does not limit its network.
 */
function permissions(): string[] {
  const api = fileURLToPath(new URL('../../', import.meta.url))
  // Where Node looks for libraries. The folder may be a link.
  const folders = createRequire(import.meta.url)
    .resolve.paths('saxes')!
    // The server may not look outside its own folders.
    .filter((folder) => (process.permission?.has('fs.read', folder) ?? true) && existsSync(folder))
  const libraries = folders.flatMap((folder) => [folder, realpathSync(folder)])
  const readable = [
    path.join(api, '*'),
    ...libraries.flatMap((folder) => [folder, path.join(folder, '*'), path.join(folder, '..', 'package.json')]),
  ]
  return ['--permission', ...[...new Set(readable)].map((files) => `--allow-fs-read=${files}`)]
}

function isFailure<Answer extends { type: string }>(answer: Answer | WorkerFailure): answer is WorkerFailure {
  return answer.type === 'refused' || answer.type === 'failed'
}

function exitError(status: string | number | null): Error {
  return new WorkerEnded(`The worker exited (${status}).`)
}

/** Whether the exit status is that of a process that ran out of memory: aborted by Node or killed by the system. */
function wasAborted(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP' || code === 134
}
