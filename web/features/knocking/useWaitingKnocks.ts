import { useApolloClient } from '@apollo/client/react'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { LogKnockDocument, WithdrawKnockDocument } from '../../gql/graphql.ts'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import { toastError } from '../../lib/toasts.ts'
import { hideKnock, showStatus } from './knockCache.ts'
import { type Pending, type PendingKnock, type Sent, sharedQueue } from './knockQueue.ts'

/** A request that is never answered, as on a phone that changed networks, would keep everything behind it waiting. */
const ANSWER_WITHIN = 30_000

/**
 * The knocks of a queue: `flush` sends all of them, and `waiting` lists those that could not be sent. One that the server
 * refuses is taken back on the screen, with the server's reason.
 */
export function useWaitingKnocks(name: string) {
  const { cache, mutate } = useKnockCalls()
  const queue = useMemo(() => sharedQueue(name), [name])
  const entries = useSyncExternalStore(queue.subscribe, queue.entries)
  const triedInVain = useSyncExternalStore(queue.subscribe, queue.triedInVain)

  const send = useCallback(
    async (entry: Pending): Promise<Sent> => {
      try {
        const refusal = await mutate(entry)
        if (refusal) toastError(`${entry.address}: ${refusal}`)
        if (refusal && entry.kind === 'knock') hideKnock(cache, entry)
        return refusal ? 'refused' : 'sent'
      } catch (error) {
        if (!isFinal(error)) return 'later'
        if (entry.kind === 'knock') hideKnock(cache, entry)
        toastError(`${entry.address}: ${errorMessage(error, 'Failed to save this knock')}`)
        return 'refused'
      }
    },
    [cache, mutate],
  )
  const flush = useCallback(() => queue.flush(send), [queue, send])

  // A knock on its way is not news; one that could not be sent is.
  const waiting = entries.filter(({ eventId }) => !navigator.onLine || triedInVain.has(eventId))
  return { queue, flush, waiting }
}

/** Neither a lost connection nor a busy server nor an ended session is the knock's fault: it is tried again. */
function isFinal(error: unknown): boolean {
  return ['NOT_FOUND', 'FORBIDDEN', 'BAD_USER_INPUT', 'CONFLICT'].includes(errorCode(error))
}

/** Sends one entry; answers the server's reason where it refused, and shows the house as the server has it. */
function useKnockCalls() {
  const client = useApolloClient()
  return useMemo(() => {
    const inTime = () => ({ context: { fetchOptions: { signal: AbortSignal.timeout(ANSWER_WITHIN) } } })
    const sendKnock = async (entry: PendingKnock) => {
      const { eventId, propertyId, outcome, occurredAt, sessionId, lat, lng } = entry
      const input = { eventId, propertyId, outcome, occurredAt, sessionId, lat, lng }
      const { data } = await client.mutate({ mutation: LogKnockDocument, variables: { input }, ...inTime() })
      return data?.logKnock
    }
    const withdraw = async ({ eventId }: Pending) => {
      const { data } = await client.mutate({ mutation: WithdrawKnockDocument, variables: { eventId }, ...inTime() })
      return data?.withdrawKnock
    }
    const mutate = async (entry: Pending): Promise<string | null> => {
      const result = await (entry.kind === 'knock' ? sendKnock(entry) : withdraw(entry))
      if (result?.property) showStatus(client.cache, result.property.id, result.property.status)
      return result?.error ?? null
    }
    return { cache: client.cache, mutate }
  }, [client])
}
