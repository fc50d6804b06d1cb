import { Agent, request } from 'node:http'

export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
}

/** The value below which the given share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Runs `clients` concurrent loops that call `once` without pause for `seconds`. Latencies are in milliseconds. */
export async function runClosedLoop(
  { clients, seconds }: { clients: number; seconds: number },
  once: (client: number) => Promise<void>,
): Promise<LoadResult> {
  const durationsMs: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let before = performance.now(); before < end;) {
        await once(client)
        const after = performance.now()
        durationsMs.push(after - before)
        before = after
      }
    }),
  )
  return {
    perSecond: (durationsMs.length * 1000) / (performance.now() - started),
    p50: quantile(durationsMs, 0.5),
    p99: quantile(durationsMs, 0.99),
  }
}

/** The median of a load's rounds, and the rounds. */
export interface AlternatedResult extends LoadResult {
  rounds: LoadResult[]
}

/**
 * Alternates between the loads and returns the median of each load's rounds, so that other load on the machine affects
 * all of them. The first round is a warm-up and is discarded.
 */
export async function runAlternating<Loads extends (() => Promise<LoadResult>)[]>(
  rounds: number,
  loads: readonly [...Loads],
): Promise<{ [N in keyof Loads]: AlternatedResult }> {
  const measured: LoadResult[][] = loads.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [n, load] of loads.entries()) {
      const result = await load()
      if (round > 0) measured[n]!.push(result)
    }
  }
  return measured.map((results) => ({
    rounds: results,
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    p50: median(results.map(({ p50 }) => p50)),
    p99: median(results.map(({ p99 }) => p99)),
  })) as { [N in keyof Loads]: AlternatedResult }
}

/** The median of the ratios of the rates in each round. */
export function pairedRatio(ours: AlternatedResult, other: AlternatedResult): number {
  return median(ours.rounds.map(({ perSecond }, round) => perSecond / other.rounds[round]!.perSecond))
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** Posts JSON over a keep-alive connection and returns the body as text. Throws if the status is not 200. */
export function post(url: string, body: unknown, token?: string): Promise<string> {
  return send('POST', url, token, Buffer.from(JSON.stringify(body)))
}

/** Requests a URL over a keep-alive connection and returns the body as text. Throws if the status is not 200. */
export function get(url: string, token?: string): Promise<string> {
  return send('GET', url, token)
}

function send(method: string, url: string, token?: string, payload?: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = {
      ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    }
    const sent = request(url, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`${url} returned status ${response.statusCode}: ${text.slice(0, 300)}`))
      })
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}

/** Returns the data of a GraphQL request. Throws on errors. */
export async function graphql<T>(url: string, token: string, query: string, variables: object = {}): Promise<T> {
  const { data, errors } = JSON.parse(await post(`${url}/graphql`, { query, variables }, token))
  if (errors) throw new Error(`GraphQL: ${errors[0].message}`)
  return data as T
}
