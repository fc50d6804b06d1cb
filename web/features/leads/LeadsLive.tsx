import { useSubscription } from '@apollo/client/react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { LeadsChangedDocument } from '../../gql/graphql.ts'
import { useLiveState } from '../../lib/liveConnection.ts'

/** What is shown is read again at once after a change, and then no more often than this. */
const REREAD_EVERY = 1500

interface Live {
  /** Counts up each time what is shown should be read again. */
  version: number
  /** Something was changed here: do not wait to be told of it. */
  changed: () => void
}

const LiveContext = createContext<Live>({ version: 0, changed: () => undefined })

/** Listens for changes of the team's leads, whoever made them, for all that is shown inside. */
export function LeadsLive({ children }: { children: ReactNode }) {
  const [version, setVersion] = useState(0)
  const last = useRef(0)
  const due = useRef<ReturnType<typeof setTimeout> | null>(null)
  const changed = useCallback(() => {
    due.current ??= setTimeout(
      () => {
        due.current = null
        last.current = Date.now()
        setVersion((before) => before + 1)
      },
      Math.max(0, last.current + REREAD_EVERY - Date.now()),
    )
  }, [])
  useEffect(
    () => () => {
      if (due.current) clearTimeout(due.current)
      due.current = null
    },
    [],
  )
  useBackAgain(changed)
  useSubscription(LeadsChangedDocument, { onData: changed, ignoreResults: true })
  return <LiveContext value={useMemo(() => ({ version, changed }), [version, changed])}>{children}</LiveContext>
}

/** Nobody told of what happened while the connection was lost. */
function useBackAgain(changed: () => void): void {
  const state = useLiveState()
  const lost = useRef(false)
  useEffect(() => {
    if (state === 'live' && lost.current) changed()
    if (state !== 'connecting') lost.current = state === 'lost'
  }, [state, changed])
}

/** Has `reread` called after changes, gathered. */
export function useOnLeadsChanged(reread: () => void): void {
  const { version } = useContext(LiveContext)
  const latest = useRef(reread)
  useEffect(() => {
    latest.current = reread
  })
  useEffect(() => {
    if (version > 0) latest.current()
  }, [version])
}

/** To be called after a change of one's own. */
export const useTellLeadsChanged = (): (() => void) => useContext(LiveContext).changed
