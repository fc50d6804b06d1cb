import { useMutation } from '@apollo/client/react'
import { type NearbyOwnerFragment, type PropertyRecordFragment, SaveNearbyOwnerDocument } from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { toastFailureWithReason } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'

interface NearbyOwnerProps {
  /** Id of the property. */
  id: string
  record: NearbyOwnerFragment
  disabled?: boolean
  /** Called with the property after it got the owner. */
  onUsed: (property: PropertyRecordFragment) => void
}

/** The record of another house, whose owner the property gets only if it is chosen here. */
export function NearbyOwner({ id, record: { parcelId, address, ownerName }, disabled, onUsed }: NearbyOwnerProps) {
  const [saveNearbyOwner, { loading }] = useMutation(SaveNearbyOwnerDocument)
  const choose = async () => {
    try {
      const { data } = await saveNearbyOwner({ variables: { id, parcelId: parcelId ?? '' } })
      if (!data) throw new Error('Empty response')
      onUsed(data.saveNearbyOwner)
      toastSuccess(`Owner updated: ${data.saveNearbyOwner.ownerName || 'Unknown Owner'}`)
    } catch (error) {
      toastFailureWithReason(error, 'Failed to use the owner')
    }
  }
  return (
    <section
      aria-label="Owner of another record"
      className="mb-3 flex items-center gap-3 rounded-phone-card bg-warn-tint py-1.5 pr-1.5 pl-3 text-small"
    >
      <div className="min-w-0 flex-1 break-words text-ink">
        <p className="text-warn">Owner of another record nearby: use it?</p>
        <p className="font-[550]">{ownerName}</p>
        <p>{address}</p>
      </div>
      <Button size="small" disabled={disabled} busy={loading} busyLabel="Saving..." onClick={() => void choose()}>
        Use It
      </Button>
    </section>
  )
}
