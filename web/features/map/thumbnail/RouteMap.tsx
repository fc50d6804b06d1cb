import { useEffect, useRef } from 'react'
import { classNames } from '../../../ui/classNames.ts'
import { fillClasses, type Hue } from '../../../ui/hues.ts'
import { useTheme } from '../../../ui/theme.ts'
import { useElementWidth } from '../../../lib/useElementWidth.ts'
import type { Point } from '../../../lib/distance.ts'
import { drawGround } from './drawGround.ts'
import { prepareCanvas } from './prepareCanvas.ts'
import { routeViewport, type RouteViewport } from './routeViewport.ts'
import { loadTilesAround } from './tiles.ts'

export interface RouteStop extends Point {
  id: string
  hue: Hue
}

interface RouteMapProps {
  /** In the order in which they were visited. */
  stops: readonly RouteStop[]
  /** Says what the picture shows. */
  label: string
}

const HEIGHT = 208

/** The way from door to door on the ground from above, drawn from the map's tiles without loading a map. */
export function RouteMap({ stops, label }: RouteMapProps) {
  const { ref, width } = useElementWidth<HTMLDivElement>()
  const route = width > 0 && stops.length > 0 ? routeViewport(stops, width, HEIGHT) : null
  return (
    <div
      ref={ref}
      role="img"
      aria-label={label}
      style={{ height: HEIGHT }}
      className="relative overflow-hidden bg-sunken"
    >
      {route && (
        <>
          <Ground viewport={route.viewport} middle={route.middle} />
          <svg width={width} height={HEIGHT} className="absolute inset-0" fill="none" strokeLinejoin="round">
            <polyline points={pointsOf(route)} stroke="#15171a" strokeWidth={5} />
            <polyline points={pointsOf(route)} stroke="#fff" strokeWidth={2.5} />
          </svg>
          {route.points.map(({ x, y }, index) => (
            <span
              key={stops[index]!.id}
              style={{ left: x, top: y }}
              className={classNames(
                'absolute -translate-1/2 rounded-full border-2 border-white',
                index === stops.length - 1 ? 'size-5' : 'size-3.5',
                fillClasses[stops[index]!.hue],
              )}
            />
          ))}
        </>
      )}
    </div>
  )
}

const pointsOf = ({ points }: RouteViewport) => points.map(({ x, y }) => `${x},${y}`).join(' ')

function Ground({ viewport, middle }: Pick<RouteViewport, 'viewport' | 'middle'>) {
  const element = useRef<HTMLCanvasElement>(null)
  const { theme } = useTheme()
  const { left, top, pixelsPerTile, pixelsPerMeter, width, height } = viewport
  const { x, y } = middle
  useEffect(() => {
    const canvas = prepareCanvas(element.current, width, height)
    if (!canvas) return
    let cancelled = false
    const draw = (tiles: Parameters<typeof drawGround>[1]) =>
      drawGround(canvas, tiles, { left, top, pixelsPerTile, pixelsPerMeter, width, height }, theme)
    draw([])
    void loadTilesAround({ x, y }, width / 2 / pixelsPerTile, height / 2 / pixelsPerTile).then((tiles) => {
      if (!cancelled && tiles.length > 0) draw(tiles)
    })
    return () => {
      cancelled = true
    }
  }, [left, top, pixelsPerTile, pixelsPerMeter, width, height, x, y, theme])
  return <canvas ref={element} style={{ width, height }} className="block" />
}
