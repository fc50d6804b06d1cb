import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ApolloServer } from '@apollo/server'
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled'
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer'
import { expressMiddleware } from '@as-integrations/express5'
import compression from 'compression'
import express, { type Express, type Request as HttpRequest } from 'express'
import helmet from 'helmet'
import type { Config } from './config.ts'
import type { Context, Services } from './context.ts'
import { rows, type Database } from './database/connection.ts'
import { Unavailable } from './domain/errors.ts'
import { addressOf, credentialsOf } from './http/credentials.ts'
import { formatGraphqlError, graphqlErrorOf } from './http/graphqlErrors.ts'
import {
  introspectionForMembers,
  limitRules,
  limits,
  refuseChangesByReadOnlyKeys,
  retryAfterHeader,
} from './http/graphqlLimits.ts'
import { answerProblems, problemOf } from './http/problems.ts'
import { restRouter } from './http/rest.ts'
import { securityPolicy } from './http/securityPolicy.ts'
import { serveSockets } from './http/sockets.ts'
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
}

/** Wires everything together. The server listens on nothing yet; `stop` answers what was accepted, then closes. */
export async function makeServer(parts: Parts): Promise<{ server: Server; stop: () => Promise<void> }> {
  const { config, log } = parts
  const app = express()
  const server = createServer(app)
  app.disable('x-powered-by')
  app.use(helmet(securityPolicy(config)))
  app.use(compression())

  const contextFor = async (headers: Record<string, unknown>, request: IncomingMessage): Promise<Context> => {
    const credentials = credentialsOf(headers as Record<string, string>)
    const ctx: Context = {
      actor: await findActor(parts, credentials),
      requestId: randomUUID(),
      address: addressOf(request, config.trustedProxies),
      now: parts.now,
      database: parts.database,
      live: parts.live,
      services: parts.services,
      config,
    }
    if (credentials.token) {
      await noteKeyUse(ctx, credentials.token)
      await noteView(ctx, credentials.token)
    }
    return ctx
  }
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
      ApolloServerPluginDrainHttpServer({ httpServer: server }),
      introspectionForMembers,
      refuseChangesByReadOnlyKeys,
      retryAfterHeader,
      { serverWillStart: async () => ({ drainServer: closeSockets }) },
    ],
  })
  await apollo.start()
  app.use(
    '/graphql',
    express.json({ limit: '1mb' }),
    expressMiddleware(apollo, {
      context: async ({ req }): Promise<Request> => {
        try {
          const ctx = await contextFor(req.headers, req)
          return { ctx, loaders: makeLoaders(ctx) }
        } catch (error) {
          throw graphqlErrorOf(error, log)
        }
      },
    }),
  )
  serveRest(app, parts, (request) => contextFor(request.headers, request))
  serveClient(app, config)
  app.use(answerProblems(log))
  return { server, stop: () => apollo.stop() }
}

function serveRest(app: Express, parts: Parts, contextOf: (request: HttpRequest) => Promise<Context>): void {
  const router = express.Router()
  router.get('/health', async (_request, response) => {
    try {
      await parts.database.within('platform', (em) => rows(em, 'select 1'))
      response.json({ status: 'ok' })
    } catch (error) {
      response.status(503).type('application/problem+json').json(problemOf(error))
    }
  })
  router.use(restRouter(features, contextOf))
  app.use('/api', router)
}

/** The built client: hashed files for good, the page itself always anew, for any path that is a screen's. */
function serveClient(app: Express, config: Config): void {
  const folder = resolve(config.webDir)
  const page = join(folder, 'index.html')
  app.use('/assets', express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }))
  app.use(express.static(folder, { index: false }))
  app.get(/.*/, (_request, response, next) => {
    if (!existsSync(page)) return next(new Unavailable('The web client has not been built. Run npm run build.'))
    response.setHeader('Cache-Control', 'no-cache').sendFile(page)
  })
}
