import { isTalk } from '../../domain/statusAfterKnock.ts'
import type { KnockOutcome } from '../../gql/graphql.ts'

/** A door with the last knock there that was not undone. */
interface KnockedDoor {
  lastOutcome?: KnockOutcome | null
  lastKnockedAt?: string | null
}

/** How a door is lit: bright if the last knock of today was a talk, dim for another knock of today. */
export type DoorLight = 'talk' | 'knock'

/** The light of a door on the day that starts at `dayStart`, in milliseconds; undefined if nobody has knocked there that day. */
export function doorLight({ lastOutcome, lastKnockedAt }: KnockedDoor, dayStart: number): DoorLight | undefined {
  if (!lastOutcome || !lastKnockedAt || Date.parse(lastKnockedAt) < dayStart) return undefined
  return isTalk(lastOutcome) ? 'talk' : 'knock'
}

/** What the lights of the map mean. */
export const LIGHT_LABELS: Record<DoorLight, string> = { talk: 'Talked today', knock: 'Knocked today' }
