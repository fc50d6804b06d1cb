import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { listCaches } from '../domain/boundedCache.ts'
import type { CompletedRequest } from './requestScope.ts'

/** The metrics of one server process. Labels contain no tenants, people or values chosen by clients. */
export type Metrics = ReturnType<typeof makeMetrics>

const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const longDurationBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900]

/** Creates a separate registry, so that several servers in one process do not share metrics. */
export function makeMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `porchlight_${name}`, help, labelNames, registers })
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `porchlight_${name}`, help, labelNames, registers })
  const histogram = <Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram({ name: `porchlight_${name}`, help, buckets, labelNames, registers })

  const cacheGauge = (name: string, help: string, of: 'entries' | 'bytes') =>
    new Gauge({
      name: `porchlight_${name}`,
      help,
      labelNames: ['cache'],
      registers,
      collect() {
        for (const cache of listCaches()) this.set({ cache: cache.name }, cache[of])
      },
    })
  cacheGauge('cache_entries', 'Entries of each cache.', 'entries')
  cacheGauge('cache_bytes', 'Estimated size of each cache.', 'bytes')
  const requests = counter('http_requests_total', 'Completed requests.', 'method', 'route', 'status')
  const durations = histogram(
    'http_request_duration_seconds',
    'Time from the request to the end of the response.',
    durationBuckets,
    'method',
    'route',
  )
  const abortedRequests = counter(
    'http_requests_aborted_total',
    'Requests whose client disconnected before the response was complete.',
    'method',
    'route',
  )
  const deprecatedAbortedRequests = counter(
    'http_requests_broken_off_total',
    'Deprecated name of porchlight_http_requests_aborted_total.',
    'method',
    'route',
  )
  return {
    registry,
    requestsRunning: gauge('http_requests_running', 'Requests in progress.'),
    operations: counter(
      'graphql_operations_total',
      'GraphQL operations by type and first field; internal: with an error of the server itself.',
      'operation',
      'outcome',
    ),
    operationDurations: histogram(
      'graphql_operation_duration_seconds',
      'Duration of GraphQL operations over HTTP.',
      durationBuckets,
      'operation',
    ),
    socketsOpen: gauge('sockets_open', 'Open WebSockets.'),
    pushes: counter('live_pushes_total', 'Subscription results sent.'),
    events: counter('activity_events_total', 'Events recorded by this process in committed transactions.', 'type'),
    transactionsRunning: gauge('database_transactions_running', 'Transactions that hold or wait for a connection.'),
    poolSize: gauge('database_pool_size', 'Maximum number of connections of this process.'),
    transactionDurations: histogram(
      'database_transaction_duration_seconds',
      'Duration of transactions, including the wait for a connection.',
      durationBuckets,
    ),
    transactionsFailed: counter('database_transactions_failed_total', 'Transactions rolled back.'),
    databaseTimeouts: counter(
      'database_timeouts_total',
      'Transactions that PostgreSQL ended at a time limit (statement, lock, idle_in_transaction) or in a deadlock.',
      'limit',
    ),
    deadConnections: counter('database_dead_connections_total', 'Connections closed because nothing arrived on them.'),
    queueFull: counter('queue_full_total', 'Requests refused because a queue was full.', 'queue'),
    backgroundErrors: counter('background_errors_total', 'Errors that no response reports, by place.', 'place'),
    clientErrors: counter(
      'client_errors_total',
      'Errors that browsers reported; refused: over the rate limit or invalid.',
      'outcome',
    ),
    jobs: gauge('jobs', 'Exports, imports and their undo that wait (queued) or run, of all processes.', 'status'),
    oldestJob: gauge('jobs_oldest_seconds', 'Age of the oldest of them.', 'status'),
    jobsFailed: counter(
      'jobs_failed_total',
      'Jobs that failed in this process; refused: for a reason that the user was told, such as an invalid file.',
      'kind',
      'reason',
    ),
    deliveries: gauge(
      'webhook_deliveries',
      'Deliveries that wait for their first (waiting) or a later attempt.',
      'status',
    ),
    overdueDelivery: gauge('webhook_deliveries_overdue_seconds', 'Since when the longest of them is due.', 'status'),
    webhookEventsBehind: gauge('webhook_events_behind', 'Events that no delivery was made of yet, of all webhooks.'),
    lastSuccess: gauge(
      'last_success_timestamp_seconds',
      'When work last succeeded: a backup that was restored for a test, one that was only read, the anchors of all logs.',
      'work',
    ),
    documentsRunning: gauge('document_jobs_running', 'Document jobs in progress or waiting.', 'job'),
    documents: counter('document_jobs_total', 'Completed document jobs.', 'job', 'outcome'),
    documentDurations: histogram(
      'document_job_duration_seconds',
      'Time from the request to the last byte.',
      longDurationBuckets,
      'job',
    ),
    upstream: counter(
      'upstream_requests_total',
      'Requests to outside services; failed: no response.',
      'provider',
      'outcome',
    ),
    upstreamDurations: histogram(
      'upstream_request_duration_seconds',
      'Time to the response headers.',
      durationBuckets,
      'provider',
    ),
    recordRequest({ method, route, status, ms, aborted, operation }: CompletedRequest): void {
      requests.inc({ method, route, status: String(status) })
      durations.observe({ method, route }, ms / 1000)
      if (aborted) for (const metric of [abortedRequests, deprecatedAbortedRequests]) metric.inc({ method, route })
      if (operation) this.operationDurations.observe({ operation }, ms / 1000)
    },
  }
}
