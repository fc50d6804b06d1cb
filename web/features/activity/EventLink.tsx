import { activityDisplay } from '../../domain/activityTypes.ts'
import { useOpenRecord } from '../../session/records.tsx'

/** The name of an event. A click opens the event. */
export function EventLink({ event: { eventId, type } }: { event: { eventId: string; type: string } }) {
  const { openEvent } = useOpenRecord()
  const { label } = activityDisplay(type)
  return (
    <button
      type="button"
      aria-label={`Open event: ${label}`}
      onClick={() => openEvent(eventId)}
      className="rounded-badge text-left font-semibold hover:underline touch:-my-3 touch:py-3"
    >
      {label}
    </button>
  )
}
