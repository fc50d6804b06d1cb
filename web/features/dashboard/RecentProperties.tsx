import { Link } from 'react-router-dom'
import type { DashboardQuery } from '../../gql/graphql.ts'
import { pluralize } from '../../lib/numbers.ts'
import { formatDate } from '../../lib/dates.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadingOrError } from '../../ui/LoadingOrError.tsx'

type RecentProperty = DashboardQuery['properties']['edges'][number]['node']

interface RecentPropertiesProps {
  recent: readonly RecentProperty[] | undefined
  failed: boolean
  busy: boolean
  onRetry: () => void
}

/** The latest properties with their number of tags and creation date. */
export function RecentProperties({ recent, failed, busy, onRetry }: RecentPropertiesProps) {
  return (
    <Card title="Recent Properties" className="mt-7">
      {recent?.length ? (
        <ul className="px-5 pt-2 pb-3 max-md:px-4">
          {recent.map((property) => (
            <li
              key={property.id}
              className="group relative flex min-h-12 items-center gap-x-6 border-t max-md:gap-x-4 border-line py-1.5 first:border-t-0 max-md:flex-wrap max-md:py-2.5"
            >
              <span className="min-w-0 flex-1 text-body font-semibold max-md:basis-full">{property.address}</span>
              <span className="figures w-20 text-small text-ink-2 max-md:w-auto">
                {pluralize(property.tags.length, 'tag')}
              </span>
              <time dateTime={property.createdAt} className="figures w-28 text-small text-ink-2">
                {formatDate(property.createdAt)}
              </time>
              <Link
                to="/properties"
                className="text-body font-semibold text-accent-ink underline-offset-4 group-hover:underline after:absolute after:inset-0 max-md:-my-3 max-md:ml-auto max-md:inline-flex max-md:min-h-12 max-md:min-w-12 max-md:items-center max-md:justify-end"
              >
                View<span className="sr-only"> {property.address}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : recent ? (
        <EmptyState
          title="No properties yet"
          hint="Search an address on the map to save the first one."
          action={<ButtonLink to="/map">Search Properties</ButtonLink>}
        />
      ) : (
        <LoadingOrError
          query={{ failed, busy, retry: onRetry }}
          failure="Failed to fetch properties"
          label="properties"
          rows={5}
          cells={['h-5 w-full']}
          rowClass=""
          className="space-y-5 px-5 py-5"
        />
      )}
    </Card>
  )
}
