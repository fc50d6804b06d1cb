import type { KnockOutcome, PropertyStatus } from '../enums.ts'

/** What tells whether a walk goes to a saved door. */
export interface DoorState {
  status: PropertyStatus
  /** Of the last knock that was not withdrawn. */
  lastOutcome: KnockOutcome | null
  /** Nobody may knock there now. */
  doNotKnock: boolean
  /** The property is assigned to a colleague. */
  isColleagues: boolean
}

/** Whether a walk leaves the door out: nobody may knock or is wanted there, or a colleague follows up an interest, which another visit could change. */
export const isLeftOut = ({ status, lastOutcome, doNotKnock, isColleagues }: DoorState): boolean =>
  doNotKnock ||
  status === 'not_interested' ||
  lastOutcome === 'no_soliciting' ||
  (status === 'interested' && isColleagues)

/**
 * Whether a route goes to the door: nobody has knocked there, or nobody was home before today, and it is not left out. A door where the rep
 * wanted to come back by today is on the route unless nobody may knock there.
 */
export function isOpenDoor(
  door: DoorState & { lastKnockedBeforeToday: boolean },
  { isDue }: { isDue: boolean },
): boolean {
  if (isDue) return !door.doNotKnock
  const { status, lastOutcome, lastKnockedBeforeToday } = door
  const isWaiting = lastOutcome === null ? status === 'new' : lastOutcome === 'nobody_home' && lastKnockedBeforeToday
  return isWaiting && !isLeftOut(door)
}
