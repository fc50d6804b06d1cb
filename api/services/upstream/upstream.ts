import pLimit from 'p-limit'
import { Unavailable } from '../../domain/errors.ts'

export interface UpstreamOptions {
  /** The name in error messages: 'parcel service'. */
  name: string
  /** The only origin that receives requests, 'https://app.regrid.com'. */
  baseUrl: string
  /** The query parameter with the API key. It never appears in errors or logs. */
  apiKey: { parameter: string; value: string }
  timeoutMs?: number
  maxBytes?: number
  now?: () => number
}

/** A JSON response with status 200, or an error about the request itself (400, 404, 422). */
export interface UpstreamResponse {
  status: 200 | 400 | 404 | 422
  body: unknown
}

const acceptedStatuses = new Set([200, 400, 404, 422])
const maxConcurrent = 8
const maxQueued = 64
/** The pause after a 429 without Retry-After. */
const defaultPauseMs = 5_000
const maxPauseMs = 600_000

/**
 * A client for an HTTP service that returns JSON. `get` throws `Unavailable` if the service is slow, rejects the API
 * key, redirects, or sends an oversized or invalid response. After a 429 it throws without a request until Retry-After
 * has passed. The message never contains parts of the request.
 */
export class Upstream {
  readonly #options: Required<UpstreamOptions>
  readonly #limit = pLimit(maxConcurrent)
  #pausedUntil = 0

  constructor(options: UpstreamOptions) {
    this.#options = { timeoutMs: 8_000, maxBytes: 2_000_000, now: Date.now, ...options }
  }

  /** `segments` are path segments; `get` encodes them. */
  async get(segments: string[], parameters: Record<string, string>): Promise<UpstreamResponse> {
    if (this.#limit.pendingCount >= maxQueued) throw this.toUnavailable('is overloaded')
    return this.#limit(() => this.#request(segments, parameters))
  }

  /** Every message has the same form, because the client recognizes '503 Service Unavailable' (spec §8). */
  toUnavailable(reason: string): Unavailable {
    return new Unavailable(`The ${this.#options.name} ${reason} (503 Service Unavailable).`)
  }

  async #request(segments: string[], parameters: Record<string, string>): Promise<UpstreamResponse> {
    const { apiKey, baseUrl, timeoutMs, now } = this.#options
    if (now() < this.#pausedUntil) throw this.toUnavailable('is limiting requests. Try again in a moment')
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/${segments.map(encodeURIComponent).join('/')}`)
    url.search = new URLSearchParams({ ...parameters, [apiKey.parameter]: apiKey.value }).toString()
    const signal = AbortSignal.timeout(timeoutMs)
    let response: Response
    let text: string
    try {
      response = await fetch(url, { redirect: 'manual', signal, headers: { accept: 'application/json' } })
      text = await this.#readText(response)
    } catch (error) {
      if (error instanceof Unavailable) throw error
      // The error of `fetch` contains the URL with the API key, so it is not passed on.
      throw this.toUnavailable(signal.aborted ? 'did not respond in time' : 'cannot be reached')
    }
    this.#checkStatus(response)
    try {
      return { status: response.status as UpstreamResponse['status'], body: JSON.parse(text) as unknown }
    } catch {
      throw this.toUnavailable('sent an invalid response')
    }
  }

  #checkStatus({ status, headers }: Response): void {
    if (acceptedStatuses.has(status)) return
    if (status === 401 || status === 403) throw this.toUnavailable('rejected the access key. Contact an administrator')
    if (status === 429) {
      const requestedMs = Number(headers.get('retry-after')) * 1000
      this.#pausedUntil = this.#options.now() + Math.min(maxPauseMs, requestedMs > 0 ? requestedMs : defaultPauseMs)
      throw this.toUnavailable('is limiting requests. Try again in a moment')
    }
    throw this.toUnavailable(status >= 500 ? 'has an internal error' : 'sent an unexpected response')
  }

  /** Returns the body's text. Stops reading a body that exceeds `maxBytes`. */
  async #readText(response: Response): Promise<string> {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += (chunk as Uint8Array).byteLength
      if (size > this.#options.maxBytes) throw this.toUnavailable('sent a response that is too large')
      chunks.push(chunk as Uint8Array)
    }
    return Buffer.concat(chunks).toString('utf8')
  }
}
