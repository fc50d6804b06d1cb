import type { MapPropertyFragment } from '../../gql/graphql.ts'
import { StatusBadge } from '../../domain/StatusBadge.tsx'
import { streetLine } from './addressLines.ts'

/** A property with only its marker's data, or with its details. */
export type SheetProperty = Pick<MapPropertyFragment, 'streetNumber' | 'status'> & Partial<MapPropertyFragment>

/** The header of the sheet: address, owner, and status. */
export function PropertyHeader({ property }: { property: SheetProperty }) {
  return (
    <>
      <h2 className="truncate text-address">{streetLine(property)}</h2>
      <p className="flex min-w-0 items-center gap-2 text-[0.9375rem] text-ink-2">
        {property.address !== undefined && (
          <>
            <span className="truncate">
              {property.unconfirmed && <span className="text-warn">Unconfirmed: </span>}
              {property.ownerName || <span className="text-ink-3">Unknown Owner</span>}
            </span>
            <span aria-hidden>·</span>
          </>
        )}
        <StatusBadge status={property.status} className="font-[550]" />
      </p>
    </>
  )
}
