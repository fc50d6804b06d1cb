import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Drain {
  isStopping(): boolean
  /** From now on every answer is the last of its connection; for `delayMs` new requests are still taken. */
  startDraining(delayMs: number): Promise<void>
  /** Lets nobody new in and waits for the answers; says how many were cut off because they took longer than `timeoutMs`. */
  close(timeoutMs: number): Promise<number>
}

/** A client that keeps its connection learns with its next answer that it ends; this long it has for that. */
const minDelayMs = 250

export function makeDrain(server: Server): Drain {
  const connections = new Set<Socket>()
  const openResponses = new Set<ServerResponse>()
  let isStopping = false

  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  // Before every other listener, so that no answer is sent before it was told to be the last.
  server.prependListener('request', (_request, response) => {
    if (isStopping) closeConnectionAfter(response)
    openResponses.add(response)
    response.once('close', () => openResponses.delete(response))
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
