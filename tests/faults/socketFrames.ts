import WebSocket from 'ws'

export interface SocketSession {
  /** How many frames were sent. */
  frames: number
  received: string
  closeCode: number | null
}

const maxSessionMs = 10_000

/** Opens a socket, sends the frames, and waits until the server has answered what came before a last query. */
export function runSocketSession(url: string, frames: string[]): Promise<SocketSession> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    const session: SocketSession = { frames: frames.length, received: '', closeCode: null }
    const timer = setTimeout(() => socket.terminate(), maxSessionMs)
    socket.on('error', () => undefined)
    socket.on('open', () => {
      for (const frame of frames) socket.send(frame)
      socket.send(JSON.stringify({ type: 'subscribe', id: 'last', payload: { query: '{ __typename }' } }))
    })
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      session.received += `${text}\n`
      if (/"id":"last","type":"(complete|error)"/.test(text)) socket.close(1000)
    })
    socket.on('close', (code) => {
      clearTimeout(timer)
      session.closeCode = code
      resolve(session)
    })
  })
}
