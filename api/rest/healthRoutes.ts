import { z } from 'zod'
import type { RouteDescription } from './routeDefinition.ts'

const healthy = z.object({ status: z.literal('ok') }).meta({ id: 'Healthy' })

/** What the server answers before it asks who is there: described here, served by `http/health.ts` and `http/metricsRoute.ts`. */
export const healthRoutes: RouteDescription[] = [
  {
    method: 'get',
    path: '/health',
    operationId: 'health',
    access: 'public',
    summary: 'Ask whether there is a database',
    response: healthy,
    errors: { 503: 'The database cannot be reached.' },
  },
  {
    method: 'get',
    path: '/health/live',
    operationId: 'healthLive',
    access: 'public',
    summary: 'Ask whether the process answers',
    response: healthy,
  },
  {
    method: 'get',
    path: '/health/ready',
    operationId: 'healthReady',
    access: 'public',
    summary: 'Ask whether requests may come',
    description: 'The database can be reached and is migrated, and the server was not told to stop.',
    response: healthy,
    errors: { 503: 'Not yet, or not any more; Retry-After says when to ask again.' },
  },
  {
    method: 'get',
    path: '/metrics',
    operationId: 'metrics',
    access: 'public',
    summary: 'Read the figures of the process',
    description: 'With `METRICS_TOKEN` set, who sends it as Bearer; otherwise programs of the same machine only.',
    response: { files: { 'text/plain': "Prometheus' text format." } },
    errors: { 404: 'No token is set, and the caller is elsewhere.' },
  },
]
