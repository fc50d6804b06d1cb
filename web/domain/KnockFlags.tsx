import { useQuery } from '@apollo/client/react'
import type { Polygon } from 'geojson'
import { TriangleAlert } from 'lucide-react'
import { containsPoint } from '../../api/domain/polygons.ts'
import { type KnockFlag, PermitsDocument } from '../gql/graphql.ts'
import type { Point } from '../lib/distance.ts'
import { flagLabels } from './knockFlags.ts'

interface KnockFlagsProps {
  flags: readonly KnockFlag[]
  /** Where the door is. */
  door: Point | undefined
}

/** What was wrong with a knock. The city is that of the permits at the door today, because a knock does not say which it was. */
export function KnockFlags({ flags, door }: KnockFlagsProps) {
  const { data } = useQuery(PermitsDocument, { skip: flags.every((flag) => flag === 'DO_NOT_KNOCK') })
  // The server has checked the areas.
  const permit = door && data?.permits.find(({ area }) => containsPoint(area as Polygon, door))
  const labels = flagLabels(permit?.city ?? 'the city')
  return (
    <span className="mt-0.5 flex items-start gap-1.5 text-warn">
      <TriangleAlert aria-hidden size={16} className="mt-[0.2em] shrink-0" />
      <span className="min-w-0 wrap-anywhere">{flags.map((flag) => labels[flag]).join(' · ')}</span>
    </span>
  )
}
