import { useMutation } from '@apollo/client/react'
import { streetOf } from '../../domain/streetOf.ts'
import { ForgetHouseholdDocument } from '../../gql/graphql.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useTexts } from '../../lib/useTexts.ts'
import { useFileDownload } from '../../session/jobs/jobs.ts'
import { TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'

export interface ForgetHouseholdDialogProps {
  id: string
  address: string
  onClose: () => void
  /** Called when nothing of the property is left. */
  onForgotten: () => void
}

/** Asks why a household is forgotten, erases it and downloads the receipt. */
export function ForgetHouseholdDialog({ id, address, onClose, onForgotten }: ForgetHouseholdDialogProps) {
  const { download } = useFileDownload()
  const { texts, text } = useTexts({ reason: '' })
  const [forget] = useMutation(ForgetHouseholdDocument, {
    update: (cache) => {
      cache.evict({ id: cache.identify({ __typename: 'MapMarker', id }) ?? '' })
    },
  })
  const submit = async () => {
    const { data } = await forget({ variables: { propertyId: id, ...texts } })
    toastSuccess('Household forgotten')
    void download({ path: data!.forgetHousehold.receiptUrl.replace(/^\/api/, ''), fileName: 'household-forgotten.pdf' })
    onForgotten()
    return true
  }
  return (
    <FormDialog
      title="Forget Household"
      description={streetOf(address)}
      onSubmit={submit}
      onClose={onClose}
      failureText="The household was not forgotten. Check the connection and try again."
      action="Forget Household"
      busyAction="Forgetting..."
      isDestructive
      className="grid gap-4"
    >
      <Note hue="bad">This cannot be undone.</Note>
      <p className="text-body text-ink-2">
        The property is erased with its leads, names, contacts, notes, photos and positions, on every phone, too. Files
        of today's exports and imports go with it. Figures stay as they are, and no import brings the household back.
      </p>
      <TextField
        label="Reason"
        isRequired
        dir="auto"
        maxLength={500}
        hint="The receipt keeps it, so name nobody here."
        {...text('reason')}
      />
    </FormDialog>
  )
}
