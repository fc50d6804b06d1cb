import { useApolloClient } from '@apollo/client/react'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { findSavedProperty } from '../../domain/findSavedProperty.ts'
import {
  LogKnockDocument,
  type NewPropertyInput,
  SavePropertyDocument,
  WithdrawKnockDocument,
} from '../../gql/graphql.ts'
import { errorCode, errorMessage } from '../../lib/errors.ts'
import { toastError } from '../../lib/toasts.ts'
import { adjustDoorCount, removeKnockFromCache, writeStatus } from './knockCache.ts'
import { type KnockOutbox, type OutboxEntry, type PendingKnock, type SendResult, sharedOutbox } from './knockOutbox.ts'

/** A request without a response would block the entries behind it. */
const REQUEST_TIMEOUT_MS = 30_000

/**
 * The entries of an outbox: `flush` sends them, and `unsent` lists those that could not be sent. An entry that the
 * server rejects is reverted, with the server's message in a toast.
 */
export function useOutbox(name: string) {
  const outbox = useMemo(() => sharedOutbox(name), [name])
  const { cache, mutate, refetchSession } = useKnockMutations(outbox)
  const entries = useSyncExternalStore(outbox.subscribe, outbox.entries)
  const failedAttempts = useSyncExternalStore(outbox.subscribe, outbox.failedAttempts)

  const send = useCallback(
    async (entry: OutboxEntry): Promise<SendResult> => {
      const reject = (message: string): SendResult => {
        if (entry.kind === 'knock') removeKnockFromCache(cache, entry)
        toastError(`${entry.address}: ${message}`)
        return 'rejected'
      }
      try {
        const rejection = await mutate(entry)
        return rejection ? reject(rejection) : 'sent'
      } catch (error) {
        return isFinal(error) ? reject(errorMessage(error, 'Failed to save this knock')) : 'retry'
      }
    },
    [cache, mutate],
  )
  const flush = useCallback(async () => {
    const hadEntries = outbox.entries().length > 0
    await outbox.flush(send)
    if (hadEntries) await refetchSession()
  }, [outbox, refetchSession, send])

  // Show an entry only after a failed attempt; otherwise every knock would appear briefly.
  const unsent = entries.filter(({ eventId }) => !navigator.onLine || failedAttempts.has(eventId))
  return { outbox, entries, flush, unsent }
}

/** Whether a retry cannot succeed. A lost connection, a busy server, or an expired session is not final. */
function isFinal(error: unknown): boolean {
  return ['NOT_FOUND', 'FORBIDDEN', 'BAD_USER_INPUT', 'CONFLICT'].includes(errorCode(error))
}

/**
 * Sends one entry. Resolves to the server's message if it was rejected, and updates the property's status in the cache.
 * A house that is not saved yet is saved first; if somebody else saved it in the meantime, that one gets the knock.
 */
function useKnockMutations(outbox: KnockOutbox) {
  const client = useApolloClient()
  return useMemo(() => {
    const timeout = () => ({ fetchOptions: { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) } })
    const saveProperty = async (input: NewPropertyInput) => {
      try {
        const { data } = await client.mutate({
          mutation: SavePropertyDocument,
          variables: { input },
          context: timeout(),
        })
        return data!.createProperty.id
      } catch (error) {
        const saved = errorCode(error) === 'CONFLICT' ? await findSavedProperty(client, input) : undefined
        if (!saved) throw error
        return saved.id
      }
    }
    const sendKnock = async (entry: PendingKnock) => {
      const propertyId = entry.newProperty ? await saveProperty(entry.newProperty) : entry.propertyId
      if (entry.newProperty) outbox.setPropertyId(entry.propertyId, propertyId)
      const { eventId, outcome, occurredAt, sessionId, lat, lng } = entry
      const input = { eventId, propertyId, outcome, occurredAt, sessionId, lat, lng }
      const { data } = await client.mutate({ mutation: LogKnockDocument, variables: { input }, context: timeout() })
      return data?.logKnock
    }
    const withdraw = async ({ eventId }: OutboxEntry) => {
      const { data } = await client.mutate({
        mutation: WithdrawKnockDocument,
        variables: { eventId },
        context: timeout(),
      })
      return data?.withdrawKnock
    }
    const mutate = async (entry: OutboxEntry): Promise<string | null> => {
      const result = await (entry.kind === 'knock' ? sendKnock(entry) : withdraw(entry))
      if (result?.property) writeStatus(client.cache, result.property.id, result.property.status)
      if (result && !result.error) adjustDoorCount(client.cache, entry.sessionId, entry.kind === 'knock' ? 1 : -1)
      return result?.error ?? null
    }
    const refetchSession = async () => {
      const isSessionQuery = ({ queryName }: { queryName?: string | undefined }) => queryName === 'OpenKnockSessions'
      await client.refetchQueries({ include: 'active', onQueryUpdated: isSessionQuery }).catch(() => undefined)
    }
    return { cache: client.cache, mutate, refetchSession }
  }, [client, outbox])
}
