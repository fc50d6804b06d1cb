import type { ActivityRowFragment } from '../../gql/graphql.ts'
import { useOpenRecord } from '../../session/records.tsx'
import { nameOfEvent } from './describeEvent.ts'

/** The name of an event. A click opens the event. */
export function EventLink({ event }: { event: ActivityRowFragment }) {
  const { openEvent } = useOpenRecord()
  const label = nameOfEvent(event)
  return (
    <button
      type="button"
      aria-label={`Open event: ${label}`}
      onClick={() => openEvent(event.eventId)}
      className="rounded-badge text-left font-semibold hover:underline touch:-my-3 touch:py-3"
    >
      {label}
    </button>
  )
}
