import { EventDetails } from '../features/activity/EventDetails.tsx'
import { ForgetReceiptButton } from '../features/forgetting/forgettingParts.ts'
import { useAbilities } from '../session/person/MeProvider.tsx'
import { useOpenRecord } from '../session/records.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { UndoKnockEvent } from './UndoKnockEvent.tsx'

/** An event of the activity log beside the screen it was opened from. */
export function EventDrawer({ id }: { id: string }) {
  const { closeRecord } = useOpenRecord()
  const { forgetHouseholds } = useAbilities()
  return (
    <Drawer title="Event" position="Event" onClose={closeRecord}>
      <EventDetails
        id={id}
        actionsFor={(event) =>
          event.type === 'HouseholdForgotten' ? (
            forgetHouseholds && (
              <ForgetReceiptButton propertyId={String((event.data as { propertyId: string }).propertyId)} />
            )
          ) : (
            <UndoKnockEvent key={event.eventId} event={event} />
          )
        }
      />
    </Drawer>
  )
}
