import { MapPin, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { PropertyRowFragment } from '../../gql/graphql.ts'
import { formatDate, formatDay } from '../../lib/dates.ts'
import { useAbilities, useMe } from '../../session/person/MeProvider.tsx'
import { Card } from '../../ui/Card.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { mapLink } from '../../domain/mapLink.ts'
import { PropertyTypeChip } from '../../domain/PropertyTypeIcon.tsx'
import { streetLine } from './addressLines.ts'
import { DeleteProperty } from './DeleteProperty.tsx'

interface PropertyCardProps {
  property: PropertyRowFragment
  /** A picture of the property from above. */
  picture: ReactNode
  onEdit: () => void
  onDeleted: () => void
}

/** A saved property: picture, address, owner, types, creation date, tenant in a list of several, and edit and delete buttons. */
export function PropertyCard({ property, picture, onEdit, onDeleted }: PropertyCardProps) {
  const { deleteProperties } = useAbilities()
  const isOfManyTenants = !useMe().tenant
  const [first, ...others] = property.tags
  const line = streetLine(property)
  return (
    <Card className="flex h-full overflow-hidden">
      <div aria-hidden className="w-[118px] shrink-0 bg-sunken">
        {picture}
      </div>
      <div className="flex min-w-0 flex-1 flex-col p-4 pb-2 max-[359px]:px-2.5">
        <h2 className="truncate text-[0.9375rem]/5 font-semibold">{line}</h2>
        <p className="mt-0.5 truncate text-small text-ink-2">
          {property.unconfirmed && <span className="text-warn">Unconfirmed: </span>}
          {property.ownerName || <span className="text-ink-3">Unknown Owner</span>}
        </p>
        <p className="mt-2.5 flex h-6 items-center gap-2 text-small text-ink-3">
          {first ? <PropertyTypeChip type={first} /> : 'No type yet'}
          {others.length > 0 && (
            <span className="rounded-badge bg-mute-tint px-1.5 py-0.5 text-badge font-semibold text-mute">
              +{others.length}
              <span className="sr-only"> more</span>
            </span>
          )}
        </p>
        <div className="mt-auto flex items-center">
          <time
            dateTime={property.createdAt}
            className="figures min-w-0 flex-1 truncate text-small text-ink-2 max-[359px]:invisible"
          >
            {formatDay(property.createdAt)}
            {/* A phone has no room for the year beside the buttons. */}
            <span className="max-md:hidden">
              {formatDate(property.createdAt).slice(formatDay(property.createdAt).length)}
            </span>
            {isOfManyTenants && property.tenantName && ` · ${property.tenantName}`}
          </time>
          {!isOfManyTenants && (
            <Link
              to={mapLink(property.id)}
              aria-label={`Show ${line} on the map`}
              title="Show on map"
              className="inline-flex size-9 shrink-0 items-center justify-center rounded-button text-ink-2 hover:bg-sunken hover:text-ink max-md:size-12"
            >
              <MapPin aria-hidden size={16} />
            </Link>
          )}
          <IconButton label={`Edit ${line}`} icon={Pencil} onClick={onEdit} />
          {deleteProperties && (
            <DeleteProperty id={property.id} variant={{ icon: `Delete ${line}` }} onDeleted={onDeleted} />
          )}
        </div>
      </div>
    </Card>
  )
}
