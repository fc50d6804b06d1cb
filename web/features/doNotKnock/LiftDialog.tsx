import { useMutation } from '@apollo/client/react'
import { DoNotKnockListDocument, LiftDoNotKnockDocument, MapPropertyDocument } from '../../gql/graphql.ts'
import { refetching } from '../../lib/refetching.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { useTexts } from '../../lib/useTexts.ts'
import { TextField } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

/** Lifts a mark, for a reason that the list keeps. */
export function LiftDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { texts, text } = useTexts({ reason: '' })
  const [lift] = useMutation(LiftDoNotKnockDocument, refetching(DoNotKnockListDocument, MapPropertyDocument))
  const submit = async () => {
    await lift({ variables: { id, ...texts } })
    toastSuccess('Mark lifted')
    return true
  }
  return (
    <FormDialog
      title="Lift Do Not Knock"
      description="The door may be knocked again, unless another mark forbids it."
      onSubmit={submit}
      onClose={onClose}
      failureText="The mark was not lifted. Check the connection and try again."
      action="Lift Mark"
      busyAction="Lifting..."
      className="grid gap-4"
    >
      <TextField label="Reason" isRequired dir="auto" maxLength={500} hint="The list keeps it." {...text('reason')} />
    </FormDialog>
  )
}
