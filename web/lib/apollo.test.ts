// @vitest-environment jsdom
import { gql } from '@apollo/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ApolloClientOptions, createApolloClient, createCache } from './apollo.ts'
import { toastWarning } from './toasts.ts'

vi.mock(import('./toasts.ts'), { spy: true })

/** The server end of a graphql-transport-ws socket. */
class Socket extends EventTarget {
  static all: Socket[] = []
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState: number = Socket.CONNECTING
  sent: { type: string; id?: string; payload?: Record<string, unknown> }[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number; reason: string }) => void

  constructor(readonly url: string) {
    super()
    Socket.all.push(this)
    queueMicrotask(() => {
      this.readyState = Socket.OPEN
      this.onopen?.()
    })
  }

  send(text: string) {
    const message = JSON.parse(text) as (typeof this.sent)[number]
    this.sent.push(message)
    if (message.type === 'connection_init') queueMicrotask(() => this.receive({ type: 'connection_ack' }))
  }

  receive(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  close(code = 1000) {
    this.drop(code)
  }

  drop(code: number, reason = '') {
    if (this.readyState === Socket.CLOSED) return
    this.readyState = Socket.CLOSED
    // graphql-ws recognizes a close event by this class.
    this.onclose?.(new CloseEvent('close', { code, reason }))
  }
}

const countQuery = gql`
  query Count {
    count
  }
`
const countedSubscription = gql`
  subscription Counted {
    counted
  }
`
let count = 0
const server = vi.fn<typeof fetch>(async () => Response.json({ data: { count: ++count } }))
const options = {
  credentials: () => ({ token: 'secret', impersonatedRole: 'owner', tenantId: 't1' }),
  onUnauthenticated: vi.fn<() => void>(),
  onPasswordChangeRequired: vi.fn<() => void>(),
  onTwoFactorsRequired: vi.fn<() => void>(),
} satisfies ApolloClientOptions

let apollo: ReturnType<typeof createApolloClient>

beforeEach(() => {
  count = 0
  Socket.all = []
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('fetch', server)
  apollo = createApolloClient(options)
})
afterEach(() => {
  apollo.close()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

async function watchCount() {
  const counts: unknown[] = []
  apollo.client
    .watchQuery({ query: countQuery })
    .subscribe(({ data }) => counts.push((data as { count?: number })?.count))
  apollo.client.subscribe({ query: countedSubscription }).subscribe({ error: () => undefined })
  await vi.waitFor(() => expect(Socket.all[0]?.sent.map(({ type }) => type)).toEqual(['connection_init', 'subscribe']))
  await vi.waitFor(() => expect(counts.at(-1)).toBe(1))
  return counts
}

it('sends credentials with every call, over HTTP and over the socket', async () => {
  await watchCount()
  const who = { authorization: 'Bearer secret', 'x-impersonate-role': 'owner', 'x-tenant-id': 't1' }
  expect(server.mock.calls[0]?.[1]?.headers).toMatchObject(who)
  expect(Socket.all[0]?.sent[0]?.payload).toEqual(who)
  expect(Socket.all[0]?.url).toBe('ws://localhost:3000/graphql')
})

it('subscribes no longer when it is closed while the socket connects', async () => {
  const send = vi.spyOn(Socket.prototype, 'send')
  apollo.client.subscribe({ query: countedSubscription }).subscribe({ error: () => undefined })
  apollo.close()
  await vi.waitFor(() => expect(Socket.all[0]?.readyState).toBe(Socket.CLOSED))
  await new Promise((resolve) => setTimeout(resolve))
  expect(send).not.toHaveBeenCalled()
  send.mockRestore()
})

it('reconnects a lost socket, and refetches active queries', async () => {
  const counts = await watchCount()
  Socket.all[0]?.drop(1006)
  await vi.waitFor(() => expect(counts.at(-1)).toBe(2), 3000)
  expect(Socket.all).toHaveLength(2)
  expect(Socket.all[1]?.sent.map(({ type }) => type)).toEqual(['connection_init', 'subscribe'])
  expect(options.onUnauthenticated).not.toHaveBeenCalled()
})

it('waits a minute when the user has too many sockets, and says so', async () => {
  await watchCount()
  const wait = vi.spyOn(globalThis, 'setTimeout')
  Socket.all[0]?.drop(4420, 'Close other tabs.')
  expect(toastWarning).toHaveBeenCalledExactlyOnceWith('Close other tabs.', { id: 'too-many-sockets' })
  await vi.waitFor(() =>
    expect(wait.mock.calls.some(([, ms]) => ms !== undefined && ms >= 30_000 && ms <= 60_000)).toBe(true),
  )
  expect(wait.mock.calls.every(([, ms]) => ms === undefined || ms < 500 || ms >= 30_000)).toBe(true)
  expect(Socket.all).toHaveLength(1)
  wait.mockRestore()
})

it('ends the session on close code 4401, even without a subscription', async () => {
  await vi.waitFor(() => expect(Socket.all[0]?.sent.map(({ type }) => type)).toEqual(['connection_init']))
  Socket.all[0]?.drop(4401)
  expect(options.onUnauthenticated).toHaveBeenCalledTimes(1)
})

it('does not reconnect after close code 4401', async () => {
  await watchCount()
  Socket.all[0]?.drop(4401)
  expect(options.onUnauthenticated).toHaveBeenCalled()
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(Socket.all).toHaveLength(1)
})

it.each([
  ['UNAUTHENTICATED', options.onUnauthenticated],
  ['PASSWORD_CHANGE_REQUIRED', options.onPasswordChangeRequired],
  ['TWO_FACTORS_REQUIRED', options.onTwoFactorsRequired],
])('handles the code %s in the answer to any call', async (code, heard) => {
  server.mockResolvedValueOnce(Response.json({ errors: [{ message: 'No.', extensions: { code } }] }))
  await expect(apollo.client.query({ query: countQuery })).rejects.toThrow('No.')
  expect(heard).toHaveBeenCalledTimes(1)
})

it('the cache keeps the properties in view, and frees those that were in view before', () => {
  const cache = createCache()
  const inView = gql`
    query ($bounds: BoundsInput!) {
      properties(filter: { bounds: $bounds }) {
        edges {
          node {
            id
          }
        }
      }
    }
  `
  const list = gql`
    query ($bounds: BoundsInput, $first: Int!) {
      properties(filter: { bounds: $bounds }, first: $first) {
        edges {
          node {
            id
          }
        }
      }
    }
  `
  const write = (query: typeof inView, id: string, variables: Record<string, unknown>) => {
    const data = { properties: { __typename: 'PropertyConnection', edges: [{ node: { __typename: 'Property', id } }] } }
    cache.writeQuery({ query, variables, data })
  }
  write(list, 'listed', { bounds: null, first: 1 })
  write(list, 'outlook', { bounds: { south: 1 }, first: 1 })
  for (let pan = 0; pan < 200; pan += 1) {
    write(inView, `property-${pan}`, { bounds: { south: pan } })
    cache.gc()
  }
  const kept = Object.keys(cache.extract()).filter((id) => id.startsWith('Property:'))
  expect(kept).toEqual(['Property:listed', 'Property:outlook', 'Property:property-199'])
})
