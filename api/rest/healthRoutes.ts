import { z } from 'zod'
import type { RouteDescription } from './routeDefinition.ts'

const healthy = z.object({ status: z.literal('ok') }).meta({ id: 'Healthy' })

/** Describes the unauthenticated routes of `lifecycle/health.ts` and `observability/metricsRoute.ts`. */
export const healthRoutes: RouteDescription[] = [
  {
    method: 'get',
    path: '/health',
    operationId: 'health',
    access: 'public',
    summary: 'Check the database',
    response: healthy,
    errors: { 503: 'The database cannot be reached.' },
  },
  {
    method: 'get',
    path: '/health/live',
    operationId: 'healthLive',
    access: 'public',
    summary: 'Check that the process responds',
    response: healthy,
  },
  {
    method: 'get',
    path: '/health/ready',
    operationId: 'healthReady',
    access: 'public',
    summary: 'Check that the server accepts requests',
    description: 'Succeeds if the database is reachable and migrated and the server is not stopping.',
    response: healthy,
    errors: { 503: 'The server is not ready. `Retry-After` says when to check again.' },
  },
  {
    method: 'get',
    path: '/metrics',
    operationId: 'metrics',
    access: 'public',
    summary: 'Read the process metrics',
    description:
      'If `METRICS_TOKEN` is set, it must be sent as a Bearer token; otherwise only programs on the same machine have access.',
    response: { files: { 'text/plain': 'Metrics in the Prometheus text format.' } },
    errors: { 404: 'No token is set, and the request comes from another machine.' },
  },
]
