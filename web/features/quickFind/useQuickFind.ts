import { useApolloClient } from '@apollo/client/react'
import { useEffect, useMemo, useState } from 'react'
import { QuickFindDocument } from '../../gql/graphql.ts'
import { errorCode } from '../../lib/errors.ts'
import { filterItems, type QuickFindGroup, toGroups } from './quickFindItems.ts'

const DEBOUNCE_MS = 120

interface Answer {
  query: string
  groups: readonly QuickFindGroup[]
  /** The time from request to response. */
  elapsedMs: number
  /** The error code of a failed request; 'NETWORK' if the server was not reached. */
  error?: string
}

const NO_GROUPS: readonly QuickFindGroup[] = []

/**
 * What the server finds for the typed text. The query is debounced, and superseded responses are dropped. Until the next
 * response arrives, the previous items that still match are returned, so that Enter cannot open a stale one.
 */
export function useQuickFind(text: string, isOnline: boolean) {
  const client = useApolloClient()
  const query = text.trim().replace(/\s+/g, ' ')
  const isAsked = isOnline && query !== ''
  const [answer, setAnswer] = useState<Answer>({ query: '', groups: NO_GROUPS, elapsedMs: 0 })

  useEffect(() => {
    if (!isAsked) return
    let isSuperseded = false
    const ask = async () => {
      const startedAt = performance.now()
      const answered = (groups: readonly QuickFindGroup[], error?: string) => {
        if (isSuperseded) return
        setAnswer({ query, groups, elapsedMs: performance.now() - startedAt, ...(error && { error }) })
      }
      try {
        const { data } = await client.query({ query: QuickFindDocument, variables: { query }, fetchPolicy: 'no-cache' })
        answered(data ? toGroups(data.quickFind) : NO_GROUPS)
      } catch (error) {
        answered(NO_GROUPS, errorCode(error))
      }
    }
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS)
    return () => {
      isSuperseded = true
      clearTimeout(timer)
    }
  }, [client, query, isAsked])

  const isLoading = isAsked && answer.query !== query
  const groups = useMemo(() => {
    if (!isAsked) return NO_GROUPS
    if (answer.query === query) return answer.groups
    return answer.groups.map(({ title, items }) => ({ title, items: filterItems(items, query) }))
  }, [isAsked, answer, query])
  return {
    groups,
    isLoading,
    elapsedMs: isLoading ? undefined : answer.elapsedMs,
    error: isAsked && !isLoading ? answer.error : undefined,
  }
}
