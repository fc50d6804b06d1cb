import { CircleAlert } from 'lucide-react'

/** Why the server refused, in the dialog that asked: the toast of the catalogue does not say. */
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
