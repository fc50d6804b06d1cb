import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ActivityFilter } from '../../gql/graphql.ts'

export const ALL = 'ALL'

/** Time spans of the log, in days. */
export const spans = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: ALL, label: 'All time' },
] as const
export type Span = (typeof spans)[number]['value']

const DEFAULT_SPAN = '7'
const DAY_MS = 24 * 60 * 60 * 1000

/** The filters, stored in the URL. */
export interface ActivityFilters {
  actor: string
  type: string
  span: Span
}

export function useActivityFilter() {
  const [params, setParams] = useSearchParams()
  const [openedAt] = useState(Date.now)
  const filters: ActivityFilters = {
    actor: params.get('actor') ?? ALL,
    type: params.get('type') ?? ALL,
    span: spans.find(({ value }) => value === params.get('span'))?.value ?? DEFAULT_SPAN,
  }
  const set = (change: Partial<ActivityFilters>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) {
          if (value === (name === 'span' ? DEFAULT_SPAN : ALL)) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  const { actor, type, span } = filters
  const input = useMemo(() => toActivityInput({ actor, type, span }, openedAt), [actor, type, span, openedAt])
  const isFiltered = actor !== ALL || type !== ALL || span !== DEFAULT_SPAN
  return { filters, input, set, isFiltered, clear: () => set({ actor: ALL, type: ALL, span: DEFAULT_SPAN }) }
}

/** The filter as a GraphQL input. `now` is in milliseconds. */
export function toActivityInput({ actor, type, span }: ActivityFilters, now: number): ActivityFilter {
  return {
    ...(actor === ALL ? {} : { actorId: actor }),
    ...(type === ALL ? {} : { types: [type] }),
    ...(span === ALL ? {} : { from: new Date(now - Number(span) * DAY_MS).toISOString() }),
  }
}
