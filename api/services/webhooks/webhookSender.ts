import { lookup as lookupWithDns, type LookupAddress } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { isLoopbackAddress, isPublicAddress } from './publicAddress.ts'

export interface WebhookRequest {
  url: string
  /** Each of them signs the delivery. */
  secrets: readonly string[]
  /** The header webhook-id: the same each time the delivery is sent. */
  id: string
  body: string
  sentAt: Date
}

/** How a receiver answered. */
export interface WebhookAnswer {
  /** The status code; null if there was no response. */
  status: number | null
  /** The beginning of the response body; null if there was no response. */
  answer: string | null
  /** Why there was no response, in a sentence; null if there was one. */
  error: string | null
  durationMs: number
}

/** Sends deliveries to the servers of others. */
export interface WebhookSender {
  /** Sends one delivery. Never throws. `signal` aborts it. */
  send(request: WebhookRequest, signal?: AbortSignal): Promise<WebhookAnswer>
  close(): void
}

/** Finds all addresses of a name. */
export type FindAddresses = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface WebhookSenderOptions {
  /** Accept the loopback address of this machine. */
  allowLoopback?: boolean
  timeoutMs?: number
  findAddresses?: FindAddresses
}

/** The time for a whole delivery, from the look-up of the name to the end of the response. */
export const webhookTimeoutMs = 15_000

/** The part of a response that is kept. */
const maxAnswerBytes = 1_024
/** A response that goes on for longer ends the connection. */
const maxResponseBytes = 64 * 1_024

class AddressRefused extends Error {}

/**
 * Sends with agents that check the address when they connect and refuse one that is not public. A check before the request would not
 * do: the name may have another address when it is looked up again. `node:https` follows no redirects and uses no proxy.
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { allowLoopback = false, timeoutMs = webhookTimeoutMs, findAddresses = findWithDns } = options
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))
  const lookup: LookupFunction = (hostname, { all }, callback) =>
    findAddresses(hostname, (error, addresses) => {
      if (error) return callback(error, '', 0)
      // One that is refused refuses the name, so that its owner cannot try which private addresses exist.
      const isRefused = addresses.length === 0 || addresses.some(({ address }) => !isAllowed(address))
      if (isRefused) return callback(new AddressRefused(), '', 0)
      const [{ address, family }] = addresses as [LookupAddress]
      if (all) callback(null, addresses)
      else callback(null, address, family)
    })
  // No maxSockets for each host: webhooks of many tenants may share a host, and one that never answers would block the others.
  const agentOptions = { keepAlive: true, maxFreeSockets: 10, scheduling: 'fifo' } as const
  const agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) }

  function post(url: URL, headers: http.OutgoingHttpHeaders, body: string, signal: AbortSignal) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      // Addresses are not looked up.
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
      if (isIP(host) && !isAllowed(host)) return reject(new AddressRefused())
      const protocol = url.protocol === 'http:' ? 'http:' : 'https:'
      const { request } = protocol === 'http:' ? http : https
      const sent = request(url, { method: 'POST', agent: agents[protocol], lookup, headers, signal }, resolve)
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The receiver closed the idle connection at the same moment.
        const isStale = sent.reusedSocket && error.code === 'ECONNRESET'
        if (isStale) post(url, headers, body, signal).then(resolve, reject)
        else reject(error)
      })
      sent.end(body)
    })
  }

  return {
    async send({ url, secrets, id, body, sentAt }, stopSignal) {
      const startedAt = performance.now()
      const elapsed = () => Math.round(performance.now() - startedAt)
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stopSignal ? [stopSignal] : [])])
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Porchlight-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(' '),
      }
      try {
        const response = await post(new URL(url), headers, body, signal)
        const answer = await readBeginning(response)
        return { status: response.statusCode!, answer, error: null, durationMs: elapsed() }
      } catch (error) {
        const cause = signal.aborted ? signal.reason : error
        return { status: null, answer: null, error: describeFailure(cause, timeoutMs), durationMs: elapsed() }
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

const findWithDns: FindAddresses = (hostname, callback) => lookupWithDns(hostname, { all: true }, callback)

/** The first part of a body as text. The status counts even if the rest does not arrive. */
async function readBeginning(body: IncomingMessage): Promise<string> {
  const kept: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (size < maxAnswerBytes) kept.push(chunk)
      size += chunk.length
      if (size > maxResponseBytes) break
    }
  } catch {
    // The receiver took too long, or closed the connection.
  }
  // PostgreSQL stores no NUL.
  return Buffer.concat(kept).subarray(0, maxAnswerBytes).toString('utf8').replaceAll('\0', '\uFFFD')
}

/** A sentence for managers. Messages of libraries could contain parts of the URL. */
function describeFailure(error: unknown, timeoutMs: number): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AddressRefused) return 'The URL leads to a private address, which is refused.'
    const { code, name } = cause as { code?: string; name: string }
    if (name === 'TimeoutError' || code === 'ETIMEDOUT') return `No answer within ${timeoutMs / 1_000} seconds.`
    if (name === 'AbortError') return 'The server that sent it was stopped.'
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The name of the server cannot be found.'
    if (code === 'ECONNREFUSED') return 'The connection was refused.'
    if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'The server cannot be reached.'
    if (code === 'ECONNRESET' || code === 'EPIPE') return 'The connection was closed.'
    if (code?.startsWith('HPE_')) return 'The answer is not HTTP.'
    if (code && /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return 'The certificate of the server is not valid.'
  }
  return 'The request failed.'
}
