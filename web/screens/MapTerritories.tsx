import { useQuery, useSubscription } from '@apollo/client/react'
import { useMemo } from 'react'
import type { MapEngine } from '../features/map/engine.ts'
import { TerritoryLayers } from '../features/map/TerritoryLayers.tsx'
import { TerritoriesChangedDocument, TerritoriesOnMapDocument } from '../gql/graphql.ts'
import { useMe } from '../session/person/MeProvider.tsx'

/** The territories on /map: for a rep their own, with everything around them dimmed, else all of the company. */
export function MapTerritories({ engine }: { engine: MapEngine }) {
  const { tenant, abilities } = useMe()
  const skip = tenant === null
  const { data, refetch } = useQuery(TerritoriesOnMapDocument, { skip, fetchPolicy: 'cache-and-network' })
  useSubscription(TerritoriesChangedDocument, {
    skip,
    ignoreResults: true,
    onData: () => void refetch().catch(() => undefined),
  })
  const territories = useMemo(() => data?.territories.edges.map(({ node }) => node) ?? [], [data])
  return <TerritoryLayers engine={engine} territories={territories} dimsSurroundings={!abilities.manageTerritories} />
}
