import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { ErrorLink } from '@apollo/client/link/error'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { OperationTypeNode } from 'graphql'
import { type Client, createClient } from 'graphql-ws'
import { errorCode } from './errors.ts'
import { setLiveState } from './liveConnection.ts'

export { errorCode, errorMessage } from './errors.ts'

/** What every call says about who makes it. */
export interface Credentials {
  token: string | null
  /** 'owner': what a global admin views the app as. */
  impersonatedRole?: string | null
  /** The tenant a global admin chose. */
  tenantId?: string | null
}

export interface ApolloClientOptions {
  /** Read at every call, so that a view switch or a new session counts at once. */
  credentials: () => Credentials
  /** The session is over: any call answered so, or the socket was closed with 4401. */
  onUnauthenticated: () => void
  /** The server refuses everything until the password is changed. */
  onPasswordChangeRequired: () => void
}

const PING_INTERVAL_MS = 12_000
const PONG_TIMEOUT_MS = 5_000
const MAX_RETRY_DELAY_MS = 10_000

/** A client for one session: queries over HTTP, subscriptions over one socket on the same path. */
export function createApolloClient(options: ApolloClientOptions): { client: ApolloClient; close: () => void } {
  let refetchActiveQueries = () => {}
  const socket = createSocket(options, () => refetchActiveQueries())
  const http = ApolloLink.from([
    new SetContextLink((previous) => ({ headers: { ...previous.headers, ...headersOf(options.credentials()) } })),
    new HttpLink({ uri: '/graphql' }),
  ])
  const client = new ApolloClient({
    cache: createCache(),
    link: ApolloLink.from([
      new ErrorLink(({ error }) => {
        const code = errorCode(error)
        if (code === 'UNAUTHENTICATED') options.onUnauthenticated()
        if (code === 'PASSWORD_CHANGE_REQUIRED') options.onPasswordChangeRequired()
      }),
      ApolloLink.split(
        ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
        new GraphQLWsLink(socket),
        http,
      ),
    ]),
  })
  // A view that fails to be read again keeps what it shows; its own error state says so.
  refetchActiveQueries = () => void client.refetchQueries({ include: 'active' }).catch(() => undefined)
  return {
    client,
    close: () => {
      client.stop()
      void socket.dispose()
    },
  }
}

const createCache = () =>
  new InMemoryCache({
    typePolicies: {
      Me: { fields: { abilities: { merge: true } } },
      Knock: { keyFields: ['eventId'] },
      // One view of the map at a time: the next takes the place of the last, which stays in sight until then.
      Query: { fields: { propertyMap: { keyArgs: false, merge: false } } },
    },
  })

/** The headers in which a call says so. */
export function headersOf({ token, impersonatedRole, tenantId }: Credentials): Record<string, string> {
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(impersonatedRole ? { 'x-impersonate-role': impersonatedRole } : {}),
    ...(tenantId ? { 'x-tenant-id': tenantId } : {}),
  }
}

/**
 * A socket that is open for as long as the session, since the end of that is told by it on every screen. It comes back by
 * itself, and has the views read again when it does.
 */
function createSocket({ credentials, onUnauthenticated }: ApolloClientOptions, onReconnected: () => void): Client {
  let open: WebSocket | undefined
  let pong: ReturnType<typeof setTimeout> | undefined
  return createClient({
    url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    connectionParams: () => headersOf(credentials()),
    lazy: false,
    // What went wrong is told by how it closed.
    onNonLazyError: () => undefined,
    shouldRetry: () => true,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: waitBeforeRetry,
    keepAlive: PING_INTERVAL_MS,
    on: {
      opened: (socket) => {
        open = socket as WebSocket
      },
      connected: (_socket, _payload, wasRetry) => {
        setLiveState('live')
        if (wasRetry) onReconnected()
      },
      // A phone that changed networks keeps a dead socket open for minutes: no pong, no socket.
      ping: (received) => {
        if (!received) pong = setTimeout(() => open?.close(4408, 'No pong'), PONG_TIMEOUT_MS)
      },
      pong: (received) => {
        if (received) clearTimeout(pong)
      },
      closed: (event) => {
        clearTimeout(pong)
        const { code } = event as CloseEvent
        // 1000 is our own goodbye.
        setLiveState(code === 1000 ? 'connecting' : 'lost')
        if (code === 4401) onUnauthenticated()
      },
    },
  })
}

/** Half a second at first, doubling to ten, spread so that a thousand phones do not come back at once. */
async function waitBeforeRetry(retries: number): Promise<void> {
  const maxDelayMs = Math.min(MAX_RETRY_DELAY_MS, 500 * 2 ** retries)
  await new Promise((resolve) => setTimeout(resolve, maxDelayMs * (0.5 + Math.random() / 2)))
}
