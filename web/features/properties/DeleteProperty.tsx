import { useMutation } from '@apollo/client/react'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DeletePropertyDocument } from '../../gql/graphql.ts'
import { errorMessage } from '../../lib/errors.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Deletes a saved house after asking; `onDeleted` is told when it is gone. */
export function DeleteProperty({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const [deleteProperty, { loading }] = useMutation(DeletePropertyDocument, {
    variables: { id },
    update: (cache) => {
      for (const __typename of ['Property', 'MapMarker']) cache.evict({ id: cache.identify({ __typename, id }) ?? '' })
      cache.gc()
    },
  })
  const confirm = async () => {
    try {
      await deleteProperty()
      setAsking(false)
      toastSuccess('Property deleted')
      onDeleted()
    } catch (error) {
      toastError(errorMessage(error, 'Failed to delete property'))
    }
  }
  return (
    <>
      <Button variant="destructive" icon={<Trash2 aria-hidden size={16} />} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        title="Delete property"
        confirmLabel="Delete property"
        busyLabel="Deleting..."
        busy={loading}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        Are you sure you want to delete this property? This cannot be undone.
      </ConfirmDialog>
    </>
  )
}
