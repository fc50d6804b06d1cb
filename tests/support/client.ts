import { createClient, type Client } from 'graphql-ws'
import WebSocket from 'ws'

// oxlint-disable-next-line typescript/no-explicit-any -- what comes back is asserted on, whatever its shape
export type Json = Record<string, any>

export interface ApiResponse {
  status: number
  body: Json
  headers: Headers
}

/** Sends a REST request with a JSON body. */
export async function rest(
  url: string,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') ? JSON.parse(text) : { text },
  }
}

/** Sends a GraphQL request over HTTP; errors are in the returned body. */
export async function graphql(
  url: string,
  token: string | null,
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse['body']> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  })
  return (await response.json()) as ApiResponse['body']
}

/** Opens a graphql-ws client. The caller disposes of it. */
export function createSocketClient(url: string, token: string): Client {
  return createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
    lazy: false,
  })
}

/** Timeout for pushed values: much longer than needed, because the machine may be busy. */
const timeoutMs = 20_000

/** Resolves to the next value of a subscription that `matches` accepts. Rejects on timeout. */
export function nextValue<T>(client: Client, query: string, matches: (data: T) => boolean): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No value came within ${timeoutMs} ms`)), timeoutMs)
    const stop = client.subscribe<T>(
      { query },
      {
        next: ({ data, errors }) => {
          if (errors) return reject(new Error(JSON.stringify(errors)))
          if (!data || !matches(data)) return
          clearTimeout(timer)
          stop()
          resolve(data)
        },
        error: reject,
        complete: () => undefined,
      },
    )
  })
}

/**
 * Resolves when a subscription sent on this socket before is open or refused. The server does not confirm a
 * subscription; it has handled it when it answers a few queries sent later.
 */
export async function waitUntilSubscribed(client: Client): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    const { done } = await client.iterate({ query: '{ me { tenant { id } } }' }).next()
    if (done) throw new Error('The socket ended a question without an answer')
  }
}

/**
 * Makes a change while someone is subscribed to the field through the process of `url`, and resolves with its result when they
 * were notified of it. Rejects on timeout.
 */
export async function changeWatched<T>(
  { url, token }: { url: string; token: string },
  field: 'leadsChanged' | 'propertiesChanged',
  change: () => Promise<T>,
): Promise<T> {
  const watching = createSocketClient(url, token)
  let changedFrom = Infinity
  const notified = nextValue<Record<string, { at: string }>>(
    watching,
    `subscription { ${field} { at } }`,
    (data) => Date.parse(data[field]!.at) >= changedFrom,
  )
  await waitUntilSubscribed(watching)
  changedFrom = Date.now()
  const [result] = await Promise.all([change(), notified])
  await watching.dispose()
  return result
}
