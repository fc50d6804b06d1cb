import WebSocket from 'ws'

// Runs the subscribers of the `subscribers` row in a process of their own. The parent sends one command after the other over
// IPC; this process replies to each.
export type Command =
  | { open: { url: string; tokens: string[]; followers: number; silent: number; reconnectMs: number } }
  | { finishAt: number }
export interface Report {
  opened?: true
  finished?: { reconnects: number; missed: number; repeated: number; slowest: number }
}

const FOLLOW = 'subscription ($after: Int) { activityAppended(after: $after) { position } }'
const BOARD = 'subscription { leaderboardChanged(period: DAY) { entries { rank user { id fullName } doorsKnocked } } }'

/** A subscriber that reconnects at random moments and resumes after the last position that it received. */
interface Follower {
  token: string
  position: number
  socket: WebSocket | null
}

const followers: Follower[] = []
let options: Extract<Command, { open: unknown }>['open']
let reconnects = 0
let missed = 0
let repeated = 0
let lastPosition = Number.POSITIVE_INFINITY

process.on('message', (command: Command) => {
  if ('open' in command) {
    options = command.open
    void openAll().then(() => report({ opened: true }))
  } else lastPosition = command.finishAt
})

async function openAll(): Promise<void> {
  const tokenOf = (n: number) => options.tokens[n % options.tokens.length]!
  for (let n = 0; n < options.followers; n += 1) followers.push({ token: tokenOf(n), position: 0, socket: null })
  const all = [
    ...followers.map((follower) => () => follow(follower)),
    ...Array.from({ length: options.silent }, (_, n) => () => openSilent(tokenOf(options.followers + n))),
  ]
  for (let n = 0; n < all.length; n += 20) await Promise.all(all.slice(n, n + 20).map((open) => open()))
  setInterval(reportWhenFinished, 100)
}

/** Subscribes, and resolves when the server has accepted a socket. */
function follow(follower: Follower): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const payload = { query: FOLLOW, variables: { after: follower.position } }
    const socket = connect(follower.token, payload, () => {
      timer = setTimeout(() => socket.terminate(), options.reconnectMs * (0.5 + Math.random()))
      resolve()
    })
    follower.socket = socket
    socket.on('close', () => {
      clearTimeout(timer)
      if (follower.position >= lastPosition) return
      reconnects += 1
      void follow(follower).then(resolve)
    })
    socket.on('message', (data: Buffer) => {
      const position = Number(/"position":(\d+)/.exec(data.toString())?.[1] ?? 0)
      if (position === 0) return
      // Messages that arrive after the socket was given up are not counted: the next socket brings them again.
      if (follower.socket !== socket || socket.readyState !== WebSocket.OPEN) return
      if (position <= follower.position) repeated += 1
      else missed += position - follower.position - 1
      follower.position = Math.max(follower.position, position)
    })
  })
}

/** Opens a subscriber to the leaderboard that never reads what it is sent. */
function openSilent(token: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(token, { query: BOARD }, () => {
      socket.pause()
      resolve()
    })
  })
}

function connect(token: string, payload: object, onAccepted: () => void): WebSocket {
  const socket = new WebSocket(options.url, 'graphql-transport-ws', { perMessageDeflate: false })
  // A refused or broken connection also closes, and a follower then connects again.
  socket.on('error', () => undefined)
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
  })
  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    if (text.includes('"connection_ack"')) {
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }))
      onAccepted()
    } else if (text.includes('"type":"ping"')) socket.send('{"type":"pong"}')
    // A busy server asks to try again; the subscriber connects again when the socket has closed.
    else if (text.includes('"UNAVAILABLE"')) socket.terminate()
    else if (text.includes('"errors"') || text.includes('"type":"error"')) throw new Error(text)
  })
  return socket
}

function reportWhenFinished(): void {
  if (followers.some(({ position }) => position < lastPosition)) return
  const slowest = Math.min(...followers.map(({ position }) => position))
  report({ finished: { reconnects, missed, repeated, slowest } })
  process.exit(0)
}

function report(message: Report): void {
  process.send!(message)
}
