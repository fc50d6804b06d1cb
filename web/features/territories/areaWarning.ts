import type { ApolloClient } from '@apollo/client'
import type { Polygon } from 'geojson'
import { containsPoint, metersToEdge } from '../../../api/domain/polygons.ts'
import { TerritoriesOnMapDocument } from '../../gql/graphql.ts'
import { toFieldDay } from '../../lib/dates.ts'
import type { Point } from '../../lib/distance.ts'
import { takeDailyQuestion } from '../../session/person/dailyQuestion.ts'

/** Borders are drawn by finger and doors stand back from the street, so a door this close to a border is on it. */
const EDGE_METERS = 10

/**
 * Reads the territories of a rep, and returns a function that warns about a point outside all of them, at most once per day in the time
 * zone of the company. It reads the cache at each knock, because the map fetches the territories again when somebody changes them.
 */
export async function loadAreaWarning(
  client: ApolloClient,
  userId: string,
  timeZone: string,
): Promise<(point: Point) => string | undefined> {
  await client.query({ query: TerritoriesOnMapDocument })
  return (point) => {
    const read = client.readQuery({ query: TerritoriesOnMapDocument })
    // The server has checked the areas.
    const areas = read?.territories.edges.map(({ node }) => node.area as Polygon) ?? []
    if (areas.length === 0 || areas.some((area) => isAt(area, point))) return undefined
    const today = toFieldDay(new Date(), timeZone)
    if (!takeDailyQuestion('outsideArea', userId, today)) return undefined
    return `This door is outside your ${areas.length === 1 ? 'area' : 'areas'}.`
  }
}

const isAt = (area: Polygon, point: Point) => containsPoint(area, point) || metersToEdge(area, point) <= EDGE_METERS
