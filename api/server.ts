import { createServer, type IncomingMessage, type Server } from 'node:http'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import { expressMiddleware } from '@as-integrations/express5'
import compression from 'compression'
import express, { type Express } from 'express'
import helmet from 'helmet'
import type { Config } from './config.ts'
import type { Context, Services } from './context.ts'
import type { Database } from './database/connection.ts'
import { Unavailable } from './domain/errors.ts'
import { addressOf, credentialsOf } from './http/credentials.ts'
import { makeDrain } from './http/drain.ts'
import { formatGraphqlError, graphqlErrorOf } from './http/graphqlErrors.ts'
import { graphqlExplorer } from './http/graphqlExplorer.ts'
import {
  introspectionForMembers,
  limitRules,
  limits,
  refuseChangesByReadOnlyKeys,
  refuseUnstorable,
  retryAfterHeader,
} from './http/graphqlLimits.ts'
import { isPublic } from './http/graphqlPublic.ts'
import { graphqlNotes } from './http/graphqlNotes.ts'
import { healthRoutes } from './http/health.ts'
import { makeMetrics, type Metrics } from './http/metrics.ts'
import { metricsRoute } from './http/metricsRoute.ts'
import { answerProblems } from './http/problems.ts'
import { noteRequests, requestIdOf, type Answered } from './http/requestLog.ts'
import { currentRequest } from './http/requestScope.ts'
import { restRouter } from './http/rest.ts'
import { securityPolicy } from './http/securityPolicy.ts'
import { noteSockets, type SocketEnded } from './http/socketNotes.ts'
import { asksForSocket, serveSockets } from './http/sockets.ts'
import type { Live } from './live/live.ts'
import { makeLoaders } from './resolvers/loaders.ts'
import type { Request } from './resolvers/request.ts'
import { makeSchema } from './resolvers/schema.ts'
import { features } from './routes/all.ts'
import { noteKeyUse } from './usecases/apiKeys.ts'
import { findActor, forgetSessions, readStandings } from './usecases/sessions.ts'
import { noteView } from './usecases/views.ts'

/** What the server is made of. */
export interface Parts {
  config: Config
  database: Database
  live: Live
  services: Services
  now: () => Date
  log: (error: unknown) => void
  /** Where things are counted; a server that is given none counts for itself. */
  metrics?: Metrics
  /** Told of each request that was answered and each socket that ended. */
  ended?: (what: Answered | SocketEnded) => void
}

export interface RunningServer {
  server: Server
  /**
   * Answers what was accepted, then closes: for `delayMs` it only says that it is stopping, and after `boundMs` more it
   * cuts off what is not done. Resolves with how many requests were.
   */
  stop(options?: { delayMs?: number; boundMs?: number }): Promise<number>
}

/** Wires everything together. The server listens on nothing yet. */
export async function makeServer(parts: Parts): Promise<RunningServer> {
  const { config, log, metrics = makeMetrics(), ended = () => undefined } = parts
  const app = express()
  const server = createServer({ shouldUpgradeCallback: asksForSocket }, app)
  const drain = makeDrain(server)
  app.disable('x-powered-by')
  app.use(noteRequests(metrics, ended))
  app.use(helmet(securityPolicy(config)))
  app.use(compression())
  app.use('/api', healthRoutes({ database: parts.database, stopping: drain.stopping }))
  app.use('/api', metricsRoute(metrics, config.metricsToken))

  const contextFor = async (headers: Record<string, unknown>, request: IncomingMessage): Promise<Context> => {
    const credentials = credentialsOf(headers as Record<string, string>)
    const ctx = { ...anybody(request), actor: await findActor(parts, credentials) }
    noteActor(ctx)
    if (credentials.token) {
      await noteKeyUse(ctx, credentials.token)
      await noteView(ctx, credentials.token)
    }
    return ctx
  }
  /** For what is public: nobody is asked who they are, so a session that ended does not keep them from signing in. */
  const anybody = (request: IncomingMessage): Context => ({
    actor: null,
    requestId: currentRequest()?.requestId ?? requestIdOf(request.headers),
    address: addressOf(request, config.trustedProxies),
    now: parts.now,
    database: parts.database,
    live: parts.live,
    services: parts.services,
    config,
  })
  parts.live.watchSessions(forgetSessions)

  const schema = await makeSchema()
  const closeSockets = serveSockets({
    server,
    schema,
    allowedOrigins: config.allowedOrigins,
    contextFor,
    live: parts.live,
    standings: (sessionIds) => readStandings(parts, sessionIds),
    log,
    opened: noteSockets(metrics, ended),
  })
  const apollo = new ApolloServer<Request>({
    schema,
    introspection: true,
    hideSchemaDetailsFromClientErrors: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    parseOptions: { maxTokens: limits.tokens },
    validationRules: limitRules,
    formatError: formatGraphqlError(log),
    logger: { debug: () => undefined, info: () => undefined, warn: log, error: log },
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      introspectionForMembers,
      refuseChangesByReadOnlyKeys,
      refuseUnstorable,
      retryAfterHeader,
      graphqlNotes(metrics),
    ],
  })
  await apollo.start()
  app.use(
    '/graphql',
    graphqlExplorer(config.webDir),
    express.json({ limit: '1mb' }),
    expressMiddleware(apollo, {
      context: async ({ req }): Promise<Request> => {
        try {
          const ctx = isPublic(req.body) ? anybody(req) : await contextFor(req.headers, req)
          return { ctx, loaders: makeLoaders(ctx) }
        } catch (error) {
          throw graphqlErrorOf(error, log)
        }
      },
    }),
  )
  app.use(
    '/api',
    restRouter(features, (request, { access }) =>
      access === 'public' ? anybody(request) : contextFor(request.headers, request),
    ),
  )
  serveClient(app, config)
  app.use(answerProblems(log))
  return {
    server,
    async stop({ delayMs = 0, boundMs = 20_000 } = {}) {
      await drain.announce(delayMs)
      const [cutOff] = await Promise.all([drain.close(boundMs), closeSockets()])
      await apollo.stop()
      return cutOff
    },
  }
}

function noteActor({ actor }: Context): void {
  const notes = currentRequest()
  if (!notes || !actor) return
  notes.actorId = actor.userId
  if (actor.tenantId) notes.tenantId = actor.tenantId
}

/**
 * The built client: hashed files for good, the page itself always anew, for any path that is a screen's. The page tells its
 * forms how long a password is at least.
 */
function serveClient(app: Express, config: Config): void {
  const folder = resolve(config.webDir)
  const page = join(folder, 'index.html')
  app.use('/assets', express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }))
  app.use(express.static(folder, { index: false }))
  app.get(/.*/, async (_request, response, next) => {
    if (!existsSync(page)) return next(new Unavailable('The web client has not been built. Run npm run build.'))
    const least = /(<meta name="minimum-password-length" content=")\d+/
    const text = (await readFile(page, 'utf8')).replace(least, `$1${config.minimumPasswordLength}`)
    response.setHeader('Cache-Control', 'no-cache').type('html').send(text)
  })
}
