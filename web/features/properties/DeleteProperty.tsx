import { useMutation } from '@apollo/client/react'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeletePropertyDocument } from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { toastReason } from '../../session/failureToasts.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

interface DeletePropertyProps {
  id: string
  /** As a button, as one without an edge, or as its icon alone, which then names the house. */
  variant?: 'button' | 'quiet' | { icon: string }
  disabled?: boolean
  onDeleted: () => void
}

/** Deletes a saved house after asking; `onDeleted` is told when it is gone. */
export function DeleteProperty({ id, variant: look = 'button', disabled = false, onDeleted }: DeletePropertyProps) {
  const [confirming, setConfirming] = useState(false)
  const [deleteProperty, { loading }] = useMutation(DeletePropertyDocument, {
    variables: { id },
    // The map drops its marker at once; whoever shows the house itself is told by `onDeleted`.
    update: (cache) => {
      cache.evict({ id: cache.identify({ __typename: 'MapMarker', id }) ?? '' })
    },
  })
  const confirm = async () => {
    try {
      await deleteProperty()
      setConfirming(false)
      toastSuccess('Property deleted')
      onDeleted()
    } catch (error) {
      toastReason(error, 'Failed to delete property')
    }
  }
  const icon = <Trash2 aria-hidden size={16} />
  const openConfirmation = () => setConfirming(true)
  return (
    <>
      {typeof look === 'object' ? (
        <IconButton
          label={look.icon}
          variant="destructive"
          icon={icon}
          disabled={disabled}
          onClick={openConfirmation}
        />
      ) : (
        <Button
          variant="destructive"
          icon={icon}
          disabled={disabled}
          onClick={openConfirmation}
          className={look === 'quiet' ? 'border-transparent! bg-transparent! shadow-none!' : undefined}
        >
          Delete
        </Button>
      )}
      <ConfirmDialog
        open={confirming}
        title="Delete property"
        confirmLabel="Delete property"
        busyLabel="Deleting..."
        busy={loading}
        onConfirm={() => void confirm()}
        onClose={() => setConfirming(false)}
      >
        Are you sure you want to delete this property? This cannot be undone.
      </ConfirmDialog>
    </>
  )
}
