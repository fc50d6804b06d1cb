import WebSocket from 'ws'

// Runs the subscribers in a separate process so that their reads do not slow down the server under test. The parent
// sends commands over IPC, and this process replies when the last subscriber has received the message. Both processes
// use process.hrtime, which reads the same clock in every process.
export type Command = { open: { url: string; count: number; tokens: string[]; query: string } } | { waitFor: string }
export type Reply = { opened: number } | { allReceived: { atNs: string; maxMessages: number } }

const sockets: WebSocket[] = []
let marker = ''
let pendingCount = 0
let messageCounts: number[] = []
let hasReceived: boolean[] = []

process.on('message', (command: Command) => {
  if ('open' in command) void openAll(command.open)
  else {
    marker = command.waitFor
    pendingCount = sockets.length
    messageCounts = sockets.map(() => 0)
    hasReceived = sockets.map(() => false)
  }
})

async function openAll({ url, count, tokens, query }: Extract<Command, { open: unknown }>['open']): Promise<void> {
  for (let n = 0; n < count; n += 20) {
    const open = (index: number) => openOne(index, url, tokens[index % tokens.length]!, query)
    await Promise.all(Array.from({ length: Math.min(20, count - n) }, (_, k) => open(n + k)))
  }
  reply({ opened: sockets.length })
}

function openOne(n: number, url: string, token: string, query: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, 'graphql-transport-ws', { perMessageDeflate: false })
    sockets[n] = socket
    socket.on('error', reject)
    socket.on('close', (code, reason) => {
      process.stderr.write(`The server closed a subscriber: ${code} ${reason.toString()}\n`)
      process.exit(1)
    })
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
    })
    socket.on('message', (data: Buffer) => {
      if (data.includes('"connection_ack"')) {
        return socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
      }
      // The first `next` message carries the current view; later ones are changes.
      if (data.includes('"type":"next"')) resolve()
      if (data.includes('"type":"ping"')) return socket.send('{"type":"pong"}')
      if (data.includes('"type":"error"')) return reject(new Error(data.toString()))
      countMessage(n, data)
    })
  })
}

function countMessage(n: number, data: Buffer): void {
  if (marker === '') return
  messageCounts[n] = (messageCounts[n] ?? 0) + 1
  if (hasReceived[n] || !data.includes(marker)) return
  hasReceived[n] = true
  pendingCount -= 1
  if (pendingCount === 0)
    reply({ allReceived: { atNs: `${process.hrtime.bigint()}`, maxMessages: Math.max(...messageCounts) } })
}

function reply(message: Reply): void {
  process.send!(message)
}
