import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { Unavailable } from '../domain/errors.ts'

/** Closing a connection costs a new one, so statements that end within this time after the disconnect are left alone. */
const graceMs = 1_000

/** The statements that run for a client that waits for a response. */
export class Cancellation {
  readonly #running = new Set<() => void>()
  #isDisconnected = false

  /** Calls `cancel` some time after the client disconnects, unless the returned function was called before. */
  register(cancel: () => void): () => void {
    this.#running.add(cancel)
    return () => void this.#running.delete(cancel)
  }

  /** Throws once the client has disconnected, so that no further statement is sent for it. */
  assertConnected(): void {
    if (this.#isDisconnected) throw new Unavailable('The client disconnected.')
  }

  disconnect(): void {
    this.#isDisconnected = true
    if (this.#running.size === 0) return
    setTimeout(() => {
      for (const cancel of this.#running) cancel()
    }, graceMs).unref()
  }
}

const storage = new AsyncLocalStorage<Cancellation | null>()

/** Runs `read`, which must not write. Its statements are cancelled if the client disconnects before the response is complete. */
export function cancelOnDisconnect<T>(response: ServerResponse, read: () => T): T {
  const cancellation = new Cancellation()
  response.once('close', () => {
    if (!response.writableFinished) cancellation.disconnect()
  })
  return storage.run(cancellation, read)
}

/** Runs work of a request that must complete although its client disconnects: a write, or a read that several requests share. */
export function runToCompletion<T>(work: () => T): T {
  return storage.run(null, work)
}

/** The cancellation of the statements that are being sent; null if they must complete. */
export function currentCancellation(): Cancellation | null {
  return storage.getStore() ?? null
}
