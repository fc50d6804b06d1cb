import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Drain {
  isStopping(): boolean
  /** Closes each connection after its next response. Accepts new requests for another `delayMs`. */
  startDraining(delayMs: number): Promise<void>
  /**
   * Stops accepting connections and waits for open responses. Returns the number of responses that were cut off after
   * `timeoutMs`.
   */
  close(timeoutMs: number): Promise<number>
}

/** Minimum time for clients with keep-alive connections to receive `Connection: close`. */
const minDelayMs = 250

export function makeDrain(server: Server): Drain {
  const connections = new Set<Socket>()
  const openResponses = new Set<ServerResponse>()
  let isStopping = false
  let isClosing = false

  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  // Runs before all other listeners, so that no response is sent without the header.
  server.prependListener('request', (_request, response) => {
    if (isStopping) closeConnectionAfter(response)
    openResponses.add(response)
    response.once('close', () => {
      openResponses.delete(response)
      // A response that began before the stop has no `Connection: close`, so its connection would stay open.
      if (isClosing) setImmediate(() => server.closeIdleConnections())
    })
  })
  return {
    isStopping: () => isStopping,
    async startDraining(delayMs) {
      isStopping = true
      for (const response of openResponses) closeConnectionAfter(response)
      if (connections.size > 0 || delayMs > 0) await sleep(Math.max(delayMs, minDelayMs))
    },
    async close(timeoutMs) {
      if (!server.listening) return 0
      isClosing = true
      let cutOff = 0
      const timer = setTimeout(() => {
        cutOff = openResponses.size
        for (const socket of connections) socket.destroy()
      }, timeoutMs)
      await new Promise<void>((resolve) => server.close(() => resolve()))
      clearTimeout(timer)
      return cutOff
    },
  }
}

function closeConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
