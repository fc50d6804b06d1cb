import type { Polygon, Position } from 'geojson'
import { useEffect, useRef } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import { TerraDraw, TerraDrawFreehandMode, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'

interface AreaDrawingProps {
  /** An area without holes that is changed; without one, an area is drawn. */
  start: Polygon | undefined
  /** A finger draws the outline in one stroke, instead of setting its corners. */
  isFreehand: boolean
  /** Called with each change, also while it is drawn; undefined for what is no area yet. */
  onChange: (area: Polygon | undefined) => void
  /** Called when the map begins to take strokes, and when it ends. */
  onReadyChange: (isReady: boolean) => void
}

const AMBER = '#ffab2e'
const INK = '#1c1b18'
/** The library refuses more decimals. */
const MAX_DECIMALS = 9
const FINGER_DISTANCE_PX = 14

const shape = {
  fillColor: AMBER,
  fillOpacity: 0.25,
  outlineColor: AMBER,
  outlineWidth: 3,
  closingPointColor: '#ffffff',
  closingPointWidth: 7,
  closingPointOutlineColor: INK,
  closingPointOutlineWidth: 2,
} as const

/** Draws an area on the embedded map, whose corners can be moved when it is closed. A part of the map. */
export function AreaDrawing({ start, isFreehand, onChange, onReadyChange }: AreaDrawingProps) {
  const { current } = useMap()
  const report = useRef({ onChange, onReadyChange })
  useEffect(() => {
    report.current = { onChange, onReadyChange }
  })
  useEffect(() => {
    const map = current?.getMap()
    if (!map) return
    const flags = {
      feature: { draggable: false, coordinates: { midpoints: true, draggable: true, deletable: true } },
    }
    const draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: MAX_DECIMALS }),
      modes: [
        new TerraDrawPolygonMode({ styles: shape }),
        new TerraDrawFreehandMode({ styles: shape, drawInteraction: 'click-drag', minDistance: FINGER_DISTANCE_PX }),
        new TerraDrawSelectMode({
          flags: { polygon: flags, freehand: flags },
          styles: {
            selectedPolygonColor: AMBER,
            selectedPolygonFillOpacity: 0.25,
            selectedPolygonOutlineColor: AMBER,
            selectedPolygonOutlineWidth: 3,
            selectionPointColor: '#ffffff',
            selectionPointWidth: 6,
            selectionPointOutlineColor: INK,
            selectionPointOutlineWidth: 2,
            midPointColor: AMBER,
            midPointWidth: 4,
            midPointOutlineColor: INK,
            midPointOutlineWidth: 1,
          },
        }),
      ],
    })
    const polygonOf = () => {
      const found = draw.getSnapshot().find(({ geometry }) => geometry.type === 'Polygon')
      return found?.geometry as Polygon | undefined
    }
    const begin = () => {
      draw.start()
      draw.on('change', () => {
        const polygon = polygonOf()
        report.current.onChange(polygon && isArea(polygon) ? polygon : undefined)
      })
      const select = (id: string | number) => {
        draw.setMode('select')
        draw.selectFeature(id)
      }
      draw.on('finish', (id, { action }) => {
        if (action === 'draw') select(id)
      })
      draw.setMode(isFreehand ? 'freehand' : 'polygon')
      report.current.onReadyChange(true)
      if (!start) return
      const [added] = draw.addFeatures([
        { type: 'Feature', geometry: roundPositions(start), properties: { mode: 'polygon' } },
      ])
      if (added?.valid && added.id !== undefined) select(added.id)
    }
    if (map.isStyleLoaded()) begin()
    else void map.once('idle', begin)
    return () => {
      map.off('idle', begin)
      if (draw.enabled) draw.stop()
      report.current.onReadyChange(false)
    }
  }, [current, start, isFreehand])
  return null
}

/** Whether the outline has at least three different corners. */
function isArea({ coordinates: [outer = []] }: Polygon): boolean {
  return new Set(outer.map(String)).size >= 3
}

function roundPositions({ coordinates }: Polygon): Polygon {
  const round = (degrees: number) => Number(degrees.toFixed(MAX_DECIMALS))
  return { type: 'Polygon', coordinates: coordinates.map((ring) => ring.map((at: Position) => at.map(round))) }
}
