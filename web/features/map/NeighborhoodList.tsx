import { useQuery } from '@apollo/client/react'
import { ChevronRight } from 'lucide-react'
import { NeighborhoodsInViewDocument } from '../../gql/graphql.ts'
import { formatCount, pluralize } from '../../lib/numbers.ts'
import { LoadingRows } from '../../ui/Skeleton.tsx'
import type { Point } from '../../lib/distance.ts'
import type { MapExtent } from './MapSurface.tsx'

interface NeighborhoodListProps {
  extent: MapExtent
  /** Shows a neighborhood. */
  onSelect: (center: Point) => void
}

/** The neighborhoods in a view in which houses are in clusters, each with its doors and how many are interested. */
export default function NeighborhoodList({ extent: { bounds, zoom }, onSelect }: NeighborhoodListProps) {
  const { data, previousData, loading } = useQuery(NeighborhoodsInViewDocument, {
    variables: { bounds, zoom },
    fetchPolicy: 'network-only',
  })
  const found = (data ?? previousData)?.propertyMap.neighborhoods ?? []
  if (found.length === 0 && loading)
    return (
      <li>
        <LoadingRows label="neighborhoods" rows={4} cells={['h-3.5 w-40', 'ml-auto h-3.5 w-14']} className="px-4" />
      </li>
    )
  return found.map(({ name, lat, lng, count, interested }) => (
    <li key={name} className="border-b border-line">
      <button
        type="button"
        onClick={() => onSelect({ lat, lng })}
        className="flex h-14 w-full items-center gap-2 px-4 text-left -outline-offset-2 hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate text-body font-semibold">{name || 'No neighborhood'}</span>
          <span className="figures block truncate text-small text-ink-2">
            {pluralize(count, 'door')}
            {interested > 0 && ` · ${formatCount(interested)} interested`}
          </span>
        </span>
        <ChevronRight aria-hidden size={16} className="text-ink-3" />
      </button>
    </li>
  ))
}
