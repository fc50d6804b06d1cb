import { useSubscription } from '@apollo/client/react'
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { LeadsChangedDocument } from '../../gql/graphql.ts'
import { useOnReconnect } from '../../lib/liveConnection.ts'
import { useThrottledCallback } from '../../lib/useThrottledCallback.ts'

/** The first change refetches at once; later ones at most this often. */
const REFETCH_INTERVAL_MS = 1500

interface LiveLeads {
  /** Increases each time the leads on screen should be refetched. */
  version: number
  /** Reports a change made by this client, without waiting for the subscription. */
  notifyChanged: () => void
}

const LiveContext = createContext<LiveLeads>({ version: 0, notifyChanged: () => undefined })

/** Subscribes to changes of the team's leads for the components inside. */
export function LeadsLiveProvider({ children }: { children: ReactNode }) {
  const [version, setVersion] = useState(0)
  const notifyChanged = useThrottledCallback(() => setVersion((before) => before + 1), REFETCH_INTERVAL_MS)
  useOnReconnect(notifyChanged)
  useSubscription(LeadsChangedDocument, { onData: notifyChanged, ignoreResults: true })
  return (
    <LiveContext value={useMemo(() => ({ version, notifyChanged }), [version, notifyChanged])}>{children}</LiveContext>
  )
}

/** Calls `refetch` after changes, throttled. */
export function useOnLeadsChanged(refetch: () => void): void {
  const { version } = useContext(LiveContext)
  const refetchLatest = useEffectEvent(refetch)
  useEffect(() => {
    if (version > 0) refetchLatest()
  }, [version])
}

/** Returns a function to call after changing leads. */
export const useNotifyLeadsChanged = (): (() => void) => useContext(LiveContext).notifyChanged
