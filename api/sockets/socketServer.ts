import { createHash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  GraphQLError,
  createSourceEventStream,
  getOperationAST,
  type ExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql'
import { useServer as serveGraphql } from 'graphql-ws/use/ws'
import { WebSocketServer, type WebSocket } from 'ws'
import { boundedCache, estimateBytes } from '../domain/boundedCache.ts'
import { Refused, TooManyRequests, Unauthenticated, Unavailable, UserFacingError } from '../domain/errors.ts'
import { checkLengthsIn } from '../domain/maxLengths.ts'
import type { Live } from '../live/live.ts'
import { makeLoaders } from '../graphql/loaders.ts'
import type { ResolverContext } from '../graphql/resolverContext.ts'
import { isShared } from '../live/sharedView.ts'
import type { Context } from '../context.ts'
import { toBadInputError, makeErrorFormatter, toGraphqlError } from '../graphql/errors.ts'
import { readDocument, type DocumentCache } from '../graphql/documents.ts'
import { executeOperation, type OperationArgs } from '../graphql/execution.ts'
import { assertOperationAllowed } from '../graphql/operationChecks.ts'
import { watchSocketSessions, type ReadSessionStates } from './sessionWatch.ts'

type SocketExtra = { socket: WebSocket; request: IncomingMessage; ctx?: Context }
type SocketLog = ReturnType<NonNullable<SocketOptions['logSocket']>>

interface SocketOptions {
  server: Server
  schema: GraphQLSchema
  documents: DocumentCache
  /** The text of the document that a message names or contains. Throws a `GraphQLError` if it is not accepted. */
  documentTextOf(request: { query: string; extensions?: unknown }): unknown
  allowedOrigins: string[]
  contextFor(headers: Record<string, unknown>, request: IncomingMessage): Promise<Context>
  live: Pick<Live, 'subscribeSessions'>
  readSessionStates: ReadSessionStates
  evictSessions(userId: string): void
  log(error: unknown): void
  /** Called for each new socket; returns the callbacks that record its messages and its end. */
  logSocket?(request: IncomingMessage): {
    pushed(): void
    failed(errors: readonly GraphQLFormattedError[]): void
    authenticated(ctx: Context): void
    /** Records the code of the error that closes the socket. */
    broken(code: string): void
    closed(code: number): void
  }
}

const maxMessageBytes = 256 * 1024
const maxSubscriptions = 20
/** Of one user and process, over sessions and API keys: a browser has one for each tab. */
const maxSocketsPerUser = 10
/** Not a code of graphql-ws: its client would never connect again after 4429. */
const tooManySocketsCode = 4420
/** A client that is slower than this is disconnected and reconnects. */
const maxBufferedBytes = 1024 * 1024
/** A socket that is this far behind for some seconds does not read, or too slowly for live updates: it should connect again. */
const maxBufferedForLong = 128 * 1024
const maxChecksBehind = 4

/** Serves subscriptions over graphql-ws at the GraphQL path. Returns a function that closes all sockets (code 1001). */
export function serveSockets(options: SocketOptions): () => Promise<void> {
  const { server, schema, documents, contextFor, log } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  server.on('upgrade', (request, socket, head) => {
    // Compare the raw path, because the URL may be malformed.
    if (request.url?.split('?')[0] !== '/graphql' || !isAllowedOrigin(request, options.allowedOrigins))
      rejectUpgrade(socket)
    else sockets.handleUpgrade(request, socket, head, (accepted) => sockets.emit('connection', accepted, request))
  })

  const shareResult = makeSharedResults()
  const socketLogs = new WeakMap<WebSocket, SocketLog>()
  const sessionWatch = watchSocketSessions(options)
  const formatError = makeErrorFormatter(log)
  const disposable = serveGraphql<Record<string, unknown>, SocketExtra>(
    {
      schema,
      connectionInitWaitTimeout: 3_000,
      async onConnect({ connectionParams, extra }) {
        const headers = lowerCaseKeys(connectionParams ?? {})
        try {
          checkLengthsIn('connectionParams', headers)
          extra.ctx = await contextFor(headers, extra.request)
        } catch (error) {
          extra.socket.close(closeCode(error), closeReason(error))
          return false
        }
        if (!extra.ctx.actor) {
          extra.socket.close(4401, 'Sign in to continue.')
          return false
        }
        if (sessionWatch.countOf(extra.ctx.actor.userId) >= maxSocketsPerUser) {
          extra.socket.close(
            tooManySocketsCode,
            `Live updates are open ${maxSocketsPerUser} times, the maximum for one user. Close other tabs or programs.`,
          )
          return false
        }
        sessionWatch.add(extra.socket, extra.ctx.actor)
        socketLogs.get(extra.socket)?.authenticated(extra.ctx)
        return true
      },
      onClose({ extra }) {
        sessionWatch.remove(extra.socket)
      },
      context: ({ extra }): ResolverContext => ({ ctx: extra.ctx!, loaders: makeLoaders(extra.ctx!) }),
      execute: (args) => executeOperation(args as OperationArgs),
      subscribe: (args) => subscribeShared(args as OperationArgs, log, shareResult),
      onSubscribe({ subscriptions, extra }, _id, { query, extensions, operationName, variables }) {
        try {
          if (Object.keys(subscriptions).length > maxSubscriptions)
            throw toGraphqlError(new Refused(`A socket can have at most ${maxSubscriptions} subscriptions.`), log)
          const document = readDocument(documents, schema, String(options.documentTextOf({ query, extensions })))
          if (!('kind' in document)) return document
          const operation = getOperationAST(document, operationName)
          if (operation)
            assertOperationAllowed(schema, { document, operation, variables: variables ?? {}, ctx: extra.ctx! })
          return { schema, document, operationName, variableValues: variables }
        } catch (error) {
          // Return the error instead of throwing it, which would close the socket and end its other subscriptions.
          return [error instanceof GraphQLError ? error : toGraphqlError(error, log)]
        }
      },
      onNext({ extra }, _id, _payload, _args, result) {
        socketLogs.get(extra.socket)?.pushed()
        if (!result.errors) return undefined
        const errors = result.errors.map((error) => formatError(error.toJSON(), error))
        socketLogs.get(extra.socket)?.failed(errors)
        return { ...result, errors }
      },
      onError({ extra }, _id, _payload, given) {
        const errors = given.map((error) => toBadInputError('toJSON' in error ? error.toJSON() : error))
        socketLogs.get(extra.socket)?.failed(errors)
        return errors
      },
    },
    sockets,
  )
  sockets.on('connection', (socket, request) => {
    limitBuffer(socket)
    const socketLog = options.logSocket?.(request)
    // Instead of graphql-ws's handler, which writes the error to the console in several lines. ws closes the socket itself.
    socket.removeAllListeners('error')
    socket.on('error', (error: NodeJS.ErrnoException) => socketLog?.broken(error.code ?? error.name))
    if (!socketLog) return
    socketLogs.set(socket, socketLog)
    socket.once('close', (code) => socketLog.closed(code))
  })
  return async () => {
    sessionWatch.stop()
    await disposable.dispose()
  }
}

/** What executes something for a value of a shared view once for all that ask for it by the same key. */
type ShareResult = (
  value: object,
  key: string,
  run: () => ExecutionResult | Promise<ExecutionResult>,
) => Promise<ExecutionResult>

/** Keeps the execution results for the values of shared views of one server. */
export function makeSharedResults(): ShareResult {
  const results = boundedCache<{ result: Promise<ExecutionResult>; bytes: number }>({
    name: 'subscription results',
    maxEntries: 5_000,
    maxBytes: 32 * 1024 * 1024,
    sizeOf: ({ bytes }) => bytes,
  })
  const valueNumbers = new WeakMap<object, number>()
  let valueCount = 0
  return (value, name, run) => {
    const number = valueNumbers.get(value) ?? (valueCount += 1)
    valueNumbers.set(value, number)
    const key = `${number} ${name}`
    const shared = results.get(key)
    if (shared) return shared.result
    const result = Promise.resolve(run())
    results.set(key, { result, bytes: 0 })
    // The size is known only now.
    result.then(
      (answer) => results.set(key, { result, bytes: estimateBytes(answer) }),
      () => results.delete(key),
    )
    return result
  }
}

/**
 * Like graphql-js's `subscribe`, but executes identical subscriptions to the same shared view only once for each value.
 */
async function subscribeShared(args: OperationArgs, log: (error: unknown) => void, shareResult: ShareResult) {
  let source: AsyncIterable<unknown> | ExecutionResult
  try {
    source = await createSourceEventStream(args)
  } catch (error) {
    return { errors: [toGraphqlError(error, log)] }
  }
  if (!(Symbol.asyncIterator in source)) {
    // An error without a path is one of the variables, which is the caller's.
    const toAnswer = (error: GraphQLError) => (error.path ? toGraphqlError(error.originalError ?? error, log) : error)
    return { errors: source.errors?.map(toAnswer) ?? [] }
  }
  const described = JSON.stringify([args.document.loc?.source.body, args.operationName, args.variableValues])
  const hash = createHash('sha256').update(described).digest('base64url')
  return mapPayloads(source, (payload) => {
    const run = () => executeOperation({ ...args, rootValue: payload })
    return isShared(payload) ? shareResult(payload, hash, run) : run()
  })
}

/**
 * Maps the payloads of a source. An async generator is not used because it could not be closed while it waits for a
 * payload.
 */
function mapPayloads(
  source: AsyncIterable<unknown>,
  resultOf: (payload: unknown) => ExecutionResult | Promise<ExecutionResult>,
): AsyncIterableIterator<ExecutionResult> {
  const payloads = source[Symbol.asyncIterator]()
  const end = async (): Promise<IteratorResult<ExecutionResult>> => {
    await payloads.return?.()
    return { value: undefined, done: true }
  }
  return {
    async next() {
      const { value, done } = await payloads.next()
      return done ? { value: undefined, done } : { value: await resultOf(value), done: false }
    },
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/**
 * Whether a request upgrades to a WebSocket. Passed to Node as `shouldUpgradeCallback`, so that other upgrades, such as
 * HTTP/2, are ignored and answered as plain HTTP requests.
 */
export function isWebSocketUpgrade(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket'
}

/** Rejects the upgrade and closes the connection, even if the client keeps its side open. */
function rejectUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n', () => socket.destroy())
}

function limitBuffer(socket: WebSocket): void {
  let checksBehind = 0
  const timer = setInterval(() => {
    checksBehind = socket.bufferedAmount > maxBufferedForLong ? checksBehind + 1 : 0
    if (socket.bufferedAmount > maxBufferedBytes || checksBehind === maxChecksBehind) socket.terminate()
  }, 1_000)
  socket.on('close', () => clearInterval(timer))
}

/** Browsers always send Origin; other programs may omit it. */
function isAllowedOrigin(request: IncomingMessage, allowed: string[]): boolean {
  const { origin, host } = request.headers
  if (!origin) return true
  return allowed.includes(origin) || URL.parse(origin)?.host === host
}

function lowerCaseKeys(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name.toLowerCase(), value]))
}

/**
 * The client asks the user to sign in after code 4401, so it is used only for ended sessions. After the other codes it
 * reconnects.
 */
function closeCode(error: unknown): number {
  if (error instanceof Unauthenticated) return 4401
  const isPassing = error instanceof Unavailable || error instanceof TooManyRequests
  return error instanceof UserFacingError && !isPassing ? 4403 : 1013
}

const maxCloseReasonBytes = 123

/** The beginning of the error's message that fits into a close frame. */
function closeReason(error: unknown): string {
  if (!(error instanceof UserFacingError)) return 'Try again in a moment.'
  const { read } = new TextEncoder().encodeInto(error.message, new Uint8Array(maxCloseReasonBytes))
  return error.message.slice(0, read)
}
