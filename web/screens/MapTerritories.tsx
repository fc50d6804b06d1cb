import { useQuery, useSubscription } from '@apollo/client/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { MapEngine } from '../features/map/engine.ts'
import { RouteLine } from '../features/map/RouteLine.tsx'
import { TerritoryLayers } from '../features/map/TerritoryLayers.tsx'
import { TerritoriesChangedDocument, TerritoriesOnMapDocument } from '../gql/graphql.ts'
import type { Point } from '../lib/distance.ts'
import { useDayStart } from '../lib/useDayStart.ts'
import { useMe } from '../session/person/MeProvider.tsx'

interface MapTerritoriesProps {
  engine: MapEngine
  /** What is left of a walking route. */
  route: readonly Point[] | undefined
}

/** The territories on /map: for a rep their own, with everything around them dimmed, else all of the company. Above them, the walking route. */
export function MapTerritories({ engine, route }: MapTerritoriesProps) {
  const { tenant, abilities } = useMe()
  const skip = tenant === null
  const { data, refetch } = useQuery(TerritoriesOnMapDocument, { skip, fetchPolicy: 'cache-and-network' })
  const refresh = useCallback(() => void refetch().catch(() => undefined), [refetch])
  useSubscription(TerritoriesChangedDocument, {
    skip,
    ignoreResults: true,
    onData: refresh,
  })
  // Who holds a territory changes at midnight, and nobody is told.
  const dayStart = useDayStart()
  const readOn = useRef(dayStart)
  useEffect(() => {
    if (readOn.current === dayStart) return
    readOn.current = dayStart
    if (!skip) refresh()
  }, [dayStart, skip, refresh])
  const territories = useMemo(() => data?.territories.edges.map(({ node }) => node) ?? [], [data])
  return (
    <>
      <TerritoryLayers engine={engine} territories={territories} dimsSurroundings={!abilities.manageTerritories} />
      {route && <RouteLine engine={engine} stops={route} />}
    </>
  )
}
