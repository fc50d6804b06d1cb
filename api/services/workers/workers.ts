import { Refused } from '../../domain/errors.ts'
import { createLimiter, type AcquireSlot } from './limiter.ts'
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './workerPool.ts'

/** A task with limits for all requests of one run, and for concurrent runs. */
export interface LimitedTask extends WorkerPoolOptions {
  /** The maximum processor time of its requests together. */
  maxRunMs: number
  /** The maximum number of concurrent runs; short ones do not wait for long ones. */
  maxConcurrent: { long: number; short: number }
  /** For callers who would wait too long. */
  busyMessage: string
}

/** Sends a request to the worker and returns its answer, as `PooledWorker.send`. */
export type Send<Request, Answer> = (request: Request) => Promise<Answer>

/** Worker processes with limits, for code that reads what strangers sent. */
export interface Workers {
  /**
   * Calls `work` with a worker of its own when there is a free slot, and returns its result. Throws `Unavailable` if too many are
   * waiting, and `Refused` for requests that exceed a limit, which end the worker.
   */
  run<Request extends object, Answer extends { type: string }, Result>(
    task: LimitedTask,
    length: 'long' | 'short',
    work: (send: Send<Request, Answer>) => Promise<Result>,
  ): Promise<Result>
  /** Ends the workers. Their runs fail. */
  close(): Promise<void>
}

export function createWorkers(): Workers {
  interface Crew {
    pool: WorkerPool<object, { type: string }>
    slots: Record<'long' | 'short', AcquireSlot>
  }
  const crews = new Map<LimitedTask, Crew>()
  function crewOf(task: LimitedTask): Crew {
    const { maxConcurrent, busyMessage } = task
    const crew = crews.get(task) ?? {
      pool: createWorkerPool<object, { type: string }>(task),
      slots: {
        long: createLimiter(maxConcurrent.long, busyMessage),
        short: createLimiter(maxConcurrent.short, busyMessage),
      },
    }
    crews.set(task, crew)
    return crew
  }
  return {
    async run(task, length, work) {
      const { pool, slots } = crewOf(task)
      const releaseSlot = await slots[length]()
      const worker = pool.acquire()
      const usedBefore = worker.usedMs()
      let isReusable = false
      try {
        const result = await work(async (request) => {
          const leftMs = task.maxRunMs - (worker.usedMs() - usedBefore)
          return (await worker.send(request, leftMs)) as never
        })
        isReusable = true
        return result
      } catch (error) {
        isReusable = error instanceof Refused
        throw error
      } finally {
        pool.release(worker, isReusable)
        releaseSlot()
      }
    },
    async close() {
      await Promise.all([...crews.values()].map(({ pool }) => pool.close()))
    },
  }
}
