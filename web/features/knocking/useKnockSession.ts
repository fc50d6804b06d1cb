import { useQuery } from '@apollo/client/react'
import { v7 as uuidv7 } from 'uuid'
import { type KnockSessionRowFragment, OpenKnockSessionsDocument } from '../../gql/graphql.ts'
import { formatElapsed } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { mockDataError, useMockData } from '../../session/mockData.ts'
import type { NewOutboxItem, OutboxItem } from '../../session/outbox/outboxItems.ts'
import { unsentDoors } from '../../session/outbox/pendingDoors.ts'
import { useOutbox, useOutboxState } from '../../session/outbox/useOutbox.ts'

const NOT_STORED = 'This phone could not store the session. Free some space and try again.'

/** An open knock session. */
export type OpenSession = Pick<KnockSessionRowFragment, 'id' | 'startedAt' | 'doors' | 'leads'>

/**
 * The rep's open knock session, with functions to start and end it, also without a connection. Its doors are those the
 * server has counted and those in the outbox, so that a refetch in between changes nothing.
 */
export function useKnockSession() {
  const outbox = useOutbox()
  const { items } = useOutboxState()
  const mock = useMockData()
  const { data, refetch } = useQuery(OpenKnockSessionsDocument)
  const open = openSession(data?.knockSessions ?? [], items)
  const session = open && { ...open, doors: Math.max(0, open.doors + unsentDoors(items, open.id)) }

  const submit = async (item: NewOutboxItem) => {
    if (mock) {
      toastFailure(mockDataError(), 'Nothing is saved')
      return false
    }
    try {
      await outbox.add(item)
    } catch {
      toastError(NOT_STORED)
      return false
    }
    void outbox.flush().then(() => refetch().catch(() => undefined))
    return true
  }
  const start = async (at?: { lat: number; lng: number }) => {
    const [id, occurredAt] = [uuidv7(), new Date().toISOString()]
    const sessionStart = { at: at ? { lat: at.lat, lng: at.lng } : null }
    await submit({ action: { id, kind: 'SESSION_START', occurredAt, sessionStart }, title: 'Session' })
  }
  const end = async () => {
    if (!session) return
    const occurredAt = new Date().toISOString()
    const isUnsent = items.some(({ action }) => action.id === session.id)
    const ended = await submit({
      action: {
        id: uuidv7(),
        kind: 'SESSION_END',
        occurredAt,
        dependsOn: isUnsent ? [session.id] : [],
        sessionEnd: { sessionId: session.id },
      },
      title: 'Session',
    })
    const length = Date.parse(occurredAt) - Date.parse(session.startedAt)
    if (ended)
      toastSuccess(`Session ended · ${pluralize(session.doors, 'door')} in ${formatElapsed(length)}`, {
        duration: 4000,
      })
  }
  return { session, loaded: data !== undefined, start, end, busy: false }
}

/** The session that is open once the outbox has been sent. */
function openSession(
  sessions: readonly KnockSessionRowFragment[],
  items: readonly OutboxItem[],
): OpenSession | undefined {
  let open: OpenSession | undefined = sessions.find(({ endedAt }) => endedAt === null)
  for (const { action } of items) {
    if (action.kind === 'SESSION_START' && action.id !== open?.id)
      open = { id: action.id, startedAt: action.occurredAt, doors: 0, leads: 0 }
    if (action.kind === 'SESSION_END' && action.sessionEnd?.sessionId === open?.id) open = undefined
  }
  return open
}
