/**
 * What happens to a request: it never arrives (`lost`), arrives without an answer (`answerLost`), arrives twice at once
 * (`duplicated`), or arrives at `deliverLate`, when the client has long given up (`late`).
 */
export const faults = ['none', 'lost', 'answerLost', 'duplicated', 'late'] as const
export type Fault = (typeof faults)[number]

/** The same for a tab that ends during the request: it neither gets an answer nor an error. */
export const crashes = ['lost', 'answerLost', 'late'] as const
export type Crash = (typeof crashes)[number]

type Send = () => Promise<Response>

/** A connection that loses, repeats and delays requests. */
export class FaultyConnection {
  #late: Send[] = []
  readonly #running = new Set<Promise<unknown>>()

  /** A `fetch` with its own plan: the next requests meet these faults, and the ones after them none. */
  createFetch() {
    let planned: Fault[] = []
    let crash: { kind: Crash; onReached: () => void } | undefined
    const plan = (next: readonly Fault[]) => {
      planned = [...next]
    }
    /** From now on no request gets an answer. Resolves once the first one was made. */
    const crashAtNextRequest = (kind: Crash) =>
      new Promise<void>((resolve) => {
        crash = { kind, onReached: resolve }
      })
    const fetchWithFaults = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
      const send = () => fetch(input, { ...init, signal: null })
      if (crash) {
        if (crash.kind === 'late') this.#late.push(send)
        if (crash.kind === 'answerLost') await received(send)
        crash.onReached()
        return new Promise(() => undefined)
      }
      switch (planned.shift()) {
        case 'lost':
          throw new TypeError('The connection is lost.')
        case 'answerLost':
          await received(send)
          throw new TypeError('The connection is lost.')
        case 'late':
          this.#late.push(send)
          throw new TypeError('The connection is lost.')
        case 'duplicated':
          return (await Promise.all([send(), send()]))[0]
        default:
          return send()
      }
    }
    return { fetch: fetchWithFaults, plan, crashAtNextRequest }
  }

  /** Lets the delayed requests arrive, without waiting for them. */
  deliverLate(): void {
    for (const send of this.#late.splice(0)) {
      const running = received(send).finally(() => this.#running.delete(running))
      this.#running.add(running)
    }
  }

  /** Resolves once the server has answered every request that arrived. */
  async settled(): Promise<void> {
    await Promise.all(this.#running)
  }
}

async function received(send: Send): Promise<void> {
  await (await send()).text()
}
