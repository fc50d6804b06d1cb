import { useMutation } from '@apollo/client/react'
import { type AddressMixUpsQuery, CorrectOwnerDocument } from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { useOpenRecord } from '../../session/records.tsx'
import { Button } from '../../ui/Button.tsx'

type MixUp = AddressMixUpsQuery['addressMixUps']['mixUps'][number]

/** A property with the owner or parcel of another house: what it has, whose that is, and what a correction sets. */
export function MixUpRow({ mixUp, onCorrected }: { mixUp: MixUp; onCorrected: () => void }) {
  const { propertyId, address, ownerName, parcelId, otherAddress, otherPropertyId, ownParcelId, ownOwnerName } = mixUp
  const { openProperty } = useOpenRecord()
  const [correctOwner, { loading }] = useMutation(CorrectOwnerDocument)
  const correct = async () => {
    const saved = correctOwner({ variables: { propertyId } })
    if (await toastOutcome(saved, 'Owner corrected', 'Failed to correct the owner')) onCorrected()
  }
  const label = ownParcelId === null ? 'Clear Owner' : 'Correct Owner'
  return (
    <li className="flex items-center gap-4 border-t border-line py-2.5 max-md:flex-col max-md:items-stretch max-md:gap-2">
      <div className="min-w-0 flex-1 lg:grid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,3fr)] lg:gap-x-6">
        <button
          type="button"
          className="block max-w-full truncate self-start text-left font-semibold hover:underline"
          onClick={() => openProperty(propertyId)}
        >
          {address}
        </button>
        <p className="text-small break-words text-ink-2 lg:leading-5">
          {ownerName || 'Unknown Owner'} · {parcelId}.{' '}
          {otherPropertyId === null
            ? `The parcel record is that of ${otherAddress}.`
            : `${otherAddress} has the same parcel.`}
        </p>
        <p className="text-small break-words lg:leading-5">
          {ownParcelId === null
            ? 'No record has this address: the parcel is cleared, and the owner unless a person entered it.'
            : `Becomes ${ownOwnerName || 'Unknown Owner'} · ${ownParcelId}, the parcel of this address.`}
        </p>
      </div>
      <Button busy={loading} busyLabel="Saving..." aria-label={`${label} of ${address}`} onClick={() => void correct()}>
        {label}
      </Button>
    </li>
  )
}
