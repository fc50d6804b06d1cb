import WebSocket from 'ws'

// Runs the subscribers in a separate process so that their reads do not slow down the server under test. The parent
// sends commands over IPC; the reply comes when the last subscriber has the message. Both sides read process.hrtime,
// which is the same clock in every process.
export type Command = { open: { url: string; count: number; token?: string; query?: string } } | { waitFor: string }
export type Reply = { opened: number } | { allHaveIt: { atNs: string; mostMessages: number } }

const sockets: WebSocket[] = []
let marker = ''
let waiting = 0
let messages: number[] = []
let has: boolean[] = []

process.on('message', (command: Command) => {
  if ('open' in command) void openAll(command.open)
  else {
    marker = command.waitFor
    waiting = sockets.length
    messages = sockets.map(() => 0)
    has = sockets.map(() => false)
  }
})

async function openAll({ url, count, token, query }: Extract<Command, { open: unknown }>['open']): Promise<void> {
  for (let n = 0; n < count; n += 20) {
    await Promise.all(Array.from({ length: Math.min(20, count - n) }, (_, k) => openOne(n + k, url, token, query)))
  }
  say({ opened: sockets.length })
}

function openOne(n: number, url: string, token?: string, query?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, query ? 'graphql-transport-ws' : [], { perMessageDeflate: false })
    sockets[n] = socket
    socket.on('error', reject)
    socket.on('close', (code, reason) => {
      process.stderr.write(`A subscriber was closed: ${code} ${reason.toString()}\n`)
      process.exit(1)
    })
    socket.on('open', () => {
      if (!query) resolve()
      else socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
    })
    socket.on('message', (data: Buffer) => {
      if (query && data.includes('"connection_ack"')) {
        return socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
      }
      // The first `next` message carries the current view; later ones are changes.
      if (query && data.includes('"type":"next"')) resolve()
      if (data.includes('"type":"ping"')) return socket.send('{"type":"pong"}')
      if (data.includes('"type":"error"')) return reject(new Error(data.toString()))
      hear(n, data)
    })
  })
}

function hear(n: number, data: Buffer): void {
  if (marker === '') return
  messages[n] = (messages[n] ?? 0) + 1
  if (has[n] || !data.includes(marker)) return
  has[n] = true
  waiting -= 1
  if (waiting === 0) say({ allHaveIt: { atNs: `${process.hrtime.bigint()}`, mostMessages: Math.max(...messages) } })
}

function say(reply: Reply): void {
  process.send!(reply)
}
