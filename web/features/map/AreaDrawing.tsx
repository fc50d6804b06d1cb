import type { Position } from 'geojson'
import { useEffect, useRef } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import {
  TerraDraw,
  TerraDrawFreehandMode,
  TerraDrawPolygonMode,
  TerraDrawRenderMode,
  TerraDrawSelectMode,
} from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import { type Area, polygonsOf, toArea } from './areas.ts'

interface AreaDrawingProps {
  /** An area whose outlines are changed, while its holes stay; without one, an area is drawn. */
  start: Area | undefined
  /** A finger draws the outline in one stroke, instead of setting its corners. */
  isFreehand: boolean
  /** Called with each change, also while it is drawn; undefined for what is no area yet. */
  onChange: (area: Area | undefined) => void
  /** Called when the map begins to take strokes, and when it ends. */
  onReadyChange: (isReady: boolean) => void
}

const AMBER = '#ffab2e'
const INK = '#1c1b18'
/** The library refuses more decimals. */
const MAX_DECIMALS = 9
const FINGER_DISTANCE_PX = 14
/** The mode of what is shown as a hole. */
const HOLE = 'hole'

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

/** A polygon of the area that is edited. */
interface Part {
  /** The id that the drawing tool gave its outline, or undefined if the tool refused it. A refused polygon stays unchanged. */
  outlineId: string | number | undefined
  rings: Position[][]
}

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
        new TerraDrawRenderMode({
          modeName: HOLE,
          styles: {
            polygonFillColor: '#ffffff',
            polygonFillOpacity: 0.75,
            polygonOutlineColor: INK,
            polygonOutlineWidth: 2,
          },
        }),
        new TerraDrawSelectMode({
          flags: { polygon: flags, freehand: flags },
          // A key would delete a part of the area together with its holes.
          keyEvents: { deselect: 'Escape', delete: null, rotate: null, scale: null },
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
    let parts: Part[] = []
    const readArea = (): Area | undefined => {
      const outlines = draw
        .getSnapshot()
        .flatMap(({ id, geometry, properties }) =>
          geometry.type === 'Polygon' && properties['mode'] !== HOLE ? [{ id, ring: geometry.coordinates[0]! }] : [],
        )
      if (outlines.some(({ ring }) => !isOutline(ring))) return undefined
      if (parts.length === 0) return outlines[0] && toArea([[outlines[0].ring]])
      const outlineOf = ({ outlineId, rings: [outline] }: Part) =>
        outlines.find(({ id }) => id === outlineId)?.ring ?? outline!
      return toArea(parts.map((part) => [outlineOf(part), ...part.rings.slice(1)]))
    }
    const begin = () => {
      draw.start()
      draw.on('change', () => report.current.onChange(readArea()))
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
      const add = (ring: Position[], mode: string) => {
        const geometry = { type: 'Polygon' as const, coordinates: [roundPositions(ring)] }
        const [added] = draw.addFeatures([{ type: 'Feature', geometry, properties: { mode } }])
        return added?.valid ? added.id : undefined
      }
      const added = polygonsOf(start).map((rings) => {
        for (const hole of rings.slice(1)) add(hole, HOLE)
        return { outlineId: add(rings[0]!, 'polygon'), rings }
      })
      parts = added
      // Each call of `addFeatures` reported only the outlines added so far, so the whole area is reported again.
      report.current.onChange(readArea())
      const first = added.find(({ outlineId }) => outlineId !== undefined)
      if (first) select(first.outlineId!)
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

/** Whether the ring has at least three different corners. */
const isOutline = (ring: readonly Position[]) => new Set(ring.map(String)).size >= 3

const roundPositions = (ring: readonly Position[]): Position[] =>
  ring.map((position) => position.map((degrees) => Number(degrees.toFixed(MAX_DECIMALS))))
