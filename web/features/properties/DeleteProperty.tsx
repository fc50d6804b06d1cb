import { useMutation } from '@apollo/client/react'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeletePropertyDocument } from '../../gql/graphql.ts'
import { toastOutcome } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

interface DeletePropertyProps {
  id: string
  /** A button, a button without an edge, or an icon with this accessible name. */
  variant?: 'button' | 'quiet' | { icon: string; size?: 'small' }
  disabled?: boolean
  onDeleted: () => void
}

/** Deletes a property after a confirmation, then calls `onDeleted`. */
export function DeleteProperty({ id, variant = 'button', disabled = false, onDeleted }: DeletePropertyProps) {
  const [confirming, setConfirming] = useState(false)
  const [deleteProperty] = useMutation(DeletePropertyDocument, {
    variables: { id },
    // Remove only the marker here; `onDeleted` handles the views that show the property itself.
    update: (cache) => {
      cache.evict({ id: cache.identify({ __typename: 'MapMarker', id }) ?? '' })
    },
  })
  const confirm = async () => {
    if (!(await toastOutcome(deleteProperty(), 'Property deleted', 'Failed to delete property'))) return
    setConfirming(false)
    onDeleted()
  }
  const openConfirmation = () => setConfirming(true)
  return (
    <>
      {typeof variant === 'object' ? (
        <IconButton
          label={variant.icon}
          variant="destructive"
          {...(variant.size ? { size: variant.size } : {})}
          icon={Trash2}
          disabled={disabled}
          onClick={openConfirmation}
        />
      ) : (
        <Button
          variant="destructive"
          icon={Trash2}
          disabled={disabled}
          onClick={openConfirmation}
          className={variant === 'quiet' ? 'border-transparent! bg-transparent! shadow-none!' : undefined}
        >
          Delete
        </Button>
      )}
      {confirming && (
        <ConfirmDialog title="Delete Property" onConfirm={confirm} onClose={() => setConfirming(false)}>
          Are you sure you want to delete this property? This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  )
}
