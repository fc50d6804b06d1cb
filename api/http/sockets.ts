import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  GraphQLError,
  OperationTypeNode,
  createSourceEventStream,
  execute,
  getOperationAST,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql'
import { useServer as serveGraphql } from 'graphql-ws/use/ws'
import { WebSocketServer, type WebSocket } from 'ws'
import { Refused, Unauthenticated, Unavailable, UserFacingError } from '../domain/errors.ts'
import type { Live } from '../live/live.ts'
import { makeLoaders } from '../resolvers/loaders.ts'
import type { Request } from '../resolvers/request.ts'
import { isShared } from '../resolvers/sharedView.ts'
import type { Context } from '../context.ts'
import { asBadInput, formatGraphqlError, graphqlErrorOf } from './graphqlErrors.ts'
import { checkVariables, parseWithLimits, refuseChange, validateWithLimits } from './graphqlLimits.ts'
import { watchSessions, type Standings } from './socketSessions.ts'

type Extra = { socket: WebSocket; request: IncomingMessage; ctx?: Context }
type Noted = ReturnType<NonNullable<Sockets['opened']>>

interface Sockets {
  server: Server
  schema: GraphQLSchema
  allowedOrigins: string[]
  contextFor(headers: Record<string, unknown>, request: IncomingMessage): Promise<Context>
  live: Pick<Live, 'watchSessions'>
  standings: Standings
  log(error: unknown): void
  /** Told of each socket; it answers whom to tell of what is sent on it and how it ended. */
  opened?(request: IncomingMessage): { pushed(): void; admitted(ctx: Context): void; closed(code: number): void }
}

const largestMessage = 256 * 1024
const mostSubscriptions = 100
/** A socket that has not taken this much is slow: it is dropped and will reconnect. */
const mostBuffered = 1024 * 1024

/** Subscriptions by graphql-ws on the path of the queries. Returns how to close them (code 1001). */
export function serveSockets(options: Sockets): () => Promise<void> {
  const { server, schema, contextFor, log } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestMessage })
  server.on('upgrade', (request, socket, head) => {
    // A path that cannot be read is none of ours, so it is compared as it stands.
    if (request.url?.split('?')[0] !== '/graphql' || !isOwnOrigin(request, options.allowedOrigins)) refuse(socket)
    else sockets.handleUpgrade(request, socket, head, (accepted) => sockets.emit('connection', accepted, request))
  })

  const noted = new WeakMap<WebSocket, Noted>()
  const watch = watchSessions(options)
  const formatted = formatGraphqlError(log)
  const disposable = serveGraphql<Record<string, unknown>, Extra>(
    {
      schema,
      connectionInitWaitTimeout: 3_000,
      async onConnect({ connectionParams, extra }) {
        const headers = lowerCased(connectionParams ?? {})
        try {
          extra.ctx = await contextFor(headers, extra.request)
        } catch (error) {
          extra.socket.close(closeCode(error), closeReason(error))
          return false
        }
        if (!extra.ctx.actor) {
          extra.socket.close(4401, 'Sign in to continue.')
          return false
        }
        watch.add(extra.socket, extra.ctx.actor)
        noted.get(extra.socket)?.admitted(extra.ctx)
        return true
      },
      onClose({ extra }) {
        watch.remove(extra.socket)
      },
      context: ({ extra }): Request => ({ ctx: extra.ctx!, loaders: makeLoaders(extra.ctx!) }),
      subscribe: (args) => subscribeShared(args, log),
      onSubscribe({ subscriptions, extra }, _id, { query, operationName, variables }) {
        try {
          if (Object.keys(subscriptions).length > mostSubscriptions)
            throw graphqlErrorOf(new Refused(`One socket carries at most ${mostSubscriptions} subscriptions.`), log)
          const document = parseWithLimits(query)
          const errors = validateWithLimits(schema, document)
          if (errors.length > 0) return errors
          checkVariables(variables)
          if (getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION)
            refuseChange(extra.ctx!)
          return { schema, document, operationName, variableValues: variables }
        } catch (error) {
          // What cannot be read is answered: the other subscriptions of the socket are none the worse for it.
          return [error instanceof GraphQLError ? error : graphqlErrorOf(error, log)]
        }
      },
      onNext({ extra }, _id, _payload, _args, result) {
        noted.get(extra.socket)?.pushed()
        if (!result.errors) return undefined
        return { ...result, errors: result.errors.map((error) => formatted(error.toJSON(), error)) }
      },
      onError: (_ctx, _id, _payload, errors) =>
        errors.map((error) => asBadInput('toJSON' in error ? error.toJSON() : error)),
    },
    sockets,
  )
  sockets.on('connection', (socket, request) => {
    boundBuffer(socket)
    const notes = options.opened?.(request)
    if (!notes) return
    noted.set(socket, notes)
    socket.once('close', (code) => notes.closed(code))
  })
  return async () => {
    watch.stop()
    await disposable.dispose()
  }
}

/** What was made of one shared value for one document and its variables. */
const made = new WeakMap<object, Map<string, Promise<ExecutionResult>>>()

/** Like graphql's `subscribe`, but what many subscribers of the same view ask in the same words is executed once. */
async function subscribeShared(args: ExecutionArgs, log: (error: unknown) => void) {
  let source: AsyncIterable<unknown> | ExecutionResult
  try {
    source = await createSourceEventStream(args)
  } catch (error) {
    return { errors: [graphqlErrorOf(error, log)] }
  }
  if (!(Symbol.asyncIterator in source)) {
    return { errors: source.errors?.map((error) => graphqlErrorOf(error.originalError ?? error, log)) ?? [] }
  }
  const key = JSON.stringify([args.document.loc?.source.body, args.operationName, args.variableValues])
  return answers(source, (payload) => {
    if (!isShared(payload)) return execute({ ...args, rootValue: payload })
    const byDocument = made.get(payload) ?? new Map<string, Promise<ExecutionResult>>()
    made.set(payload, byDocument)
    const known = byDocument.get(key) ?? Promise.resolve(execute({ ...args, rootValue: payload }))
    byDocument.set(key, known)
    return known
  })
}

/** A generator that waits for a payload cannot be ended until one comes; this ends its source at once. */
function answers(
  source: AsyncIterable<unknown>,
  answer: (payload: unknown) => ExecutionResult | Promise<ExecutionResult>,
): AsyncIterableIterator<ExecutionResult> {
  const payloads = source[Symbol.asyncIterator]()
  const end = async (): Promise<IteratorResult<ExecutionResult>> => {
    await payloads.return?.()
    return { value: undefined, done: true }
  }
  return {
    async next() {
      const { value, done } = await payloads.next()
      return done ? { value: undefined, done } : { value: await answer(value), done: false }
    },
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/**
 * Whether a request asks for a WebSocket. Whatever else it offers to become, such as HTTP/2, is answered as if it had
 * not: for `shouldUpgradeCallback` of the server that `serveSockets` is given.
 */
export function asksForSocket(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket'
}

/** Says no and ends the connection, whether its caller ends it too, keeps it open or has left already. */
function refuse(socket: Duplex): void {
  socket.on('error', () => socket.destroy())
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n', () => socket.destroy())
}

function boundBuffer(socket: WebSocket): void {
  const timer = setInterval(() => {
    if (socket.bufferedAmount > mostBuffered) socket.terminate()
  }, 1_000)
  socket.on('close', () => clearInterval(timer))
}

/** Browsers say where a page came from; programs do not. */
function isOwnOrigin(request: IncomingMessage, allowed: string[]): boolean {
  const { origin, host } = request.headers
  if (!origin) return true
  return allowed.includes(origin) || URL.parse(origin)?.host === host
}

function lowerCased(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name.toLowerCase(), value]))
}

/** 4401 sends people to sign in again, so it is kept for sessions that are over; the others are worth another try. */
function closeCode(error: unknown): number {
  if (error instanceof Unauthenticated) return 4401
  return error instanceof UserFacingError && !(error instanceof Unavailable) ? 4403 : 1013
}

/** A close frame holds 123 bytes. */
function closeReason(error: unknown): string {
  return error instanceof UserFacingError ? error.message.slice(0, 120) : 'Try again in a moment.'
}
