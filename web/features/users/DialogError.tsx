import { CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MutationOutcome } from './useUserMutations.ts'

/** `isDone` takes the outcome of a dialog's action; `error` shows why it failed. */
export function useDialogError(): { error: ReactNode; isDone: (outcome: MutationOutcome) => boolean } {
  const [reason, setReason] = useState<string>()
  return {
    error: <DialogError reason={reason} />,
    isDone: (outcome) => {
      if (!outcome.done) setReason(outcome.reason)
      return outcome.done
    },
  }
}

/** The server's reason for a refusal, inside the dialog. The toast of the catalog does not contain it. */
export function DialogError({ reason }: { reason: string | undefined }) {
  return (
    <span role="alert" className="flex items-start gap-1.5 text-small text-bad empty:hidden not-empty:mt-3">
      {reason && (
        <>
          <CircleAlert aria-hidden size={16} className="mt-px shrink-0" />
          {reason}
        </>
      )}
    </span>
  )
}
