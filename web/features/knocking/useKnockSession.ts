import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { v7 as uuidv7 } from 'uuid'
import {
  type KnockSessionRowFragment,
  OpenKnockSessionsDocument,
  type OpenKnockSessionsQuery,
  type SyncActionInput,
  type SyncActionKind,
} from '../../gql/graphql.ts'
import { formatElapsed } from '../../lib/dates.ts'
import { pluralize } from '../../lib/numbers.ts'
import { toastError, toastUndo } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { mockDataError, useMockData } from '../../session/person/mockData.ts'
import type { NewOutboxItem } from '../../session/outbox/outboxItems.ts'
import { useOutbox, useOutboxState, useShown } from '../../session/outbox/useOutbox.ts'
import type { Point } from '../../lib/distance.ts'
import { deviceName } from '../../lib/useMediaQuery.ts'

const notStored = () => `This ${deviceName()} could not store the session. Free some space and try again.`

/** An open knock session. */
export type OpenSession = Omit<KnockSessionRowFragment, 'endedAt'>

/** A session as it was when it was ended. `length` is its active time in milliseconds. */
export interface EndedSession {
  session: OpenSession
  length: number
}

/** The time of a session without its pauses, in milliseconds. */
export const activeTime = ({ startedAt, pausedAt, pausedSeconds }: OpenSession, now: number): number =>
  Math.max(0, (pausedAt ? Date.parse(pausedAt) : now) - Date.parse(startedAt) - pausedSeconds * 1000)

const NOTHING_READ: OpenKnockSessionsQuery = { knockSessions: [] }

/** Read again at this interval, because the server ends a session by itself after two hours without a knock. */
const REFRESH_MS = 300_000

/**
 * The rep's open knock session, with functions to start and end it, also without a connection.
 */
export function useKnockSession() {
  const outbox = useOutbox()
  const { items } = useOutboxState()
  const mock = useMockData()
  const { data, refetch, startPolling, stopPolling } = useQuery(OpenKnockSessionsDocument, {
    skipPollAttempt: () => document.hidden || !navigator.onLine,
  })
  const withoutAnswer = useShown(NOTHING_READ)
  const { knockSessions } = data ?? withoutAnswer
  const session = knockSessions.find(({ endedAt }) => endedAt === null)

  const isOpen = session !== undefined
  useEffect(() => {
    if (!isOpen) return
    startPolling(REFRESH_MS)
    const refresh = () => void (document.hidden || refetch().catch(() => undefined))
    document.addEventListener('visibilitychange', refresh)
    return () => {
      stopPolling()
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [isOpen, refetch, startPolling, stopPolling])

  const submit = async (item: NewOutboxItem) => {
    if (mock) {
      toastFailure(mockDataError(), 'Nothing is saved')
      return false
    }
    try {
      await outbox.add(item)
    } catch {
      toastError(notStored())
      return false
    }
    void outbox.flush().then(() => refetch().catch(() => undefined))
    return true
  }
  const start = async (at?: Point) => {
    const [id, occurredAt] = [uuidv7(), new Date().toISOString()]
    const sessionStart = { at: at ? { lat: at.lat, lng: at.lng } : null }
    await submit({ action: { id, kind: 'SESSION_START', occurredAt, sessionStart }, title: 'Session' })
  }
  /** Ends, pauses or resumes a session, once the outbox has started it. */
  const change = async (
    sessionId: string,
    kind: SyncActionKind,
    input: (session: { sessionId: string }) => Pick<SyncActionInput, 'sessionEnd' | 'sessionPause' | 'sessionResume'>,
  ) => {
    const dependsOn = items.some(({ action }) => action.id === sessionId) ? [sessionId] : []
    const occurredAt = new Date().toISOString()
    const id = uuidv7()
    return (
      (await submit({ action: { id, kind, occurredAt, ...input({ sessionId }), dependsOn }, title: 'Session' })) && id
    )
  }
  const togglePause = async () => {
    if (session?.pausedAt) await change(session.id, 'SESSION_RESUME', (sessionResume) => ({ sessionResume }))
    else if (session) await change(session.id, 'SESSION_PAUSE', (sessionPause) => ({ sessionPause }))
  }
  /** Ends the session; `onEnd` gets it, and undefined when the rep undoes that. */
  const end = async (onEnd: (ended: EndedSession | undefined) => void) => {
    if (!session) return
    const endId = await change(session.id, 'SESSION_END', (sessionEnd) => ({ sessionEnd }))
    if (!endId) return
    const length = activeTime(session, Date.now())
    onEnd({ session, length })
    const undo = async () => {
      onEnd(undefined)
      if (!(await outbox.cancel(endId)))
        await change(session.id, 'SESSION_RESUME', (sessionResume) => ({ sessionResume }))
    }
    toastUndo(`Session ended · ${pluralize(session.doors, 'door')} in ${formatElapsed(length)}`, () => void undo())
  }
  return { session, loaded: data !== undefined, start, end, togglePause }
}
