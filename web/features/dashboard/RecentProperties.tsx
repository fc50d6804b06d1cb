import { Link } from 'react-router-dom'
import { outcomeLabels } from '../../domain/labels.ts'
import { OutcomeIcon } from '../../domain/OutcomeIcon.tsx'
import { outcomeDisplay } from '../../domain/outcomes.ts'
import { PropertyTypeIcon } from '../../domain/PropertyTypeIcon.tsx'
import { StatusBadge } from '../../domain/StatusBadge.tsx'
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

/** With more, the number of tags says enough. */
const MAX_TAG_ICONS = 2

/** The latest properties with what came of them, their number of tags and creation date. */
export function RecentProperties({ recent, failed, busy, onRetry }: RecentPropertiesProps) {
  return (
    <Card title="Recent Properties" className="mt-7">
      {recent?.length ? (
        <ul className="px-5 pt-2 pb-3 max-md:px-4">
          {recent.map((property) => (
            <li
              key={property.id}
              className="group relative grid min-h-12 grid-cols-[minmax(0,1fr)_11rem_9rem_6.5rem_auto] items-center gap-x-4 border-t border-line py-1.5 first:border-t-0 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:py-2.5"
            >
              <span className="min-w-0 text-body font-semibold max-md:col-span-2">{property.address}</span>
              <span className="flex flex-wrap items-center gap-x-3 text-small text-ink-2 md:contents">
                <Result property={property} />
                <span className="figures flex items-center gap-1.5">
                  {pluralize(property.tags.length, 'tag')}
                  <span className="contents max-md:hidden">
                    {property.tags.slice(0, MAX_TAG_ICONS).map((tag) => (
                      <PropertyTypeIcon key={tag} type={tag} size={20} />
                    ))}
                  </span>
                </span>
                <time dateTime={property.createdAt} className="figures">
                  {formatDate(property.createdAt)}
                </time>
              </span>
              <Link
                to="/properties"
                className="text-body font-semibold text-accent-ink underline-offset-4 group-hover:underline after:absolute after:inset-0"
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

/** The outcome of the last knock, or without one the status. */
function Result({ property: { lastOutcome, status } }: { property: RecentProperty }) {
  if (!lastOutcome) return <StatusBadge status={status} />
  return (
    <span className="flex items-center gap-1.5">
      <OutcomeIcon display={outcomeDisplay(lastOutcome)} size={18} />
      {outcomeLabels[lastOutcome]}
    </span>
  )
}
