import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

// The baseline for the live leaderboard, in a separate process: sends each posted body, serialized once, to every open
// socket. Argument: port.
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    response.end('{}')
    const body = Buffer.concat(chunks)
    for (const socket of sockets.clients) socket.send(body, { binary: false })
  })
})
const sockets = new WebSocketServer({ server })
server.listen(Number(process.argv[2]), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
