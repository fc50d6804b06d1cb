import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Drain {
  stopping(): boolean
  /** From now on every answer is the last of its connection; for `delayMs` new requests are still taken. */
  announce(delayMs: number): Promise<void>
  /** Lets nobody new in and waits for the answers; says how many were cut off because they took longer than `boundMs`. */
  close(boundMs: number): Promise<number>
}

/** A client that keeps its connection learns with its next answer that it ends; this long it has for that. */
const leastDelayMs = 250

export function makeDrain(server: Server): Drain {
  const connections = new Set<Socket>()
  const underWay = new Set<ServerResponse>()
  let stopping = false

  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  // Before every other listener, so that no answer is sent before it was told to be the last.
  server.prependListener('request', (_request, response) => {
    if (stopping) lastOfItsConnection(response)
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
  })
  return {
    stopping: () => stopping,
    async announce(delayMs) {
      stopping = true
      for (const response of underWay) lastOfItsConnection(response)
      if (connections.size > 0 || delayMs > 0) await sleep(Math.max(delayMs, leastDelayMs))
    },
    async close(boundMs) {
      if (!server.listening) return 0
      let cutOff = 0
      const bound = setTimeout(() => {
        cutOff = underWay.size
        for (const socket of connections) socket.destroy()
      }, boundMs)
      await new Promise<void>((resolve) => server.close(() => resolve()))
      clearTimeout(bound)
      return cutOff
    },
  }
}

function lastOfItsConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}
