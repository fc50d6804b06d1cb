import type { KnockOutcome, MapPropertyFragment } from '../../gql/graphql.ts'
import { StatusBadge } from '../../domain/StatusBadge.tsx'
import { classNames } from '../../ui/classNames.ts'
import { streetLine } from './addressLines.ts'

/** A property with only its marker's data, or with its details; without an id it is not saved. */
export type SheetProperty = Pick<MapPropertyFragment, 'streetNumber' | 'status'> &
  Partial<MapPropertyFragment> & {
    ownerPhone?: string | null
    ownerEmail?: string | null
    lastOutcome?: KnockOutcome | null
    lastKnockedAt?: string | null
    /** The number of units of a building that is not saved yet. */
    units?: number | null
  }

/** A street of more letters takes two smaller lines, because three buttons stand beside it. */
const LONG_STREET = 20

/** The header of the sheet: street, city, the units of a building, and status. */
export function PropertyHeader({ property }: { property: SheetProperty }) {
  const street = streetLine(property)
  return (
    <>
      <h2
        className={classNames(
          'line-clamp-2 break-words',
          street.length > LONG_STREET
            ? 'text-[1.0625rem]/5 font-[640]'
            : 'text-address max-[374px]:text-[1.125rem]/5.5',
        )}
      >
        {street}
      </h2>
      <p className="flex min-w-0 items-center gap-2 text-[1rem]/6 text-ink-2">
        {property.city && (
          <>
            <span className="truncate">{property.city}</span>
            <span aria-hidden>·</span>
          </>
        )}
        {property.id === undefined ? (
          <span className="shrink-0">{property.units ? `${property.units} units · ` : ''}Not saved yet</span>
        ) : (
          <StatusBadge status={property.status} className="shrink-0 text-[1rem] font-[550]" />
        )}
      </p>
    </>
  )
}
