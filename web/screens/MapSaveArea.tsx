import { useQuery } from '@apollo/client/react'
import { type ComponentProps, useMemo } from 'react'
import { boundsOfAreas } from '../features/map/territoryFeatures.ts'
import SaveAreaScreen from '../features/offline/SaveAreaScreen.tsx'
import { TerritoriesOnMapDocument } from '../gql/graphql.ts'
import { useMe } from '../session/person/MeProvider.tsx'

/** Saves a part of the map for offline; for a rep also each of their territories with one tap. */
export default function MapSaveArea(props: Omit<ComponentProps<typeof SaveAreaScreen>, 'territories'>) {
  const { tenant, abilities } = useMe()
  // The map has read them before.
  const { data } = useQuery(TerritoriesOnMapDocument, { skip: tenant === null || abilities.manageTerritories })
  const territories = useMemo(
    () =>
      data?.territories.edges.map(({ node: { id, name, area } }) => {
        const [west, south, east, north] = boundsOfAreas([area])
        return { id, name, bounds: { west, south, east, north } }
      }),
    [data],
  )
  return <SaveAreaScreen {...props} {...(territories && { territories })} />
}
