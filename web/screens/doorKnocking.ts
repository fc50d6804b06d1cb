import type { OwnOutcome } from '../domain/outcomes.ts'
import type { HistoryKnock } from '../features/knocking/KnockHistory.tsx'
import type { KnockExtrasInput } from '../features/knocking/useKnockExtras.ts'
import type { KnockTarget } from '../features/knocking/knockItems.ts'
import type { RecordedKnock, useKnocks } from '../features/knocking/useKnocks.ts'
import type { NextDoor, NextDoorBarProps } from '../features/knocking/NextDoorBar.tsx'
import type { KnockOutcome } from '../gql/graphql.ts'
import { nextOf } from './walkNextDoor.ts'
import { selectedIdOf, selectedOf, targetOf, type Walk, type WalkEvent } from './walkState.ts'

export interface DoorKnocking {
  knock: (outcome: KnockOutcome, own?: OwnOutcome) => void
  /** The knock that was just logged at the selected property. */
  recorded: RecordedKnock | undefined
  /** The note and the photo of the sheet. */
  extras: KnockExtrasInput
  /** Undoes an earlier knock of the rep at the selected property. */
  undo: (knock: Pick<HistoryKnock, 'eventId' | 'occurredAt'>) => void
  next: NextDoor | undefined
  goNext: () => void
  /** When knocking ends at a door, if that is soon. */
  endAt: NextDoorBarProps['endAt']
}

interface DoorKnockingParts extends Pick<DoorKnocking, 'endAt'> {
  walk: Walk
  send: (event: WalkEvent) => void
  knocks: ReturnType<typeof useKnocks>
  extras: KnockExtrasInput
  /** What is known of the selected saved property. */
  saved: (Omit<KnockTarget, 'address'> & { address?: string }) | undefined
  hasNewLeads: boolean
}

/** What the sheet and the popup need for knocks at the selected property. */
export function doorKnocking({
  walk,
  send,
  knocks,
  extras,
  saved,
  hasNewLeads,
  endAt,
}: DoorKnockingParts): DoorKnocking {
  const selection = selectedOf(walk)
  const target =
    selection?.kind === 'draft'
      ? targetOf(selection.draft)
      : saved && { ...saved, address: saved.address ?? saved.streetNumber }
  const { recorded } = knocks
  return {
    knock: (outcome, own) => target && send({ type: 'outcomeTapped', target, outcome, own, hasNewLeads }),
    recorded: recorded?.propertyId === selectedIdOf(walk) ? recorded : undefined,
    extras,
    undo: ({ eventId, occurredAt }) => {
      if (target && !target.newProperty)
        void knocks.undo({ eventId, propertyId: target.id, title: target.address, knockedAt: occurredAt })
    },
    next: nextOf(walk),
    goNext: () => send({ type: 'nextTapped' }),
    endAt,
  }
}
