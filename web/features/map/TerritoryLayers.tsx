import { useMemo } from 'react'
import { useTheme } from '../../ui/theme.ts'
import type { MapEngine } from './engine.ts'
import { MapLayers } from './MapLayers.tsx'
import {
  type MapTerritory,
  surroundingLayers,
  surroundings,
  territoryFeatures,
  territoryLayers,
} from './territoryFeatures.ts'

interface TerritoryLayersProps {
  engine: MapEngine
  territories: readonly MapTerritory[]
  selectedId?: string | undefined
  /** Dims everything around them, and leaves them as they are. */
  dimsSurroundings?: boolean
}

/** Territories below the markers: their areas and names. */
export function TerritoryLayers({ engine, territories, selectedId, dimsSurroundings = false }: TerritoryLayersProps) {
  const { theme } = useTheme()
  const areas = useMemo(() => territoryFeatures(territories, selectedId), [territories, selectedId])
  const around = useMemo(() => surroundings(dimsSurroundings ? territories : []), [territories, dimsSurroundings])
  const layers = territoryLayers(engine.boldFont, theme === 'dark').filter(
    ({ type }) => !dimsSurroundings || type !== 'fill',
  )
  return (
    <>
      <MapLayers engine={engine} id="territory-surroundings" data={around} layers={surroundingLayers()} isBelow />
      <MapLayers engine={engine} id="territories" data={areas} layers={layers} isBelow />
    </>
  )
}
