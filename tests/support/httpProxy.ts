import { EventEmitter, once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A loopback load balancer that gives each request to the next of its servers, and never repeats one. */
export interface HttpProxy {
  port: number
  add(port: number): void
  /** Sends no more requests to this server, and resolves when it has answered all it had. */
  remove(port: number): Promise<void>
  close(): Promise<void>
}

export async function startHttpProxy(...ports: number[]): Promise<HttpProxy> {
  const agent = new Agent({ keepAlive: true })
  /** The servers that get requests, in turn. */
  const targets = [...ports]
  /** The number of requests that each server has not answered yet. */
  const inFlight = new Map<number, number>()
  const changes = new EventEmitter()
  let turn = 0

  const count = (port: number, change: 1 | -1) => {
    inFlight.set(port, (inFlight.get(port) ?? 0) + change)
    changes.emit('change')
  }
  const server = createServer((incoming, outgoing) => {
    const port = targets[(turn += 1) % targets.length]!
    count(port, 1)
    outgoing.on('close', () => count(port, -1))
    const { method, url, headers } = incoming
    const upstream = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers)
      response.pipe(outgoing)
    })
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    add: (port) => void targets.push(port),
    async remove(port) {
      targets.splice(targets.indexOf(port), 1)
      while (inFlight.get(port)) await once(changes, 'change')
    },
    async close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await once(server, 'close')
    },
  }
}
