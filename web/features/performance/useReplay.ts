import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { LeaderboardThenDocument, type LeaderboardThenQuery, type Period } from '../../gql/graphql.ts'
import { useDebouncedValue } from '../../lib/useDebouncedValue.ts'

/** While the slider is dragged, the board is fetched only when it pauses. */
const DEBOUNCE_MS = 200

export interface Replay {
  /** The replayed time in milliseconds; null for live. */
  moment: number | null
  setMoment: (moment: number | null) => void
  /** The board at that time; while it loads, the previous one. */
  board: LeaderboardThenQuery['leaderboard'] | undefined
  failed: boolean
  busy: boolean
  retry: () => void
}

/** The leaderboard at an earlier time. */
export function useReplay(period: Period): Replay {
  const [moment, setMoment] = useState<number | null>(null)
  const debouncedMoment = useDebouncedValue(moment, DEBOUNCE_MS)
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
