import type { ReactNode } from 'react'
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
  }

/** The name of a street with more letters is written smaller on two lines, because three buttons need the room beside it. */
const LONG_STREET = 20

/** The header of the sheet: the street, below it two lines with the last visit, or the status where nobody has knocked. */
export function PropertyHeader({ property, visit }: { property: SheetProperty; visit: ReactNode }) {
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
      {/* As high with one line, so that the outcomes of all properties are at the same place. */}
      <p className="h-10 text-[1rem]/5 text-ink-2">
        {visit ||
          (property.id === undefined ? (
            <>
              <span className="block">Not saved yet</span>
              <span className="block truncate">{property.city}</span>
            </>
          ) : (
            <>
              <StatusBadge status={property.status} className="font-[550]" />
              <span className="block">Not knocked yet</span>
            </>
          ))}
      </p>
    </>
  )
}
