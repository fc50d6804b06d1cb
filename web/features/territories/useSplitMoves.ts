import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import {
  type TerritoryMoveInput,
  TerritorySplitDocument,
  type TerritorySplitQuery,
  type TerritorySplitQueryVariables,
} from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useBusy } from '../../lib/useBusy.ts'

type Parts = TerritorySplitQuery['territorySplit']

interface SplitMoves {
  /** The division that is changed. */
  divided: Parts
  /** Each move with the parts after it. */
  steps: { move: TerritoryMoveInput; parts: Parts }[]
  /** Why the last move was refused. */
  refusal: string
}

/** Moves doors between the parts of a division, and undoes the last move. The server checks one move at a time. A new division begins without moves. */
export function useSplitMoves(divided: Parts | undefined, variables: TerritorySplitQueryVariables) {
  const client = useApolloClient()
  const [changed, setChanged] = useState<SplitMoves>()
  const { busy: isMoving, run } = useBusy()
  const { steps, refusal } = changed && changed.divided === divided ? changed : { steps: [], refusal: '' }
  const move = (next: TerritoryMoveInput) =>
    run(async () => {
      if (!divided || isMoving) return
      try {
        const { data } = await client.query({
          query: TerritorySplitDocument,
          variables: { ...variables, moves: [...steps.map((step) => step.move), next] },
          fetchPolicy: 'no-cache',
          context: { isBackground: true },
        })
        if (data) setChanged({ divided, steps: [...steps, { move: next, parts: data.territorySplit }], refusal: '' })
      } catch (error) {
        const message = errorMessage(error, 'The doors were not moved. Check the connection and try again.')
        setChanged({ divided, steps, refusal: message })
      }
    })
  const undo = () => divided && setChanged({ divided, steps: steps.slice(0, -1), refusal: '' })
  return { parts: steps.at(-1)?.parts ?? divided, isMoved: steps.length > 0, refusal, isMoving, move, undo }
}
