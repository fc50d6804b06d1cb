import { useApolloClient } from '@apollo/client/react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { AddressSuggestionsDocument, type AddressSuggestionsQuery, type BoundsInput } from '../../gql/graphql.ts'

export type Suggestion = AddressSuggestionsQuery['addressSuggestions'][number]

const DEBOUNCE_MS = 150
/** Shorter queries would match too many addresses. */
const MIN_QUERY_LENGTH = 3
const NO_SUGGESTIONS: readonly Suggestion[] = []

interface SuggestionResult {
  query: string
  suggestions: readonly Suggestion[]
}

/**
 * Addresses that start with the typed text, those in view first. The query is debounced, and superseded responses are
 * dropped. Until the next response arrives, only suggestions that still match are returned, so that a tap cannot choose
 * a stale one.
 */
export function useAddressSuggestions(text: string, bounds: () => BoundsInput | undefined): readonly Suggestion[] {
  const client = useApolloClient()
  const [result, setResult] = useState<SuggestionResult>({ query: '', suggestions: NO_SUGGESTIONS })
  const query = text.trim().replace(/\s+/g, ' ')
  const isLongEnough = query.length >= MIN_QUERY_LENGTH
  // The bounds only rank the suggestions, so moving the map must not trigger a query.
  const latestBounds = useEffectEvent(bounds)

  useEffect(() => {
    if (!isLongEnough) return
    let superseded = false
    const fetchSuggestions = async () => {
      const variables = { query, bounds: latestBounds() ?? null }
      const response = await client
        .query({ query: AddressSuggestionsDocument, variables, fetchPolicy: 'no-cache' })
        // Ignore errors: the search itself still works and reports them.
        .catch(() => undefined)
      if (!superseded) setResult({ query, suggestions: response?.data?.addressSuggestions ?? NO_SUGGESTIONS })
    }
    const timer = setTimeout(() => void fetchSuggestions(), DEBOUNCE_MS)
    return () => {
      superseded = true
      clearTimeout(timer)
    }
  }, [client, isLongEnough, query])

  return useMemo(
    () => (isLongEnough ? matchingSuggestions(result, query) : NO_SUGGESTIONS),
    [isLongEnough, result, query],
  )
}

function matchingSuggestions(
  { query: answeredQuery, suggestions }: SuggestionResult,
  query: string,
): readonly Suggestion[] {
  if (answeredQuery === query) return suggestions
  const prefix = query.toLowerCase()
  return suggestions.filter(({ address }) => address.toLowerCase().startsWith(prefix))
}
