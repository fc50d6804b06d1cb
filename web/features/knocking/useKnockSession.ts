import { useMutation, useQuery } from '@apollo/client/react'
import { EndKnockSessionDocument, OpenKnockSessionsDocument, StartKnockSessionDocument } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { formatElapsed } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/errors.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { unsentDoors } from './knockOutbox.ts'
import { useOutbox } from './useOutbox.ts'

/**
 * The rep's open knock session, with functions to start and end it. Its doors are those the server has counted and those
 * in the outbox, so that a refetch in between changes nothing.
 */
export function useKnockSession({ outboxName }: { outboxName: string }) {
  const { entries } = useOutbox(outboxName)
  const { data, refetch } = useQuery(OpenKnockSessionsDocument)
  const [startSession, starting] = useMutation(StartKnockSessionDocument)
  const [endSession, ending] = useMutation(EndKnockSessionDocument)
  const open = data?.knockSessions.find(({ endedAt }) => endedAt === null)
  const session = open && { ...open, doors: Math.max(0, open.doors + unsentDoors(entries, open.id)) }

  const start = async (at?: { lat: number; lng: number }) => {
    try {
      await startSession({ variables: { at: at ? { lat: at.lat, lng: at.lng } : null } })
      await refetch()
    } catch (error) {
      toastError(errorMessage(error, 'Failed to start the session'))
    }
  }
  const end = async () => {
    if (!session) return
    try {
      const { data: ended } = await endSession({ variables: { id: session.id } })
      const { doors, startedAt, endedAt } = ended?.endKnockSession ?? session
      const length = (endedAt ? Date.parse(endedAt) : Date.now()) - Date.parse(startedAt)
      toastSuccess(`Session ended · ${pluralize(doors, 'door')} in ${formatElapsed(length)}`, { duration: 4000 })
      await refetch()
    } catch (error) {
      toastError(errorMessage(error, 'Failed to end the session'))
    }
  }
  return { session, loaded: data !== undefined, start, end, busy: starting.loading || ending.loading }
}
