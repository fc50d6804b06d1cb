import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Generic failures of an outside service. */
export type FailureMode =
  'unauthorized' | 'tooMany' | 'broken' | 'slow' | 'stalled' | 'nonsense' | 'unlike' | 'redirect' | 'huge' | 'hangUp'

/** A fake of an outside service on the loopback address that responds as the real one documents. */
export interface FakeService {
  url: string
  /** The received requests in order, without the key. */
  requests: { path: string; query: Record<string, string> }[]
  /** When set, every request fails in this way. */
  failureMode: FailureMode | null
  /** Delay of each response. */
  delayMs: number
  /** When set, each response waits for it. */
  gate: Promise<void> | null
  close(): Promise<void>
}

export interface FakeResponse {
  status: number
  body: unknown
}

export interface FakeServiceOptions {
  /** The query parameter of the key, its valid value, and the response to an invalid one. */
  key: { parameter: string; value: string; refusal: FakeResponse }
  tooMany: FakeResponse
  answer(path: string, query: Record<string, string>): FakeResponse
}

export async function startFakeService(options: FakeServiceOptions): Promise<FakeService> {
  const { key } = options
  const fake: FakeService = { url: '', requests: [], failureMode: null, delayMs: 0, gate: null, close }
  const pendingTimers = new Set<NodeJS.Timeout>()

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double.invalid')
    const { [key.parameter]: given, ...query } = Object.fromEntries(searchParams)
    fake.requests.push({ path: decodeURIComponent(pathname), query })
    const timer = setTimeout(async () => {
      pendingTimers.delete(timer)
      await fake.gate
      if (fake.failureMode) fail(fake.failureMode, request, response)
      else if (given !== key.value) send(response, key.refusal)
      else send(response, options.answer(decodeURIComponent(pathname), query))
    }, fake.delayMs)
    pendingTimers.add(timer)
  })

  function fail(failureMode: FailureMode, request: IncomingMessage, response: ServerResponse): void {
    if (failureMode === 'unauthorized') return send(response, key.refusal)
    if (failureMode === 'tooMany') return send(response, options.tooMany, { 'retry-after': '30' })
    if (failureMode === 'broken') return send(response, { status: 500, body: { status: 'error', message: 'internal' } })
    if (failureMode === 'nonsense') return void response.writeHead(200).end('<html>Maintenance</html>')
    if (failureMode === 'unlike')
      return send(response, { status: 200, body: { ok: true, features: 'none', parcels: [] } })
    // Redirect to the same URL, key included, so that a client that follows it is recorded twice.
    if (failureMode === 'redirect') return void response.writeHead(302, { location: request.url }).end()
    if (failureMode === 'huge') return sendHugeBody(response)
    if (failureMode === 'hangUp') return void request.socket.destroy()
    // 'stalled' sends the start of a response and never ends it; 'slow' never responds.
    if (failureMode === 'stalled')
      return void response.writeHead(200, { 'content-type': 'application/json' }).write('{"')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake

  async function close(): Promise<void> {
    for (const timer of pendingTimers) clearTimeout(timer)
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}

function send(response: ServerResponse, { status, body }: FakeResponse, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Sends 50 MB of JSON as fast as the client reads. */
function sendHugeBody(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = `"${'x'.repeat(64_000)}",`
  let left = 800
  const more = () => {
    while (left-- > 0 && !response.destroyed) if (!response.write(chunk)) return void response.once('drain', more)
    response.end()
  }
  response.write('[')
  more()
}
