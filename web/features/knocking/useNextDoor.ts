import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { NextDoorDocument, type NextDoorQuery, type WalkDirection } from '../../gql/graphql.ts'

export type NextDoor = NonNullable<NextDoorQuery['nextDoor']>

/** The house from which the walk goes on: a saved property, or one that is not saved. */
export type WalkedDoor =
  { id: string; propertyId: string } | { id: string; address: string; point: { lat: number; lng: number } }

/** The server accepts at most this many ids. */
const MAX_SKIPPED = 500

/**
 * The next house along the side of the street on which the rep walks. `goOn` is called when the rep walks to it, so that
 * the walk keeps its direction; a house that is chosen in another way starts a new walk. Undefined until the server has
 * answered, at the end of the street, and without a connection.
 */
export function useNextDoor(from: WalkedDoor | undefined) {
  const [visited, setVisited] = useState<readonly string[]>([])
  const [lastWalk, setLastWalk] = useState<{ to: string; direction: WalkDirection; crossed: boolean }>()
  const walk = from && lastWalk?.to === from.id ? lastWalk : undefined
  const variables = {
    from:
      from && 'address' in from ? { address: from.address, point: from.point } : { propertyId: from?.propertyId ?? '' },
    direction: walk?.direction ?? null,
    crossed: walk?.crossed ?? false,
    skip: visited.filter((id) => id !== from?.id),
  }
  const { data } = useQuery(NextDoorDocument, { variables, skip: !from, fetchPolicy: 'cache-and-network' })
  const next = from ? data?.nextDoor : undefined
  return {
    next: next ?? undefined,
    /** Leaves out a house that has been knocked at. */
    markVisited: (id: string) => {
      setVisited((before) => [...before.filter((other) => other !== id), id].slice(-MAX_SKIPPED))
    },
    /** The house `from` is saved as `to` by now: the walk stays the same. */
    rename: (from: string, to: string) => {
      setVisited((before) => before.map((id) => (id === from ? to : id)))
      setLastWalk((before) => (before?.to === from ? { ...before, to } : before))
    },
    /** To be called with the id under which the next house will be selected. */
    goOn: (door: NextDoor, to: string) => {
      setLastWalk({ to, direction: door.direction, crossed: door.crossed })
    },
  }
}
