import { useEffect, useRef } from 'react'
import type { WebhookItemFragment } from '../../gql/graphql.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'

const REFETCH_INTERVAL_MS = 1500

/** Calls `callback` after there were new deliveries or attempts, which change the counters of the webhook. */
export function useOnAttempts(webhook: WebhookItemFragment, callback: () => void): void {
  const { waitingCount, retryingCount, failedCount, hours } = webhook
  const counters = JSON.stringify([waitingCount, retryingCount, failedCount, hours])
  const seen = useRef(counters)
  const callThrottled = useThrottledCallback(callback, REFETCH_INTERVAL_MS)
  useEffect(() => {
    if (counters === seen.current) return
    seen.current = counters
    callThrottled()
  }, [counters, callThrottled])
}
