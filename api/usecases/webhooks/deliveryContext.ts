import type { Context } from '../../context.ts'
import { leaseMs } from '../../database/leases.ts'
import { webhookFailureLimitMs, webhookRetryDelaysMs } from '../../domain/webhooks/webhooks.ts'

/** What delivering needs of the context of a process. */
export type DeliveryContext = Pick<Context, 'database' | 'live' | 'afterCommit' | 'now' | 'services' | 'config'>

/** The times and bounds of deliveries; tests choose others. */
export interface DeliverySettings {
  retryDelaysMs: readonly number[]
  /** A webhook to which nothing could be delivered for this long is disabled. */
  failureLimitMs: number
  /** How long a process that has ended keeps a delivery. Longer than an attempt may take. */
  leaseMs: number
  /** Maximum number of concurrent attempts for one webhook. */
  requestsPerWebhook: number
  /** Maximum number of concurrent attempts in one process; slow ones do not count. */
  maxRequests: number
  /** An attempt is slow after this time. */
  slowMs: number
}

export const defaultDeliverySettings: DeliverySettings = {
  retryDelaysMs: webhookRetryDelaysMs,
  failureLimitMs: webhookFailureLimitMs,
  leaseMs,
  requestsPerWebhook: 10,
  maxRequests: 50,
  slowMs: 1_000,
}
