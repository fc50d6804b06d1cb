import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../../support/database.ts'
import type { TestServer } from '../../support/server.ts'
import { takeServer } from '../../support/sharedServer.ts'

let database: TestDatabase
let server: TestServer

beforeAll(async () => {
  ;({ database, server } = await takeServer())
}, 120_000)
afterAll(async () => {
  await database.close()
})

const websocket = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: c2FtcGxlLXNhbXBsZS1zYQ==']

async function send(line: string, headers: string[]): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: server.port, allowHalfOpen: true })
  await once(socket, 'connect')
  socket.write([line, 'Host: localhost', ...headers, '', ''].join('\r\n'))
  return socket
}

/** The first line of the response; empty when the connection ends without one. */
async function answerTo(line: string, headers: string[]): Promise<string> {
  const socket = await send(line, headers)
  const answer = await new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString())).once('end', () => resolve(''))
  })
  socket.destroy()
  return answer.split('\r\n')[0]!
}

const health = async () => (await fetch(`${server.url}/api/health`)).status

describe('an HTTP upgrade request', () => {
  it.each(['//', '///graphql', 'http://', '/%', '*'])('for %s does no harm', async (target) => {
    expect(await answerTo(`GET ${target} HTTP/1.1`, ['Connection: Upgrade', ...websocket])).toMatch(/ 40[034] /)
    expect(await health()).toBe(200)
  })

  it('becomes a WebSocket at /graphql', async () => {
    expect(await answerTo('GET /graphql HTTP/1.1', ['Connection: Upgrade', ...websocket])).toContain(' 101 ')
    expect(await answerTo('GET /graphql?from=sample HTTP/1.1', ['Connection: Upgrade', ...websocket])).toContain(
      ' 101 ',
    )
  })

  it('for another protocol is answered as a normal request', async () => {
    const headers = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']
    expect(await answerTo('GET /api/health HTTP/1.1', headers)).toBe('HTTP/1.1 200 OK')
  })

  it('from a foreign origin is rejected and closed even if the client keeps its side open', async () => {
    const socket = await send('GET /graphql HTTP/1.1', [
      'Connection: Upgrade',
      'Origin: http://x.example',
      ...websocket,
    ])
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toContain('HTTP/1.1 403 Forbidden')
    // The client is gone, so what the server writes now causes a reset.
    const lost = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve))
    const writing = setInterval(() => socket.write('still here'), 20)
    await lost
    clearInterval(writing)
  })

  it('is handled without a crash when the client disconnects while it is rejected', async () => {
    for (let n = 0; n < 50; n += 1) {
      const socket = connect({ host: '127.0.0.1', port: server.port })
      await once(socket, 'connect')
      const head = ['GET /elsewhere HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', ...websocket, '', '']
      // Send more than one read returns: unread data turns the close into a reset.
      socket.write(head.join('\r\n') + 'x'.repeat(n * 5_000), () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    expect(await health()).toBe(200)
  })
})
