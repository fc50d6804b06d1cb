import { ApolloClient, ApolloLink, HttpLink } from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { ErrorLink } from '@apollo/client/link/error'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { OperationTypeNode } from 'graphql'
import { type Client, createClient } from 'graphql-ws'
import { createDocumentHashLink } from './documentHashLink.ts'
import { errorCode } from './errors.ts'
import { setLiveState } from './liveConnection.ts'
import { OverlaidCache } from './overlaidCache.ts'
import { createTimeoutLink } from './timeoutLink.ts'
import { toastWarning } from './toasts.ts'

export { errorCode, errorMessage } from './errors.ts'

/** Identifies the user and the view in every call. */
export interface Credentials {
  token: string | null
  /** The role a global admin views the app as, such as 'owner'. */
  impersonatedRole?: string | null
  /** The person a global admin views the app as. */
  impersonatedUserId?: string | null
  /** The tenant a global admin selected. */
  tenantId?: string | null
}

export interface ApolloClientOptions {
  /** Called for every request, so that it returns the current session and view. */
  credentials: () => Credentials
  /** Called when the session is over: after an UNAUTHENTICATED error, or when the socket is closed with 4401. */
  onUnauthenticated: () => void
  /** Called when the server requires a new password before anything else. */
  onPasswordChangeRequired: () => void
  /** Called when the server requires two factors before anything else. */
  onTwoFactorsRequired: () => void
}

const PING_INTERVAL_MS = 12_000
const PONG_TIMEOUT_MS = 5_000
const MAX_RETRY_DELAY_MS = 10_000
/** The server closes a socket with this code if the user has too many: this one waits until another may have closed. */
const TOO_MANY_SOCKETS = 4420
const TOO_MANY_SOCKETS_DELAY_MS = 60_000

/**
 * Creates a client for one session: queries and mutations over HTTP, subscriptions over one WebSocket at the same path.
 */
export function createApolloClient(options: ApolloClientOptions): {
  client: ApolloClient
  cache: OverlaidCache
  close: () => void
} {
  let refetchActiveQueries = () => {}
  const socket = createSocket(options, () => refetchActiveQueries())
  const http = ApolloLink.from([
    new SetContextLink((previous) => ({ headers: { ...previous.headers, ...headersOf(options.credentials()) } })),
    createTimeoutLink(),
    new HttpLink({ uri: '/graphql' }),
  ])
  const cache = createCache()
  const client = new ApolloClient({
    cache,
    link: ApolloLink.from([
      new ErrorLink(({ error }) => {
        const code = errorCode(error)
        if (code === 'UNAUTHENTICATED') options.onUnauthenticated()
        if (code === 'PASSWORD_CHANGE_REQUIRED') options.onPasswordChangeRequired()
        if (code === 'TWO_FACTORS_REQUIRED') options.onTwoFactorsRequired()
      }),
      createDocumentHashLink(),
      ApolloLink.split(
        ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
        new GraphQLWsLink(socket),
        http,
      ),
    ]),
  })
  // A query that fails to refetch keeps its data and shows its own error state.
  refetchActiveQueries = () => void client.refetchQueries({ include: 'active' }).catch(() => undefined)
  // The socket reconnects later than the network returns, and refetches again then.
  const refetch = () => refetchActiveQueries()
  globalThis.addEventListener?.('online', refetch)
  return {
    client,
    cache,
    close: () => {
      globalThis.removeEventListener?.('online', refetch)
      client.stop()
      void socket.dispose()
    },
  }
}

export const createCache = () =>
  new OverlaidCache({
    typePolicies: {
      Me: { fields: { abilities: { merge: true } } },
      Knock: { keyFields: ['eventId'] },
      // The distance and direction belong to the house from which the walk goes on, not to the door.
      NextDoor: { keyFields: false },
      // The map shows one area at a time. Each result replaces the previous one, which stays visible until then; so do the
      // details that are read with it, or every property that was ever in view would stay in memory.
      Query: {
        fields: {
          propertyMap: { keyArgs: false, merge: false },
          properties: {
            keyArgs: (args) => (isInView(args) ? 'properties:inView' : Object.keys(args ?? {})),
            merge: false,
          },
        },
      },
    },
  })

/** Whether the whole of an area is read, not a page of a list. */
const isInView = (args: Record<string, unknown> | null): boolean =>
  args?.['first'] === undefined && (args?.['filter'] as { bounds?: unknown } | undefined)?.bounds !== undefined

/** The credentials as HTTP headers. Logs a warning without a token. */
export function headersOf({
  token,
  impersonatedRole,
  impersonatedUserId,
  tenantId,
}: Credentials): Record<string, string> {
  // oxlint-disable-next-line no-console -- spec §7 requires this warning
  if (!token) console.warn('A request is sent without a token.')
  return {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(impersonatedRole ? { 'x-impersonate-role': impersonatedRole } : {}),
    ...(impersonatedUserId ? { 'x-impersonate-user': impersonatedUserId } : {}),
    ...(tenantId ? { 'x-tenant-id': tenantId } : {}),
  }
}

/**
 * Opens a socket for the lifetime of the session, even without subscriptions, because its close code reports the end of
 * the session. It reconnects by itself and calls `onReconnected` afterwards.
 */
function createSocket({ credentials, onUnauthenticated }: ApolloClientOptions, onReconnected: () => void): Client {
  let open: WebSocket | undefined
  let pong: ReturnType<typeof setTimeout> | undefined
  let closeCode = 0
  return createClient({
    url: () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    webSocketImpl: createSocketClass(),
    connectionParams: () => headersOf(credentials()),
    lazy: false,
    // The close code reports what went wrong.
    onNonLazyError: () => undefined,
    shouldRetry: () => true,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (retries) => waitBeforeRetry(closeCode === TOO_MANY_SOCKETS, retries),
    keepAlive: PING_INTERVAL_MS,
    on: {
      opened: (socket) => {
        open = socket as WebSocket
      },
      connected: (_socket, _payload, wasRetry) => {
        setLiveState('live')
        if (wasRetry) onReconnected()
      },
      // After a change of network a disconnected socket can stay open for minutes. Close it when a pong is missing.
      ping: (received) => {
        if (!received) pong = setTimeout(() => open?.close(4408, 'No pong'), PONG_TIMEOUT_MS)
      },
      pong: (received) => {
        if (received) clearTimeout(pong)
      },
      closed: (event) => {
        clearTimeout(pong)
        const { code, reason } = event as CloseEvent
        closeCode = code
        if (code === TOO_MANY_SOCKETS) toastWarning(reason, { id: 'too-many-sockets' })
        // 1000 is a close by this client.
        setLiveState(code === 1000 ? 'connecting' : 'lost')
        if (code === 4401) onUnauthenticated()
      },
    },
  })
}

/**
 * A WebSocket class that drops messages unless the socket is open. graphql-ws sends its subscriptions even if the socket was closed
 * while it was connecting, and browsers log an error about that. The class is created per client, because tests replace the global class.
 */
const createSocketClass = () =>
  class extends WebSocket {
    override send(data: Parameters<WebSocket['send']>[0]) {
      if (this.readyState === WebSocket.OPEN) super.send(data)
    }
  }

/**
 * Exponential backoff from half a second to ten seconds, or a minute if there were too many sockets, with jitter so that clients
 * do not reconnect all at once.
 */
async function waitBeforeRetry(hadTooMany: boolean, retries: number): Promise<void> {
  const maxDelayMs = hadTooMany ? TOO_MANY_SOCKETS_DELAY_MS : Math.min(MAX_RETRY_DELAY_MS, 500 * 2 ** retries)
  await new Promise((resolve) => setTimeout(resolve, maxDelayMs * (0.5 + Math.random() / 2)))
}
