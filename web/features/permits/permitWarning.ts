import type { ApolloClient } from '@apollo/client'
import { type Permit, permitFlagsOf } from '../../../api/domain/permits/permits.ts'
import { containsPoint } from '../../../api/domain/polygons.ts'
import { type PermitRowFragment, PermitsDocument } from '../../gql/graphql.ts'
import { formatTime } from '../../lib/dates.ts'
import type { Point } from '../../lib/distance.ts'
import { describeHours } from './permitTexts.ts'

type ReadPermit = PermitRowFragment & Pick<Permit, 'area'>

/** Reads the permits, and returns what tells by them what speaks against a knock of the user at a point now. */
export async function loadPermitWarning(
  client: ApolloClient,
  userId: string,
  timeZone: string,
): Promise<(point: Point) => string | undefined> {
  const { data } = await client.query({ query: PermitsDocument, fetchPolicy: 'network-only' })
  // The server has checked the areas.
  const permits = (data?.permits ?? []) as readonly ReadPermit[]
  return (point) => describeFlags(permits, { point, userId, at: new Date() }, timeZone)
}

/** 'It is 9:12 PM, outside the hours of Grove City: Mon–Sat, 9:00 AM – 8:00 PM.' */
function describeFlags(
  permits: readonly ReadPermit[],
  visit: { point: Point; userId: string; at: Date },
  timeZone: string,
): string | undefined {
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
