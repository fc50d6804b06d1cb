import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Ways in which an outside service fails, besides those of its own. */
export type Trouble =
  'unauthorized' | 'tooMany' | 'broken' | 'slow' | 'stalled' | 'nonsense' | 'unlike' | 'redirect' | 'huge' | 'hangUp'

/** A stand-in for an outside service on the loopback address, that answers as the real one documents. */
export interface Double {
  url: string
  /** What was asked, in order, without the key. */
  requests: { path: string; query: Record<string, string> }[]
  /** Set, every request fails so; null again, all is well. */
  trouble: Trouble | null
  /** How long each answer takes. */
  delayMs: number
  close(): Promise<void>
}

export interface Answer {
  status: number
  body: unknown
}

export interface DoubleOptions {
  /** The parameter of the key, the key that is right, and what it answers to a wrong one. */
  key: { parameter: string; value: string; refusal: Answer }
  tooMany: Answer
  answer(path: string, query: Record<string, string>): Answer
}

export async function startDouble(options: DoubleOptions): Promise<Double> {
  const { key } = options
  const double: Double = { url: '', requests: [], trouble: null, delayMs: 0, close }
  const waiting = new Set<NodeJS.Timeout>()

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double.invalid')
    const { [key.parameter]: given, ...query } = Object.fromEntries(searchParams)
    double.requests.push({ path: decodeURIComponent(pathname), query })
    const timer = setTimeout(() => {
      waiting.delete(timer)
      if (double.trouble) fail(double.trouble, request, response)
      else if (given !== key.value) send(response, key.refusal)
      else send(response, options.answer(decodeURIComponent(pathname), query))
    }, double.delayMs)
    waiting.add(timer)
  })

  function fail(trouble: Trouble, request: IncomingMessage, response: ServerResponse): void {
    if (trouble === 'unauthorized') return send(response, key.refusal)
    if (trouble === 'tooMany') return send(response, options.tooMany, { 'retry-after': '30' })
    if (trouble === 'broken') return send(response, { status: 500, body: { status: 'error', message: 'internal' } })
    if (trouble === 'nonsense') return void response.writeHead(200).end('<html>Maintenance</html>')
    if (trouble === 'unlike') return send(response, { status: 200, body: { ok: true, features: 'none', parcels: [] } })
    // Back to itself with everything that was sent, the key too: whoever follows is counted twice.
    if (trouble === 'redirect') return void response.writeHead(302, { location: request.url }).end()
    if (trouble === 'huge') return pour(response)
    if (trouble === 'hangUp') return void request.socket.destroy()
    // Begins to answer and never ends; or never answers.
    if (trouble === 'stalled') return void response.writeHead(200, { 'content-type': 'application/json' }).write('{"')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double

  async function close(): Promise<void> {
    for (const timer of waiting) clearTimeout(timer)
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}

function send(response: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Fifty megabytes of a JSON text, as fast as they are taken. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const piece = `"${'x'.repeat(64_000)}",`
  let left = 800
  const more = () => {
    while (left-- > 0 && !response.destroyed) if (!response.write(piece)) return void response.once('drain', more)
    response.end()
  }
  response.write('[')
  more()
}
