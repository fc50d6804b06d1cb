import { useApolloClient } from '@apollo/client/react'
import { ArrowRight, Route as RouteIcon } from 'lucide-react'
import { measureRoute } from '../../../api/domain/walkingRoutes/planRoute.ts'
import type { Point } from '../../lib/distance.ts'
import { formatFeet } from '../../lib/formatFeet.ts'
import { pluralize } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { returnDoors } from './doorsForToday.ts'
import { type Route, type SendRoute, skipStreet } from './route.ts'

interface RoutePeekProps {
  /** The stops that are left. */
  route: Route
  /** Where the rep is. */
  from: Point | undefined
  send: SendRoute
}

/** On a phone without a selected property: what is left of the walking route, and the way to its next door. */
export default function RoutePeek({ route, from, send }: RoutePeekProps) {
  const { meters, minutes } = measureRoute(route.stops, from ?? null, route.minutesAtDoor)
  const [next] = route.stops
  const client = useApolloClient()
  const end = () => send({ type: 'routeChanged', route: undefined })
  return (
    <section
      aria-label="Walking route"
      className="absolute inset-x-0 bottom-0 z-10 flex h-(--map-covered) flex-col justify-between overflow-hidden rounded-t-sheet bg-surface px-4 pt-3 pb-2 text-ink shadow-dialog sideways:right-auto sideways:h-20 sideways:w-(--sheet-width)"
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="figures flex items-center gap-2 text-address whitespace-nowrap">
            <RouteIcon aria-hidden size={18} className="text-ink-3" />
            {pluralize(route.stops.length, 'door')} left
          </h2>
          <p className="figures truncate text-[1rem]/5 text-ink-2">
            {route.isForToday ? 'Return tonight' : formatFeet(meters)} · {formatMinutes(minutes)}
          </p>
        </div>
        <Button
          variant="primary"
          size="large"
          icon={ArrowRight}
          iconSize={18}
          onClick={() => send({ type: 'nextTapped' })}
          className="px-5 max-[374px]:px-3 max-[339px]:[&_svg]:hidden"
        >
          Next Door
        </Button>
      </div>
      <div className="flex items-center gap-2 sideways:hidden">
        <Button
          variant="quiet"
          onClick={() =>
            void skipStreet(route, from ?? null).then((changed) => send({ type: 'routeChanged', route: changed }))
          }
          className="-ml-3 min-w-0 flex-1 justify-start"
        >
          <span className="truncate">Skip {next?.streetName ?? 'This Street'}</span>
        </Button>
        {route.isForToday && (
          <Button variant="quiet" onClick={() => void returnDoors(client).then((isDone) => isDone && end())}>
            Give Back
          </Button>
        )}
        <Button variant="quiet" onClick={end} className="-mr-3">
          End Route
        </Button>
      </div>
    </section>
  )
}

/** 'about 45 min', 'about 1 h 10 min', in steps of five minutes. */
export function formatMinutes(minutes: number): string {
  const rounded = Math.max(5, Math.round(minutes / 5) * 5)
  const [hours, rest] = [Math.floor(rounded / 60), rounded % 60]
  return `about ${[hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')}`
}
