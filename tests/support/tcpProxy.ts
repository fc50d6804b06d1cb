import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A loopback proxy that passes bytes on unchanged and never reconnects or resends. */
export interface TcpProxy {
  port: number
  /**
   * Stops passing bytes without closing anything, as if the network dropped all packets. Connections made meanwhile are
   * accepted and get no answer either.
   */
  hold(): void
  /** Lets new connections through. Those that were held stay silent, because their packets are lost. */
  release(): void
  close(): Promise<void>
}

/** Starts a proxy on a free port in front of one port, or of several in turn. */
export async function startTcpProxy(target: number | number[]): Promise<TcpProxy> {
  const ports = [target].flat()
  const sockets = new Set<Socket>()
  const held = new WeakSet<Socket>()
  let isHolding = false
  let accepted = 0

  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer({ noDelay: true }, (client) => {
    track(client)
    if (isHolding) return void client.pause()
    const upstream = connect({ port: ports[(accepted += 1) % ports.length]!, host: '127.0.0.1', noDelay: true })
    track(upstream)
    client.pipe(upstream).pipe(client)
    client.on('close', () => held.has(client) || upstream.destroy())
    upstream.on('close', () => held.has(upstream) || client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    hold() {
      isHolding = true
      for (const socket of sockets) {
        // When one end closes a held connection, the other end must not notice.
        held.add(socket)
        socket.unpipe()
        socket.pause()
      }
    },
    release: () => void (isHolding = false),
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** Starts a proxy in front of the database, and returns the database's URL through it. */
export async function startDatabaseProxy(databaseUrl: string): Promise<TcpProxy & { url: string }> {
  const url = new URL(databaseUrl)
  const proxy = await startTcpProxy(Number(url.port))
  url.port = `${proxy.port}`
  return { ...proxy, url: url.toString() }
}
