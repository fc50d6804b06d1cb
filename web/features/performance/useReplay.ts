import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { LeaderboardThenDocument, type LeaderboardThenQuery, type Period } from '../../gql/graphql.ts'

/** A slider that is being drawn along asks for its places only where it rests this long. */
const DEBOUNCE_MS = 200

export interface Replay {
  /** The moment that is looked at, in milliseconds; null for now. */
  moment: number | null
  setMoment: (moment: number | null) => void
  /** The board of that moment, or the last one that was read until it is there. */
  board: LeaderboardThenQuery['leaderboard'] | undefined
  failed: boolean
  busy: boolean
  retry: () => void
}

/** The leaderboard as it stood at an earlier time. */
export function useReplay(period: Period): Replay {
  const [moment, setMoment] = useState<number | null>(null)
  const debouncedMoment = useDebouncedMoment(moment)
  const { data, previousData, error, loading, refetch } = useQuery(LeaderboardThenDocument, {
    variables: { period, asOf: new Date(debouncedMoment ?? 0).toISOString() },
    skip: debouncedMoment === null || moment === null,
  })
  return {
    moment,
    setMoment,
    board: (data ?? previousData)?.leaderboard,
    failed: Boolean(error),
    busy: loading,
    retry: () => void refetch().catch(() => undefined),
  }
}

/** The value once it has not changed for a moment; null, and the first after null, at once. */
function useDebouncedMoment(value: number | null): number | null {
  const [debounced, setDebounced] = useState(value)
  const wait = value === null || debounced === null ? 0 : DEBOUNCE_MS
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return debounced
}
