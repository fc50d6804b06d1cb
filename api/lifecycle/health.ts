import express, { type Response, type Router } from 'express'
import { migrationNames } from '../../migrations/list.ts'
import { queryRows, type Database } from '../database/connection.ts'
import { makeProblem, problemOf } from '../rest/problems.ts'

/** What the health checks depend on. */
export interface HealthOptions {
  database: Database
  isStopping(): boolean
}

/** The result of the readiness check is cached, so that frequent checks by proxies do not burden the database. */
const cacheMs = 500

/**
 * Serves the health checks. `/health`: the database responds. `/health/live`: the process responds. `/health/ready`:
 * the server accepts requests, and names the nodes of a distributed database that do not answer; responds with 503 and Retry-After
 * while the server is stopping.
 */
export function healthRouter({ database, isStopping }: HealthOptions): Router {
  const router = express.Router()
  const readProblems = cacheBriefly(() => findProblems(database))

  router.use('/health', (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store')
    next()
  })
  router.get('/health', async (_request, response) => {
    try {
      await database.within('platform', (em) => queryRows(em, 'select 1'))
      response.json({ status: 'ok' })
    } catch (error) {
      response.status(503).type('application/problem+json').json(problemOf(error))
    }
  })
  router.get('/health/live', (_request, response) => void response.json({ status: 'ok' }))
  router.get('/health/ready', async (_request, response) => {
    if (isStopping()) return sendUnavailable(response, 'The server is stopping.')
    const problems = await readProblems()
    if (problems.length > 0) return sendUnavailable(response, problems.join(' '))
    // The tenants of the other nodes are served, so the proxy keeps this process.
    const missing = database.missingNodes()
    response.json({ status: 'ok', ...(missing.length > 0 && { missing_nodes: missing }) })
  })
  return router
}

function sendUnavailable(response: Response, detail: string): void {
  response.status(503).setHeader('Retry-After', '5').type('application/problem+json')
  response.json(makeProblem(503, detail))
}

/** Returns the reasons why the database cannot be used, one sentence each; empty if there are none. */
async function findProblems(database: Database): Promise<string[]> {
  try {
    return await database.within('platform', async (em) => {
      const applied = await queryRows<{ name: string }>(em, 'select name from schema_migrations')
      const installed = await queryRows(em, `select from installation where key = 'projections'`)
      const missing = migrationNames.filter((name) => !applied.some((row) => row.name === name))
      return [
        ...(missing.length > 0 ? [`The database is missing migrations: ${missing.join(', ')}.`] : []),
        // Projections of another version are accepted: a function in the database computes them, not the server.
        ...(installed.length > 0 ? [] : ['The projections are not installed.']),
      ]
    })
  } catch (error) {
    return [problemOf(error).detail]
  }
}

/** Caches the result of `read` for a short time; concurrent callers share one call. */
function cacheBriefly<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null
  let expiresAt = 0
  return () => {
    if (!result || Date.now() > expiresAt) {
      result = read()
      expiresAt = Date.now() + cacheMs
    }
    return result
  }
}
