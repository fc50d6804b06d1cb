import { useApolloClient } from '@apollo/client/react'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { LogKnockDocument, WithdrawKnockDocument } from '../../gql/graphql.ts'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import { toastError } from '../../lib/toasts.ts'
import { removeKnockFromCache, writeStatus } from './knockCache.ts'
import { type OutboxEntry, type PendingKnock, type SendResult, sharedOutbox } from './knockOutbox.ts'

/** A request that is never answered, as on a phone that changed networks, would keep everything behind it waiting. */
const REQUEST_TIMEOUT_MS = 30_000

/**
 * The knocks of a queue: `flush` sends all of them, and `waiting` lists those that could not be sent. One that the server
 * refuses is taken back on the screen, with the server's reason.
 */
export function useOutbox(name: string) {
  const { cache, mutate } = useKnockMutations()
  const outbox = useMemo(() => sharedOutbox(name), [name])
  const entries = useSyncExternalStore(outbox.subscribe, outbox.entries)
  const failedAttempts = useSyncExternalStore(outbox.subscribe, outbox.failedAttempts)

  const send = useCallback(
    async (entry: OutboxEntry): Promise<SendResult> => {
      try {
        const refusal = await mutate(entry)
        if (refusal) toastError(`${entry.address}: ${refusal}`)
        if (refusal && entry.kind === 'knock') removeKnockFromCache(cache, entry)
        return refusal ? 'refused' : 'sent'
      } catch (error) {
        if (!isFinal(error)) return 'later'
        if (entry.kind === 'knock') removeKnockFromCache(cache, entry)
        toastError(`${entry.address}: ${errorMessage(error, 'Failed to save this knock')}`)
        return 'refused'
      }
    },
    [cache, mutate],
  )
  const flush = useCallback(() => outbox.flush(send), [outbox, send])

  // A knock on its way is not news; one that could not be sent is.
  const unsent = entries.filter(({ eventId }) => !navigator.onLine || failedAttempts.has(eventId))
  return { queue: outbox, flush, waiting: unsent }
}

/** Neither a lost connection nor a busy server nor an ended session is the knock's fault: it is tried again. */
function isFinal(error: unknown): boolean {
  return ['NOT_FOUND', 'FORBIDDEN', 'BAD_USER_INPUT', 'CONFLICT'].includes(errorCode(error))
}

/** Sends one entry; answers the server's reason where it refused, and shows the house as the server has it. */
function useKnockMutations() {
  const client = useApolloClient()
  return useMemo(() => {
    const withTimeout = () => ({ context: { fetchOptions: { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) } } })
    const sendKnock = async (entry: PendingKnock) => {
      const { eventId, propertyId, outcome, occurredAt, sessionId, lat, lng } = entry
      const input = { eventId, propertyId, outcome, occurredAt, sessionId, lat, lng }
      const { data } = await client.mutate({ mutation: LogKnockDocument, variables: { input }, ...withTimeout() })
      return data?.logKnock
    }
    const withdraw = async ({ eventId }: OutboxEntry) => {
      const { data } = await client.mutate({
        mutation: WithdrawKnockDocument,
        variables: { eventId },
        ...withTimeout(),
      })
      return data?.withdrawKnock
    }
    const mutate = async (entry: OutboxEntry): Promise<string | null> => {
      const result = await (entry.kind === 'knock' ? sendKnock(entry) : withdraw(entry))
      if (result?.property) writeStatus(client.cache, result.property.id, result.property.status)
      return result?.error ?? null
    }
    return { cache: client.cache, mutate }
  }, [client])
}
