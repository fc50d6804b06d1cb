import { useEffect, useRef } from 'react'
import { useTheme } from '../../../ui/theme.ts'
import type { PropertyMarker } from '../markerFeatures.ts'
import { drawPin } from '../markerImages.ts'
import { drawGround, type GroundViewport } from './drawGround.ts'
import { prepareCanvas } from './prepareCanvas.ts'
import { tilePositionOf, loadTilesAround, tilesPerMeter } from './tiles.ts'

interface PropertyThumbnailProps {
  property: PropertyMarker
  /** Omits the marker and zooms out a little, for places that show address and status themselves. */
  hideMarker?: boolean
  width?: number
  height?: number
}

/** Shows a property and its surroundings. */
const PIXELS_PER_METER = 3.7
/** Vertical position of the marker's tip, relative to the height, so that the marker is centered. */
const TIP_POSITION = 0.62

/** A property from above with its marker, drawn from the map's tiles without loading a map. */
export function PropertyThumbnail({ property, hideMarker = false, width = 118, height = 148 }: PropertyThumbnailProps) {
  const element = useRef<HTMLCanvasElement>(null)
  const { theme } = useTheme()
  const { lat, lng, streetNumber, status, priority } = property

  useEffect(() => {
    const canvas = prepareCanvas(element.current, width, height)
    if (!canvas) return
    let cancelled = false
    const position = tilePositionOf({ lat, lng })
    const pixelsPerMeter = hideMarker ? PIXELS_PER_METER * 0.75 : PIXELS_PER_METER
    const pixelsPerTile = pixelsPerMeter / tilesPerMeter(lat)
    const tipPosition = hideMarker ? 0.5 : TIP_POSITION
    const viewport: GroundViewport = {
      left: position.x - width / 2 / pixelsPerTile,
      top: position.y - (height * tipPosition) / pixelsPerTile,
      pixelsPerTile,
      pixelsPerMeter,
      width,
      height,
    }
    const draw = (tiles: Parameters<typeof drawGround>[1]) => {
      drawGround(canvas, tiles, viewport, theme)
      if (!hideMarker) drawPin(canvas, { streetNumber, status, priority }, { x: width / 2, y: height * tipPosition })
    }
    draw([])
    void loadTilesAround(position, width / pixelsPerTile, height / pixelsPerTile).then((tiles) => {
      if (!cancelled && tiles.length > 0) draw(tiles)
    })
    return () => {
      cancelled = true
    }
  }, [lat, lng, streetNumber, status, priority, theme, hideMarker, width, height])

  return <canvas ref={element} style={{ width, height }} className="block" />
}
