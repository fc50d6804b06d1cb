import type { ApolloClient } from '@apollo/client'
import { hoursEndOf, type Permit, permitFlagsOf, type Visit } from '../../../api/domain/permits/permits.ts'
import { containsPoint } from '../../../api/domain/polygons.ts'
import { type PermitRowFragment, PermitsDocument } from '../../gql/graphql.ts'
import { formatTime } from '../../lib/dates.ts'
import type { Point } from '../../lib/distance.ts'
import { pluralize } from '../../lib/numbers.ts'
import { describeHours } from './permitTexts.ts'

type ReadPermit = PermitRowFragment & Pick<Permit, 'area'>

/** A rep is warned this long before knocking ends. */
const NOTICE_MS = 30 * 60_000

/** Reads the permits, and returns what they say of a knock of the user at a point now: what speaks against it, and when knocking ends if that is soon. */
export async function loadPermitsNow(client: ApolloClient, userId: string, timeZone: string) {
  const { data } = await client.query({ query: PermitsDocument, fetchPolicy: 'network-only' })
  // The server has checked the areas.
  const permits = (data?.permits ?? []) as readonly ReadPermit[]
  const visitAt = (point: Point) => ({ point, userId, at: new Date() })
  return {
    warningAt: (point: Point) => describeFlags(permits, visitAt(point), timeZone),
    endAt: (point: Point) => describeEnd(permits, visitAt(point), timeZone),
  }
}

/** 'Knocking ends at 8:00 PM in Grove City, in 20 minutes'. */
function describeEnd(permits: readonly ReadPermit[], visit: Visit, timeZone: string): string | undefined {
  const now = visit.at.getTime()
  const end = hoursEndOf(permits, visit, { untilMs: now + NOTICE_MS, timeZone })
  if (!end) return undefined
  const left = pluralize(Math.ceil((end.atMs - now) / 60_000), 'minute')
  return `Knocking ends at ${formatTime(end.atMs, timeZone)} in ${end.permit.city}, in ${left}`
}

/** 'It is 9:12 PM, outside the hours of Grove City: Mon–Sat, 9:00 AM – 8:00 PM.' */
function describeFlags(permits: readonly ReadPermit[], visit: Visit, timeZone: string): string | undefined {
  const flags = permitFlagsOf(permits, visit, timeZone)
  if (flags.length === 0) return undefined
  const ofDoor = permits.filter(({ area }) => containsPoint(area, visit.point))
  const { city } = ofDoor[0]!
  const hours = new Set(ofDoor.map((permit) => describeHours(permit)))
  const sentences = {
    outside_hours: `It is ${formatTime(visit.at, timeZone)}, outside the hours of ${city}: ${[...hours].join('; ')}.`,
    no_permit: `You have no valid permit for ${city}.`,
  }
  return flags.map((flag) => sentences[flag]).join(' ')
}
