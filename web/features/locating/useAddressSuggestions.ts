import { useApolloClient } from '@apollo/client/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { AddressSuggestionsDocument, type AddressSuggestionsQuery, type BoundsInput } from '../../gql/graphql.ts'

export type Suggestion = AddressSuggestionsQuery['addressSuggestions'][number]

/** How long the typing must pause. */
const DEBOUNCE_MS = 150
/** One or two signs fit half the town. */
const MIN_QUERY_LENGTH = 3
const NO_SUGGESTIONS: readonly Suggestion[] = []

interface SuggestionResult {
  query: string
  suggestions: readonly Suggestion[]
}

/**
 * Addresses that begin like what is typed, those in view first. Asked for when the typing pauses; an answer that a
 * later question has overtaken is dropped. Until the next answer only those stay that still begin like what is typed:
 * none is ever offered that does not fit, since a quick thumb would take it.
 */
export function useAddressSuggestions(text: string, bounds: () => BoundsInput | undefined): readonly Suggestion[] {
  const client = useApolloClient()
  const [result, setResult] = useState<SuggestionResult>({ query: '', suggestions: NO_SUGGESTIONS })
  const query = text.trim().replace(/\s+/g, ' ')
  const isLongEnough = query.length >= MIN_QUERY_LENGTH
  // The bounds bias an answer; moving the map asks nothing by itself.
  const latestBounds = useRef(bounds)
  useEffect(() => {
    latestBounds.current = bounds
  })

  useEffect(() => {
    if (!isLongEnough) return
    let superseded = false
    const fetchSuggestions = async () => {
      const variables = { query, bounds: latestBounds.current() ?? null }
      const response = await client
        .query({ query: AddressSuggestionsDocument, variables, fetchPolicy: 'no-cache' })
        // Without suggestions the search itself still works, and says what is wrong.
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
  { query: answeredQuery, suggestions: suggested }: SuggestionResult,
  query: string,
): readonly Suggestion[] {
  if (answeredQuery === query) return suggested
  const prefix = query.toLowerCase()
  return suggested.filter(({ address }) => address.toLowerCase().startsWith(prefix))
}
