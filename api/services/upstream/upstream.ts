import pLimit from 'p-limit'
import { Unavailable } from '../../domain/errors.ts'

export interface UpstreamOptions {
  /** What it is to people: 'parcel service'. */
  namedSchema: string
  /** Its one address, 'https://app.regrid.com'. Nothing is asked anywhere else. */
  baseUrl: string
  /** The query parameter that carries the key. It is in no error and in no log. */
  apiKey: { parameter: string; value: string }
  timeoutMs?: number
  maxBytes?: number
  now?: () => number
}

/** A JSON answer that means something: 200, or a refusal of what was asked (400, 404, 422). */
export interface UpstreamAnswer {
  status: 200 | 400 | 404 | 422
  body: unknown
}

const acceptedStatuses = new Set([200, 400, 404, 422])
const maxConcurrent = 8
const maxQueued = 64
/** How long it is left alone after 'too many requests', where it does not say. */
const defaultPauseMs = 5_000
const maxPauseMs = 600_000

/**
 * An outside HTTP service that answers JSON. `get` throws `Unavailable`, with a sentence for people and nothing of the
 * request in it, when it is slow, refuses the key, redirects, sends too much or what is no JSON, or is pausing: after a
 * 429 it is not asked again until it said so.
 */
export class Upstream {
  readonly #options: Required<UpstreamOptions>
  readonly #limit = pLimit(maxConcurrent)
  #pausedUntil = 0

  constructor(options: UpstreamOptions) {
    this.#options = { timeoutMs: 8_000, maxBytes: 2_000_000, now: Date.now, ...options }
  }

  /** `segments` are parts of the path, encoded here. */
  async get(segments: string[], parameters: Record<string, string>): Promise<UpstreamAnswer> {
    if (this.#limit.pendingCount >= maxQueued) throw this.toUnavailable('has too much to do')
    return this.#limit(() => this.#ask(segments, parameters))
  }

  /** Every reason is told in the same form, which the client knows by '503 Service Unavailable' (spec §8). */
  toUnavailable(reason: string): Unavailable {
    return new Unavailable(`The ${this.#options.namedSchema} ${reason} (503 Service Unavailable).`)
  }

  async #ask(segments: string[], parameters: Record<string, string>): Promise<UpstreamAnswer> {
    const { apiKey: key, baseUrl: base, timeoutMs, now } = this.#options
    if (now() < this.#pausedUntil) throw this.toUnavailable('asks for fewer requests. Try again in a moment')
    const url = new URL(`${base.replace(/\/$/, '')}/${segments.map(encodeURIComponent).join('/')}`)
    url.search = new URLSearchParams({ ...parameters, [key.parameter]: key.value }).toString()
    const signal = AbortSignal.timeout(timeoutMs)
    let response: Response
    let text: string
    try {
      response = await fetch(url, { redirect: 'manual', signal, headers: { accept: 'application/json' } })
      text = await this.#read(response)
    } catch (error) {
      if (error instanceof Unavailable) throw error
      // The error of fetch names the address, and the key with it, so nothing of it is passed on.
      throw this.toUnavailable(signal.aborted ? 'did not answer in time' : 'cannot be reached')
    }
    this.#judge(response)
    try {
      return { status: response.status as UpstreamAnswer['status'], body: JSON.parse(text) as unknown }
    } catch {
      throw this.toUnavailable('sent an answer that cannot be read')
    }
  }

  #judge({ status, headers }: Response): void {
    if (acceptedStatuses.has(status)) return
    if (status === 401 || status === 403) throw this.toUnavailable('refused our access key. Tell an administrator')
    if (status === 429) {
      const requestedMs = Number(headers.get('retry-after')) * 1000
      this.#pausedUntil = this.#options.now() + Math.min(maxPauseMs, requestedMs > 0 ? requestedMs : defaultPauseMs)
      throw this.toUnavailable('asks for fewer requests. Try again in a moment')
    }
    throw this.toUnavailable(status >= 500 ? 'has trouble of its own' : 'sent an answer that cannot be used')
  }

  /** The body's text; a body that is too large is cut off rather than kept. */
  async #read(response: Response): Promise<string> {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += (chunk as Uint8Array).byteLength
      if (size > this.#options.maxBytes) throw this.toUnavailable('sent more than can be read')
      chunks.push(chunk as Uint8Array)
    }
    return Buffer.concat(chunks).toString('utf8')
  }
}
