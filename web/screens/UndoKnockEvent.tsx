import { useState } from 'react'
import { isUndoable } from '../domain/undoableKnocks.ts'
import { useUndoKnock } from '../features/knocking/useUndoKnock.ts'
import type { ActivityRowFragment } from '../gql/graphql.ts'
import { useMe } from '../session/person/MeProvider.tsx'
import { useMockData } from '../session/person/mockData.ts'
import { Button } from '../ui/Button.tsx'

/**
 * Undoes the knock of an event: for a manager any knock, for a rep their own of the last seven days. The log keeps both events. Renders
 * nothing for other events, and where the property was deleted.
 */
export function UndoKnockEvent({ event }: { event: ActivityRowFragment }) {
  const { id, abilities } = useMe()
  const mock = useMockData()
  const undoKnock = useUndoKnock()
  const [isUndone, setIsUndone] = useState(false)
  const [openedAt] = useState(() => new Date())
  const { type, eventId, record, actor } = event
  if (type !== 'DoorKnocked' || record?.kind !== 'PROPERTY' || !record.id || mock) return null
  if (!abilities.withdrawTeamKnocks && !(actor?.id === id && isUndoable(event, openedAt))) return null
  const undo = () => {
    setIsUndone(true)
    void undoKnock({ eventId, propertyId: record.id!, title: record.label, knockedAt: event.occurredAt })
  }
  return (
    <Button className="mt-5" disabled={isUndone} onClick={undo}>
      {isUndone ? 'Undone' : 'Undo This Knock'}
    </Button>
  )
}
