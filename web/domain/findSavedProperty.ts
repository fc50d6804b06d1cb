import type { ApolloClient } from '@apollo/client'
import { type NewPropertyInput, PropertiesInViewDocument } from '../gql/graphql.ts'
import type { Point } from '../lib/distance.ts'

/** The server treats coordinates equal to five decimals as the same location (spec §5). */
const COORDINATE_TOLERANCE = 0.00001
/** At this zoom nothing is clustered. */
const MAX_ZOOM = 22

/**
 * The property that is already saved at a new property's location under its street number, also if it is a colleague's.
 * Undefined if there is none that the user may see.
 */
export async function findSavedProperty(
  client: ApolloClient,
  { lat, lng, streetNumber }: NewPropertyInput,
): Promise<(Point & { id: string }) | undefined> {
  const bounds = {
    west: lng - COORDINATE_TOLERANCE,
    south: lat - COORDINATE_TOLERANCE,
    east: lng + COORDINATE_TOLERANCE,
    north: lat + COORDINATE_TOLERANCE,
  }
  const { data } = await client.query({
    query: PropertiesInViewDocument,
    variables: { bounds, zoom: MAX_ZOOM },
    // The map's own result stays in the cache.
    fetchPolicy: 'no-cache',
  })
  return data?.propertyMap.markers.find((marker) => !streetNumber || marker.streetNumber === streetNumber)
}
