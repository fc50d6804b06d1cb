import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { type LeadFilter, LeadIdsDocument } from '../../gql/graphql.ts'
import { formatCount } from '../../lib/counts.ts'
import { toastInfo } from '../../lib/toasts.ts'
import { tellFailure } from '../../session/failures.ts'
import type { LeadRow } from './leadRanges.ts'
import { FETCH_FAILED } from './useLeadList.ts'
import type { LeadSelection } from './useSelection.ts'

/** The server gives no more ids at once, and takes no more. */
const MOST = 10_000

/**
 * Selecting everything that a filter lets through, on every page, and taking that back. `checked` is true only where
 * each of the `total` leads is known to be selected.
 */
export function useSelectAll(
  filter: LeadFilter,
  { rows, total }: { rows: readonly LeadRow[]; total: number },
  { ids: selected, select, known, learn }: LeadSelection,
) {
  const client = useApolloClient()
  const [busy, setBusy] = useState(false)
  const words = wordsOf(filter)
  const shown = rows.map(({ id }) => id)
  const all = shown.length >= total ? shown : (known.get(words) ?? null)
  const everyOne = (some: readonly string[]) => some.every((id) => selected.has(id))
  const whole = all !== null && all.length > 0 && everyOne(all) && everyOne(shown)
  const checked: boolean | 'some' = whole || (shown.some((id) => selected.has(id)) ? 'some' : false)

  /** Everything that the filter lets through now; null after a failure, which was told. */
  const readIds = async (): Promise<readonly string[] | null> => {
    setBusy(true)
    try {
      const { data } = await client.query({
        query: LeadIdsDocument,
        variables: { filter },
        fetchPolicy: 'network-only',
      })
      const ids = data?.leadIds ?? []
      if (ids.length >= MOST && total > MOST) toastInfo(`Only the newest ${formatCount(MOST)} leads are selected`)
      learn(words, ids)
      return ids
    } catch (error) {
      tellFailure(error, FETCH_FAILED)
      return null
    } finally {
      setBusy(false)
    }
  }

  const toggle = async () => {
    if (whole) return select(all, false)
    const ids = await readIds()
    if (ids) select(ids, true)
  }
  return { checked, busy, toggle: () => void toggle(), readIds }
}

/** The same words for the same filter, in whatever order it was put together. */
const wordsOf = (filter: LeadFilter): string =>
  JSON.stringify(Object.entries(filter).toSorted(([one], [other]) => one.localeCompare(other)))
