import { useSubscription } from '@apollo/client/react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { LeadsChangedDocument } from '../../gql/graphql.ts'
import { useLiveState } from '../../lib/liveConnection.ts'

/** What is shown is read again at once after a change, and then no more often than this. */
const REFETCH_INTERVAL_MS = 1500

interface LiveLeads {
  /** Counts up each time what is shown should be read again. */
  version: number
  /** Something was changed here: do not wait to be told of it. */
  notifyChanged: () => void
}

const LiveContext = createContext<LiveLeads>({ version: 0, notifyChanged: () => undefined })

/** Listens for changes of the team's leads, whoever made them, for all that is shown inside. */
export function LeadsLiveProvider({ children }: { children: ReactNode }) {
  const [version, setVersion] = useState(0)
  const last = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const notifyChanged = useCallback(() => {
    timer.current ??= setTimeout(
      () => {
        timer.current = null
        last.current = Date.now()
        setVersion((before) => before + 1)
      },
      Math.max(0, last.current + REFETCH_INTERVAL_MS - Date.now()),
    )
  }, [])
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  useOnReconnect(notifyChanged)
  useSubscription(LeadsChangedDocument, { onData: notifyChanged, ignoreResults: true })
  return (
    <LiveContext value={useMemo(() => ({ version, notifyChanged }), [version, notifyChanged])}>{children}</LiveContext>
  )
}

/** Nobody told of what happened while the connection was lost. */
function useOnReconnect(notifyChanged: () => void): void {
  const state = useLiveState()
  const lost = useRef(false)
  useEffect(() => {
    if (state === 'live' && lost.current) notifyChanged()
    if (state !== 'connecting') lost.current = state === 'lost'
  }, [state, notifyChanged])
}

/** Has `reread` called after changes, gathered. */
export function useOnLeadsChanged(refetch: () => void): void {
  const { version } = useContext(LiveContext)
  const latest = useRef(refetch)
  useEffect(() => {
    latest.current = refetch
  })
  useEffect(() => {
    if (version > 0) latest.current()
  }, [version])
}

/** To be called after a change of one's own. */
export const useNotifyLeadsChanged = (): (() => void) => useContext(LiveContext).notifyChanged
