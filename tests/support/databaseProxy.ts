import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy in front of PostgreSQL that can drop everything without closing a connection. */
export interface DatabaseProxy {
  /** The database's URL through the proxy. */
  url: string
  /** From now on nothing passes in either direction, also on new connections, and nothing is closed. */
  blackHole(): void
  /** New connections pass again. Those from before stay dead, as after the restart of a firewall. */
  restore(): void
  close(): void
}

export async function createDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const tunnels = new Set<() => void>()
  let isBlackHole = false
  const server = createServer((client) => {
    sockets.add(client.on('error', () => undefined))
    if (isBlackHole) return void client.pause()
    const upstream = connect(Number(port), hostname)
    sockets.add(upstream.on('error', () => undefined))
    client.pipe(upstream)
    upstream.pipe(client)
    client.on('close', () => isOpen && upstream.destroy())
    upstream.on('close', () => isOpen && client.destroy())
    let isOpen = true
    tunnels.add(() => {
      isOpen = false
      for (const socket of [client.unpipe(), upstream.unpipe()]) socket.pause()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = `${(server.address() as AddressInfo).port}`
  return {
    url: url.toString(),
    blackHole() {
      isBlackHole = true
      for (const interrupt of tunnels) interrupt()
      tunnels.clear()
    },
    restore() {
      isBlackHole = false
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
