import type { FieldErrors } from '../../domain/errors.ts'
import type { WorkerFailure } from './workerPool.ts'

/**
 * Makes this process a worker of a pool (`createWorkerPool`): answers its requests, one after the other. Errors of the class
 * `Refusal` are for the user. Node runs the files of workers without a loader, so they must not use decorators.
 */
export function serveRequests<Request, Answer extends object>(
  handle: (request: Request) => Promise<Answer>,
  Refusal?: abstract new (...parameters: never[]) => Error & { fields?: FieldErrors | undefined },
): void {
  // A service manager or a terminal signals all processes. The server decides when a worker ends, and one without a server ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  process.on('message', (request: Request) => {
    void handle(request)
      .catch((error: unknown): WorkerFailure => {
        if (Refusal && error instanceof Refusal) return { type: 'refused', reason: error.message, fields: error.fields }
        return { type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
      })
      .then((answer) => process.send!(answer))
  })
}
