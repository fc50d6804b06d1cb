import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

/** A connection to a server that can be cut, for pages and service workers alike. */
export interface Connection {
  url: string
  /** Ends every open connection and refuses new ones. */
  cut(): void
  /** Ends every open connection, accepts new ones and never responds. */
  stall(): void
  restore(): void
  close(): Promise<void>
}

/** Passes connections on to the server at this address. */
export async function openConnection(serverUrl: string): Promise<Connection> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'stalled' = 'open'
  const proxy = createServer((client) => {
    if (state === 'cut') return client.destroy()
    if (state === 'stalled') {
      sockets.add(client)
      client.on('error', () => undefined)
      client.on('close', () => sockets.delete(client))
      return client.resume()
    }
    const server = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut() {
      state = 'cut'
      endAll()
    },
    stall() {
      state = 'stalled'
      endAll()
    },
    restore() {
      if (state === 'stalled') endAll()
      state = 'open'
    },
    async close() {
      endAll()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
