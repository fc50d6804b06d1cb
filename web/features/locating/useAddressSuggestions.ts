import { useApolloClient } from '@apollo/client/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { AddressSuggestionsDocument, type AddressSuggestionsQuery, type BoundsInput } from '../../gql/graphql.ts'

export type Suggestion = AddressSuggestionsQuery['addressSuggestions'][number]

/** How long the typing must pause. */
const PAUSE = 150
/** One or two signs fit half the town. */
const ENOUGH = 3
const NONE: readonly Suggestion[] = []

interface Answered {
  query: string
  suggested: readonly Suggestion[]
}

/**
 * Addresses that begin like what is typed, those in view first. Asked for when the typing pauses; an answer that a
 * later question has overtaken is dropped. Until the next answer only those stay that still begin like what is typed:
 * none is ever offered that does not fit, since a quick thumb would take it.
 */
export function useAddressSuggestions(text: string, bounds: () => BoundsInput | undefined): readonly Suggestion[] {
  const client = useApolloClient()
  const [answered, setAnswered] = useState<Answered>({ query: '', suggested: NONE })
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
      if (!overtaken) setAnswered({ query, suggested: answer?.data?.addressSuggestions ?? NONE })
    }
    const timer = setTimeout(() => void ask(), PAUSE)
    return () => {
      overtaken = true
      clearTimeout(timer)
    }
  }, [client, enough, query])

  return useMemo(() => (enough ? stillFitting(answered, query) : NONE), [enough, answered, query])
}

function stillFitting({ query: asked, suggested }: Answered, query: string): readonly Suggestion[] {
  if (asked === query) return suggested
  const beginning = query.toLowerCase()
  return suggested.filter(({ address }) => address.toLowerCase().startsWith(beginning))
}
