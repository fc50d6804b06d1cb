import { createServer, type IncomingMessage, type Server } from 'node:http'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import compression from 'compression'
import express, { type Express, type RequestHandler } from 'express'
import { GraphQLError } from 'graphql'
import type { Config } from './config.ts'
import { createCaches, type Context } from './context.ts'
import type { Services } from './services/services.ts'
import type { Database } from './database/connection.ts'
import { NotFound, Unavailable } from './domain/errors.ts'
import { createAnonymousLimit } from './rest/anonymousLimit.ts'
import { clientErrorsRouter } from './rest/clientErrors.ts'
import { clientAddress, credentialsOf, originOf } from './rest/credentials.ts'
import { allowOrigins } from './rest/crossOrigin.ts'
import { deviceTokenOf } from './rest/deviceCookie.ts'
import { makeAfterCommit } from './lifecycle/afterCommit.ts'
import { makeDrain } from './lifecycle/drain.ts'
import { createDocumentCache, toDocumentStore } from './graphql/documents.ts'
import { makeErrorFormatter, sendLimitErrors, toGraphqlError } from './graphql/errors.ts'
import { executeOperations } from './graphql/execution.ts'
import { serveExplorer } from './graphql/explorer.ts'
import { executeOnce } from './graphql/idempotency.ts'
import { serveGraphql } from './graphql/httpHandler.ts'
import { limitRules, limits } from './graphql/limits.ts'
import { checkOperations } from './graphql/operationChecks.ts'
import { isPublicRequest } from './graphql/publicRequests.ts'
import { recordOperations } from './graphql/recordOperations.ts'
import { healthRouter } from './lifecycle/health.ts'
import { createBacklogReader } from './observability/backlog.ts'
import { makeMetrics, type Metrics } from './observability/metrics.ts'
import { metricsRouter } from './observability/metricsRoute.ts'
import { tellRateLimit } from './observability/rateLimitHeaders.ts'
import { sendProblems } from './rest/problems.ts'
import { logRequests, requestIdOf } from './observability/requestLog.ts'
import { currentRequest, type CompletedRequest } from './observability/requestScope.ts'
import { referenceAssets } from './rest/referencePage.ts'
import { parseJsonBody } from './rest/jsonBody.ts'
import { restRouter } from './rest/router.ts'
import { securityHeaders } from './rest/securityPolicy.ts'
import { logSockets, type ClosedSocket } from './observability/socketLog.ts'
import { isWebSocketUpgrade, serveSockets } from './sockets/socketServer.ts'
import type { Live } from './live/live.ts'
import { shareRateLimiters } from './live/rateLimiters.ts'
import type { SharedViews } from './live/sharedView.ts'
import { makeLoaders } from './graphql/loaders.ts'
import type { ResolverContext } from './graphql/resolverContext.ts'
import { documentTextOf, readTrustedDocuments, resolveDocument } from './graphql/trustedDocuments.ts'
import { countResponses } from './graphql/responseBudget.ts'
import { makeSchema } from './resolvers/all.ts'
import { featuresFor } from './routes/all.ts'
import { touchApiKey } from './usecases/apiKeys/apiKeys.ts'
import { findActor, findSession, evictSessions, readSessionStates } from './usecases/auth/sessions.ts'
import { touchSession } from './usecases/auth/sessionUse.ts'
import type { SharedContext } from './usecases/jobs/jobLease.ts'
import { recordViewAs } from './usecases/auth/viewAsAudit.ts'

/** The parts a server is created from. */
export interface ServerOptions {
  config: Config
  database: Database
  live: Live
  services: Services
  now: () => Date
  log: (error: unknown) => void
  /** Defaults to new metrics. */
  metrics?: Metrics
  /** Called for each completed request and closed socket. */
  onEnded?: (what: CompletedRequest | ClosedSocket) => void
}

export interface ServerHandle {
  server: Server
  /** The context of every request, without what belongs to one. */
  sharedContext: SharedContext
  /**
   * Stops the server: announces the stop for `delayMs` while accepting requests, then waits up to `timeoutMs` for open
   * requests. Returns the number of requests that were aborted.
   */
  stop(options?: { delayMs?: number; timeoutMs?: number }): Promise<number>
}

/**
 * How long an unused connection stays open. Longer than in the proxy (2 minutes in Caddy), which therefore closes it first: a
 * request that is sent while the server closes the connection fails.
 */
const idleConnectionMs = 130_000

/** Creates the server. It does not listen yet. */
export async function makeServer(options: ServerOptions): Promise<ServerHandle> {
  const { config, database, live, services, now, log, metrics = makeMetrics(), onEnded = () => undefined } = options
  const afterCommit = makeAfterCommit({ live, metrics, database })
  const app = express()
  const server = createServer({ shouldUpgradeCallback: isWebSocketUpgrade, keepAliveTimeout: idleConnectionMs }, app)
  const drain = makeDrain(server)
  const caches = createCaches(now)
  const rateLimiters = shareRateLimiters(live, config, now, tellRateLimit)
  const anonymousLimit = createAnonymousLimit(rateLimiters.anonymousRequests, caches, config)
  app.disable('x-powered-by')
  app.use(logRequests(metrics, onEnded))
  app.use(securityHeaders(config))
  const compress = compression()
  app.use((request, response, next) =>
    // The GraphQL handler compresses its own responses.
    request.path === '/graphql' ? next() : compress(request, response, next),
  )
  app.use('/api', healthRouter({ database, isStopping: drain.isStopping }))
  app.use('/api', metricsRouter(metrics, config.metricsToken, createBacklogReader(metrics, database, now)))
  app.use(
    '/client-errors',
    clientErrorsRouter((request) => clientAddress(request, config.trustedProxies), rateLimiters.errorReports),
  )
  app.use('/api/docs', referenceAssets())
  app.use(['/api', '/graphql'], allowOrigins(config.allowedOrigins))

  const sharedViews: SharedViews = new Map()
  const shared = {
    now,
    database,
    live,
    afterCommit,
    sharedViews,
    services,
    config,
    caches,
    rateLimiters,
    tellRateLimit,
  }
  const contextFor = async (headers: Record<string, unknown>, request: IncomingMessage): Promise<Context> => {
    const credentials = credentialsOf(headers as Record<string, string>)
    const { token } = credentials
    const actor =
      token && (await anonymousLimit.authenticate(request, token, () => findActor({ ...options, caches }, credentials)))
    const ctx = { ...anonymousContext(request), actor: actor || null }
    recordActor(ctx)
    if (token) {
      await touchApiKey(ctx, token)
      await touchSession(ctx, token)
      await recordViewAs(ctx, token)
    }
    return ctx
  }
  const countAnonymous: RequestHandler = async (request, _response, next) => {
    await anonymousLimit.check(request, (token) => findSession({ ...options, caches }, token))
    next()
  }
  /** Context for public operations. The session is not checked, so that users with an expired session can sign in. */
  const anonymousContext = (request: IncomingMessage): Context => ({
    actor: null,
    requestId: currentRequest()?.requestId ?? requestIdOf(request.headers),
    address: clientAddress(request, config.trustedProxies),
    deviceToken: deviceTokenOf(request, config.trustedProxies),
    origin: originOf(request, config.trustedProxies),
    userAgent: request.headers['user-agent'] ?? null,
    ...shared,
  })
  live.subscribeSessions((userId) => evictSessions(caches, userId))

  const schema = await makeSchema()
  countResponses(schema)
  const documents = createDocumentCache()
  const trustedDocuments = readTrustedDocuments(config.webDir)
  const closeSockets = serveSockets({
    server,
    schema,
    documents,
    documentTextOf: (request) => documentTextOf(request, trustedDocuments, config.onlyTrustedDocuments),
    allowedOrigins: config.allowedOrigins,
    contextFor,
    live,
    readSessionStates: (sessionIds) => readSessionStates(options, sessionIds),
    evictSessions: (userId) => evictSessions(caches, userId),
    log,
    logSocket: logSockets(metrics, onEnded),
  })
  const formatError = makeErrorFormatter(log)
  const apollo = new ApolloServer<ResolverContext>({
    schema,
    introspection: true,
    hideSchemaDetailsFromClientErrors: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    persistedQueries: false,
    // A page of another site cannot send any of these headers without asking first. Clients with a token, such as urql, send queries by GET.
    csrfPrevention: { requestHeaders: ['authorization', 'apollo-require-preflight', 'x-apollo-operation-name'] },
    documentStore: toDocumentStore(documents),
    parseOptions: { maxTokens: limits.tokens },
    validationRules: limitRules,
    formatError,
    logger: { debug: () => undefined, info: () => undefined, warn: log, error: log },
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      checkOperations(schema),
      recordOperations(metrics),
      executeOperations(schema, formatError),
    ],
  })
  await apollo.start()
  app.use(
    '/graphql',
    serveExplorer(config.webDir),
    countAnonymous,
    parseJsonBody,
    serveGraphql(
      apollo,
      async (request) => {
        try {
          resolveDocument(request, trustedDocuments, config.onlyTrustedDocuments)
          const ctx = isPublicRequest(request.body)
            ? anonymousContext(request)
            : await contextFor(request.headers, request)
          return { ctx, loaders: makeLoaders(ctx), response: request.res }
        } catch (error) {
          throw error instanceof GraphQLError ? error : toGraphqlError(error, log)
        }
      },
      (context, request, execute) => executeOnce(context, request, execute, log),
    ),
    sendLimitErrors(log),
  )
  app.use(
    '/api',
    // Tiles have a limit of their own.
    (request, response, next) =>
      request.path.startsWith('/basemap/') ? next() : countAnonymous(request, response, next),
    restRouter(featuresFor(config), (request, { access }) =>
      access === 'public' ? anonymousContext(request) : contextFor(request.headers, request),
    ),
  )
  serveClient(app, config)
  // Express's own answer would have another policy.
  app.use(() => {
    throw new NotFound('There is no such page.')
  })
  app.use(sendProblems(log))
  return {
    server,
    sharedContext: shared,
    async stop({ delayMs = 0, timeoutMs = 20_000 } = {}) {
      await drain.startDraining(delayMs)
      const [cutOff] = await Promise.all([drain.close(timeoutMs), closeSockets()])
      await apollo.stop()
      return cutOff
    },
  }
}

function recordActor({ actor }: Context): void {
  const notes = currentRequest()
  if (!notes || !actor) return
  notes.actorId = actor.userId
  if (actor.tenantId) notes.tenantId = actor.tenantId
}

/**
 * Serves the built web client: hashed files are cached forever; the page, which is served for every path of a screen, and
 * the service worker are revalidated on each request. The minimum password length and who may sign up are inserted into the page for its
 * forms, and into the page's revision in the worker, so that a stored page is replaced when one of them changes.
 */
function serveClient(app: Express, config: Config): void {
  const folder = resolve(config.webDir)
  const minimumLength = /(minimum-password-length(?:" content="|-))\d+/
  const signUp = /(sign-up(?:" content="|-))approval/
  const sendFile = (name: string, type: string): RequestHandler => {
    const file = join(folder, name)
    return async (_request, response, next) => {
      if (!existsSync(file)) return next(new Unavailable('The web client has not been built. Run npm run build.'))
      const text = (await readFile(file, 'utf8'))
        .replace(minimumLength, `$1${config.minimumPasswordLength}`)
        .replace(signUp, `$1${config.signUp}`)
      response.setHeader('Cache-Control', 'no-cache').type(type).send(text)
    }
  }
  app.use('/assets', express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }))
  app.get(/^\/index\.html$/, sendFile('index.html', 'html'))
  app.get(/^\/serviceWorker\.js$/, sendFile('serviceWorker.js', 'js'))
  app.use(express.static(folder, { index: false }))
  app.get(/.*/, sendFile('index.html', 'html'))
}
