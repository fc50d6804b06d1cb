import { useApolloClient } from '@apollo/client/react'
import { Route as RouteIcon } from 'lucide-react'
import { useState } from 'react'
import { TerritoriesOnMapDocument, WalkingRouteDocument } from '../../gql/graphql.ts'
import type { Point } from '../../lib/distance.ts'
import { toastInfo } from '../../lib/toasts.ts'
import { useBusy } from '../../lib/useBusy.ts'
import { toastFailure } from '../../session/failureToasts.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { readDoorsForToday, returnDoors, takeNearestDoors } from './doorsForToday.ts'
import type { SendRoute } from './route.ts'
import { type Choices, RouteChoices, type RouteScope } from './RouteChoices.tsx'

interface RouteButtonProps {
  /** Where the rep is, or looks. */
  from: Point | undefined
  send: SendRoute
}

/** Plans a walk past the open doors of a territory, of those taken for today, or of the user. Asks which only where there is a choice. */
export default function RouteButton({ from, send }: RouteButtonProps) {
  const client = useApolloClient()
  const { busy: isPlanning, run } = useBusy()
  const [choices, setChoices] = useState<Choices>()

  const begin = async () => {
    // Without an answer there are the doors of the user.
    const read = client.query({ query: TerritoriesOnMapDocument }).catch(() => undefined)
    const today = await readDoorsForToday(client)
    const territories = (await read)?.data?.territories.edges.map(({ node }) => node) ?? []
    if (territories.length === 0 && !today?.canTake && !today?.doors.length) return plan({})
    setChoices({ territories, today })
  }
  const take = async () => {
    setChoices(undefined)
    if (!from) return toastInfo('Move the map to where you are, then try again.')
    const propertyIds = await takeNearestDoors(client, from)
    if (propertyIds.length > 0) await plan({ propertyIds })
  }
  const giveBack = async () => {
    if (!(await returnDoors(client))) return
    setChoices(undefined)
    send({ type: 'routeChanged', route: undefined })
  }
  const plan = async (scope: RouteScope) => {
    setChoices(undefined)
    try {
      const variables = { input: { ...scope, from: from ? { lat: from.lat, lng: from.lng } : null } }
      const { data: planned } = await client.query({
        ...{ query: WalkingRouteDocument, variables, fetchPolicy: 'network-only' },
      })
      if (!planned) throw new Error('Empty response')
      // Loaded here, because it knows addresses.
      const { toRoute } = await import('./route.ts')
      const route = { ...toRoute(planned.walkingRoute), isForToday: scope.propertyIds !== undefined }
      if (route.stops.length > 0) send({ type: 'routeChanged', route })
      else toastInfo('No open doors there. Knock at other doors, or come back tomorrow.')
    } catch (error) {
      toastFailure(error, 'Failed to plan the route')
    }
  }

  return (
    <>
      <button
        type="button"
        aria-label="Walk a route"
        aria-busy={isPlanning || undefined}
        onClick={() => {
          if (!isPlanning) void run(begin)
        }}
        className="flex size-12 items-center justify-center rounded-phone-card bg-surface text-ink shadow-map"
      >
        {isPlanning ? <Spinner size={20} /> : <RouteIcon aria-hidden size={22} />}
      </button>
      <RouteChoices
        choices={choices}
        onChoose={(scope) => void run(() => plan(scope))}
        onTake={() => void run(take)}
        onReturn={() => void giveBack()}
        onClose={() => setChoices(undefined)}
      />
    </>
  )
}
