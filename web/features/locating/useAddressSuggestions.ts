import { useApolloClient } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import { AddressSuggestionsDocument, type AddressSuggestionsQuery, type BoundsInput } from '../../gql/graphql.ts'

export type Suggestion = AddressSuggestionsQuery['addressSuggestions'][number]

/** How long the typing must pause. */
const PAUSE = 150
/** One or two signs fit half the town. */
const ENOUGH = 3
const NONE: readonly Suggestion[] = []

/**
 * Addresses that begin like what is typed, those in view first. Asked for when the typing pauses; an answer that a
 * later question has overtaken is dropped. What was suggested last stays until then.
 */
export function useAddressSuggestions(text: string, bounds: () => BoundsInput | undefined): readonly Suggestion[] {
  const client = useApolloClient()
  const [suggested, setSuggested] = useState<readonly Suggestion[]>([])
  const query = text.trim().replace(/\s+/g, ' ')
  const enough = query.length >= ENOUGH
  // The bounds bias an answer; moving the map asks nothing by itself.
  const latestBounds = useRef(bounds)
  useEffect(() => {
    latestBounds.current = bounds
  })

  useEffect(() => {
    if (!enough) return
    let overtaken = false
    const ask = async () => {
      const variables = { query, bounds: latestBounds.current() ?? null }
      const answer = await client
        .query({ query: AddressSuggestionsDocument, variables, fetchPolicy: 'no-cache' })
        // Without suggestions the search itself still works, and says what is wrong.
        .catch(() => undefined)
      if (!overtaken) setSuggested(answer?.data?.addressSuggestions ?? [])
    }
    const timer = setTimeout(() => void ask(), PAUSE)
    return () => {
      overtaken = true
      clearTimeout(timer)
    }
  }, [client, enough, query])

  return enough ? suggested : NONE
}
