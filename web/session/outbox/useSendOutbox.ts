import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { onReturn } from '../../lib/onReturn.ts'
import { useMockData } from '../person/mockData.ts'
import { useRestClient } from '../person/useRestClient.ts'
import { importStoredKnocks } from './importStoredKnocks.ts'
import { createSyncSender } from './syncSender.ts'
import { useOutbox } from './useOutbox.ts'

/**
 * Sends the outbox of the signed-in user: at once, when the connection returns, when the app comes to the front, and
 * after a failure when the next attempt is due.
 */
export function useSendOutbox(): void {
  const outbox = useOutbox()
  const client = useApolloClient()
  const callRest = useRestClient()
  const mock = useMockData()
  useEffect(() => {
    // Mock data refuses every mutation. The items are real, so they stay in the outbox until mock data is off.
    if (mock) return
    outbox.setSender(createSyncSender(client, callRest))
    const flush = () => void outbox.flush()
    let timer: ReturnType<typeof setTimeout> | undefined
    let scheduledFor: number | undefined
    const unsubscribe = outbox.subscribe(() => {
      const { retryAt } = outbox.state()
      if (retryAt === scheduledFor) return
      scheduledFor = retryAt
      clearTimeout(timer)
      if (retryAt !== undefined) timer = setTimeout(flush, retryAt - Date.now())
    })
    void importStoredKnocks(outbox, localStorage).finally(flush)
    const stopFlushing = onReturn(flush)
    return () => {
      unsubscribe()
      stopFlushing()
      clearTimeout(timer)
      outbox.setSender(undefined)
    }
  }, [outbox, client, callRest, mock])
}
