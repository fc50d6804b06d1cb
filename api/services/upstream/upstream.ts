import pLimit from 'p-limit'
import { Unavailable } from '../../domain/errors.ts'

export interface UpstreamOptions {
  /** What it is to people: 'parcel service'. */
  name: string
  /** Its one address, 'https://app.regrid.com'. Nothing is asked anywhere else. */
  base: string
  /** The query parameter that carries the key. It is in no error and in no log. */
  key: { parameter: string; value: string }
  timeoutMs?: number
  mostBytes?: number
  now?: () => number
}

/** A JSON answer that means something: 200, or a refusal of what was asked (400, 404, 422). */
export interface UpstreamAnswer {
  status: 200 | 400 | 404 | 422
  body: unknown
}

const meaningful = new Set([200, 400, 404, 422])
const atOnce = 8
const mostWaiting = 64
/** How long it is left alone after 'too many requests', where it does not say. */
const usualPauseMs = 5_000
const longestPauseMs = 600_000

/**
 * An outside HTTP service that answers JSON. `get` throws `Unavailable`, with a sentence for people and nothing of the
 * request in it, when it is slow, refuses the key, redirects, sends too much or what is no JSON, or is pausing: after a
 * 429 it is not asked again until it said so.
 */
export class Upstream {
  readonly #options: Required<UpstreamOptions>
  readonly #limit = pLimit(atOnce)
  #pausedUntil = 0

  constructor(options: UpstreamOptions) {
    this.#options = { timeoutMs: 8_000, mostBytes: 2_000_000, now: Date.now, ...options }
  }

  /** `segments` are parts of the path, encoded here. */
  async get(segments: string[], parameters: Record<string, string>): Promise<UpstreamAnswer> {
    if (this.#limit.pendingCount >= mostWaiting) throw this.unavailable('has too much to do')
    return this.#limit(() => this.#ask(segments, parameters))
  }

  /** Every reason is told in the same form, which the client knows by '503 Service Unavailable' (spec §8). */
  unavailable(reason: string): Unavailable {
    return new Unavailable(`The ${this.#options.name} ${reason} (503 Service Unavailable).`)
  }

  async #ask(segments: string[], parameters: Record<string, string>): Promise<UpstreamAnswer> {
    const { key, base, timeoutMs, now } = this.#options
    if (now() < this.#pausedUntil) throw this.unavailable('asks for fewer requests. Try again in a moment')
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
      throw this.unavailable(signal.aborted ? 'did not answer in time' : 'cannot be reached')
    }
    this.#judge(response)
    try {
      return { status: response.status as UpstreamAnswer['status'], body: JSON.parse(text) as unknown }
    } catch {
      throw this.unavailable('sent an answer that cannot be read')
    }
  }

  #judge({ status, headers }: Response): void {
    if (meaningful.has(status)) return
    if (status === 401 || status === 403) throw this.unavailable('refused our access key. Tell an administrator')
    if (status === 429) {
      const asked = Number(headers.get('retry-after')) * 1000
      this.#pausedUntil = this.#options.now() + Math.min(longestPauseMs, asked > 0 ? asked : usualPauseMs)
      throw this.unavailable('asks for fewer requests. Try again in a moment')
    }
    throw this.unavailable(status >= 500 ? 'has trouble of its own' : 'sent an answer that cannot be used')
  }

  /** The body's text; a body that is too large is cut off rather than kept. */
  async #read(response: Response): Promise<string> {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += (chunk as Uint8Array).byteLength
      if (size > this.#options.mostBytes) throw this.unavailable('sent more than can be read')
      chunks.push(chunk as Uint8Array)
    }
    return Buffer.concat(chunks).toString('utf8')
  }
}
