import { EventDetails } from '../features/activity/EventDetails.tsx'
import { useOpenRecord } from '../session/records.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { UndoKnockEvent } from './UndoKnockEvent.tsx'

/** An event of the activity log beside the screen it was opened from. */
export function EventDrawer({ id }: { id: string }) {
  const { closeRecord } = useOpenRecord()
  return (
    <Drawer title="Event" position="Event" onClose={closeRecord}>
      <EventDetails id={id} actionsFor={(event) => <UndoKnockEvent key={event.eventId} event={event} />} />
    </Drawer>
  )
}
