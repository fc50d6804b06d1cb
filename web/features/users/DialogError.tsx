import { CircleAlert } from 'lucide-react'

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
