import { createClient, type Client } from 'graphql-ws'
import WebSocket from 'ws'

// oxlint-disable-next-line typescript/no-explicit-any -- what comes back is asserted on, whatever its shape
export type Json = Record<string, any>

export interface ApiResponse {
  status: number
  body: Json
  headers: Headers
}

/** A REST call with a JSON body, as an integrator makes it. */
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

/** A GraphQL call over HTTP; errors come back in the body. */
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

/** A graphql-ws client; `close` it. */
export function createSocketClient(url: string, token: string): Client {
  return createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
    lazy: false,
  })
}

/** For what comes by itself: much longer than it takes, since the machine may be busy with other things. */
const timeoutMs = 20_000

/** The next value of a subscription that `wanted` accepts; rejects when none came in a long while. */
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
 * Resolves when a subscription that was asked for on this socket is open, or refused: the server says nothing when it
 * opens one, but has come past it when it has answered a few questions that were asked behind it.
 */
export async function waitUntilSubscribed(client: Client): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    const { done } = await client.iterate({ query: '{ me { tenant { id } } }' }).next()
    if (done) throw new Error('The socket ended a question without an answer')
  }
}
