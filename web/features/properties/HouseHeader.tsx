import type { PropertyStatus } from '../../gql/graphql.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { streetLine } from './addressLines.ts'

/** A house by its marker alone, or with its details. */
interface HeadedHouse {
  streetNumber: string
  status: PropertyStatus
  address?: string
  streetName?: string | null
  ownerName?: string | null
  unconfirmed?: boolean
}

/** The head of the sheet on a phone: address, owner and status. */
export function HouseHeader({ house }: { house: HeadedHouse }) {
  const { address, streetName = null, ownerName } = house
  return (
    <>
      <h2 className="truncate text-address">
        {address === undefined ? house.streetNumber : streetLine({ ...house, address, streetName })}
      </h2>
      <p className="flex min-w-0 items-center gap-2 text-[0.9375rem] text-ink-2">
        {address !== undefined && (
          <>
            <span className="truncate">
              {house.unconfirmed && <span className="text-warn">Unconfirmed: </span>}
              {ownerName || <span className="text-ink-3">Unknown Owner</span>}
            </span>
            <span aria-hidden>·</span>
          </>
        )}
        <StatusMark status={house.status} className="font-[550]" />
      </p>
    </>
  )
}
