import { useEffect, useRef } from 'react'
import { useTheme } from '../../../ui/theme.ts'
import type { HouseMarker } from '../markerFeatures.ts'
import { drawPin } from '../markerImages.ts'
import { drawGround, type GroundWindow } from './drawGround.ts'
import { tilePlaceOf, tilesAround, tilesPerMetre } from './tiles.ts'

interface HouseThumbnailProps {
  house: HouseMarker
  /** Without its marker: where address and status stand beside it. */
  bare?: boolean
  width?: number
  height?: number
}

/** A house and a little more, in pixels to a metre. */
const SCALE = 3.7
/** The house lies under the middle, so that its marker stands in it. */
const DOWN = 0.62

/** A house from above with its marker on it: drawn from the map's own tiles, without the map. */
export function HouseThumbnail({ house, bare = false, width = 118, height = 148 }: HouseThumbnailProps) {
  const element = useRef<HTMLCanvasElement>(null)
  const { theme } = useTheme()
  const { lat, lng, streetNumber, status, priority } = house

  useEffect(() => {
    const canvas = startCanvas(element.current, width, height)
    if (!canvas) return
    let left = false
    const place = tilePlaceOf({ lat, lng })
    const metrePixels = bare ? SCALE * 0.75 : SCALE
    const tilePixels = metrePixels / tilesPerMetre(lat)
    const down = bare ? 0.5 : DOWN
    const window: GroundWindow = {
      left: place.x - width / 2 / tilePixels,
      top: place.y - (height * down) / tilePixels,
      tilePixels,
      metrePixels,
      width,
      height,
    }
    const draw = (tiles: Parameters<typeof drawGround>[1]) => {
      drawGround(canvas, tiles, window)
      if (theme === 'dark') {
        canvas.fillStyle = 'rgba(5, 7, 10, 0.34)'
        canvas.fillRect(0, 0, width, height)
      }
      if (!bare) drawPin(canvas, { streetNumber, status, priority }, { x: width / 2, y: height * down })
    }
    draw([])
    void tilesAround(place, width / tilePixels, height / tilePixels).then((tiles) => {
      if (!left && tiles.length > 0) draw(tiles)
    })
    return () => {
      left = true
    }
  }, [lat, lng, streetNumber, status, priority, theme, bare, width, height])

  return <canvas ref={element} style={{ width, height }} className="block" />
}

function startCanvas(element: HTMLCanvasElement | null, width: number, height: number) {
  const canvas = element?.getContext('2d')
  if (!element || !canvas) return undefined
  const ratio = Math.min(devicePixelRatio, 2)
  element.width = width * ratio
  element.height = height * ratio
  canvas.scale(ratio, ratio)
  return canvas
}
