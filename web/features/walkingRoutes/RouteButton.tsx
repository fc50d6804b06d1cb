import { useApolloClient } from '@apollo/client/react'
import { Route as RouteIcon } from 'lucide-react'
import { useState } from 'react'
import { TerritoriesOnMapDocument, WalkingRouteDocument } from '../../gql/graphql.ts'
import type { Point } from '../../lib/distance.ts'
import { toastInfo } from '../../lib/toasts.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { SendRoute } from './route.ts'

/** A territory whose doors can be walked; without an id, the doors of the user. */
interface Choice {
  id: string | null
  name: string
}

interface RouteButtonProps {
  /** Where the rep is, or looks. */
  from: Point | undefined
  send: SendRoute
}

/** Plans a walk past the open doors of a territory, or of the user. Asks which only where there is a choice. */
export default function RouteButton({ from, send }: RouteButtonProps) {
  const client = useApolloClient()
  const [isPlanning, setIsPlanning] = useState(false)
  const [territories, setTerritories] = useState<readonly Choice[]>()

  const begin = async () => {
    setIsPlanning(true)
    // Without an answer there are the doors of the user.
    const read = client.query({ query: TerritoriesOnMapDocument }).catch(() => undefined)
    const found = (await read)?.data?.territories.edges.map(({ node }) => node) ?? []
    if (found.length === 0) return plan(null)
    setIsPlanning(false)
    setTerritories(found)
  }
  const plan = async (territoryId: string | null) => {
    setTerritories(undefined)
    setIsPlanning(true)
    try {
      const variables = { input: { territoryId, from: from ? { lat: from.lat, lng: from.lng } : null } }
      const { data: planned } = await client.query({
        ...{ query: WalkingRouteDocument, variables, fetchPolicy: 'network-only' },
      })
      if (!planned) throw new Error('Empty response')
      // Loaded here, because it knows addresses.
      const { toRoute } = await import('./route.ts')
      if (planned.walkingRoute.stops.length > 0) send({ type: 'routeChanged', route: toRoute(planned.walkingRoute) })
      else toastInfo('No open doors there. Knock at other doors, or come back tomorrow.')
    } catch (error) {
      toastFailure(error, 'Failed to plan the route')
    } finally {
      setIsPlanning(false)
    }
  }

  return (
    <>
      <button
        type="button"
        aria-label="Walk a route"
        aria-busy={isPlanning || undefined}
        onClick={() => {
          if (!isPlanning) void begin()
        }}
        className="flex size-12 items-center justify-center rounded-phone-card bg-surface text-ink shadow-map"
      >
        {isPlanning ? <Spinner size={20} /> : <RouteIcon aria-hidden size={22} />}
      </button>
      <Dialog
        open={territories !== undefined}
        onClose={() => setTerritories(undefined)}
        title="Walk a Route"
        initialFocus="dialog"
      >
        <ul className="grid gap-2">
          {[...(territories ?? []), { id: null, name: 'My Open Doors' }].map(({ id, name }) => (
            <li key={id}>
              <Button variant="secondary" size="large" onClick={() => void plan(id)} className="w-full justify-start">
                <span className="truncate">{name}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
