// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { MyLocation } from '../features/locating/useMyLocation.ts'
import type { MapExtent, MapHandle } from '../features/map/MapSurface.tsx'
import { useMapOpening } from './useMapOpening.ts'

vi.mock('../features/map/useLogMapLoad.ts', () => ({ useLogMapLoad: () => () => undefined }))

afterEach(cleanup)

const extent: MapExtent = {
  bounds: { south: 39.76, west: -86.17, north: 39.78, east: -86.15 },
  center: { lat: 39.77, lng: -86.16 },
  zoom: 17,
}
const found: MyLocation = { lat: 39.8, lng: -86.1, accuracyMeters: 8 }

/** A phone whose map has loaded; `locate` tells where the user is. */
function open(opensAtUser: boolean) {
  const goTo = vi.fn<MapHandle['goTo']>()
  const shown = { now: extent }
  const map = { current: { goTo, fit: () => undefined, zoomBy: () => undefined, extent: () => shown.now } }
  const locateIfGranted = async () => undefined
  const { result, rerender } = renderHook(
    ({ location }: { location?: MyLocation }) =>
      useMapOpening({
        ...{
          map,
          phone: true,
          opensAtUser,
          viewName: 'sample',
          onMapCreated: () => undefined,
          onMoveEnd: () => undefined,
        },
        myLocation: { location, locateIfGranted } as Parameters<typeof useMapOpening>[0]['myLocation'],
      }),
    { initialProps: {} },
  )
  return {
    moves: () => goTo.mock.calls.map(([point]) => point),
    load: () => result.current.handleLoad(extent),
    pan: () => (shown.now = { ...extent, center: { lat: 39.75, lng: -86.16 } }),
    locate: (location: MyLocation) => rerender({ location }),
  }
}

it('the map moves to the user once their location is known, and stays there when they walk on', () => {
  const { load, locate, moves } = open(true)
  locate(found)
  load()
  locate({ ...found, lat: 39.81 })
  expect(moves()).toEqual([{ ...found, lat: 39.81 }])
  locate({ ...found, lat: 39.82 })
  expect(moves()).toHaveLength(1)
})

it('the map stays where it was left, and where it has been moved meanwhile', () => {
  const left = open(false)
  left.load()
  left.locate(found)
  const panned = open(true)
  panned.load()
  panned.pan()
  panned.locate(found)
  expect([left.moves(), panned.moves()]).toEqual([[], []])
})
