// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Ref, useImperativeHandle, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { MapEngine } from './engine.ts'
import MapSurface from './MapSurface.tsx'

afterEach(cleanup)

const map = {
  getBounds: () => undefined,
  getMap: () => ({ getLayer: () => undefined }),
  getContainer: () => document.body,
  project: () => ({ x: 200, y: 300 }),
  on: vi.fn(),
  off: vi.fn(),
}

interface FakeMapProps {
  ref?: Ref<unknown>
  onSourceData?: (event: object) => void
}

/** Has no map until its library is loaded, as the component of react-map-gl. */
function FakeMap({ ref, onSourceData }: FakeMapProps) {
  const [isLoaded, setIsLoaded] = useState(false)
  useImperativeHandle(ref, () => (isLoaded ? map : null), [isLoaded])
  return (
    <>
      <button type="button" onClick={() => setIsLoaded(true)}>
        Load
      </button>
      {['geojson', 'vector'].map((type) => (
        <button key={type} type="button" onClick={() => onSourceData?.({ tile: {}, source: { type } })}>
          {type}
        </button>
      ))}
    </>
  )
}

const engine = { Map: FakeMap, Source: () => null, Layer: () => null, style: () => ({}) } as unknown as MapEngine
const nothing = () => undefined

function renderMap(popup?: { at: { lat: number; lng: number }; content: string }) {
  render(
    <MapSurface
      {...{
        engine,
        properties: [],
        clusters: [],
        clusterZoom: 20,
        readArea: undefined,
        mapType: 'hybrid',
        theme: 'light',
      }}
      handle={{ current: null }}
      settings={{
        provider: 'embedded',
        accessToken: null,
        tilesUrl: null,
        center: { lat: 39.77, lng: -86.16 },
        zoom: 20,
      }}
      openingView={{ center: { lat: 39.77, lng: -86.16 }, zoom: 20 }}
      onPropertyClick={nothing}
      onNewMarkerClick={nothing}
      onMapClick={nothing}
      onDoubleTap={nothing}
      onMoveEnd={nothing}
      onResize={nothing}
      onDoorsShown={nothing}
      onMapCreated={nothing}
      onMapLoad={nothing}
      popup={popup}
    />,
  )
}

it('a popup that is known before the map follows the map once that is there', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      disconnect = nothing
    },
  )
  renderMap({ at: { lat: 39.77, lng: -86.16 }, content: '1018 W 12th Demo St' })
  expect(screen.queryByText('1018 W 12th Demo St')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Load' }))
  await screen.findByText('1018 W 12th Demo St')
  expect(map.on).toHaveBeenCalledWith('move', expect.any(Function))
})

it('says that the map is loading until the ground has a tile, also if the markers are there', async () => {
  renderMap()
  expect(screen.getByRole('status').textContent).toBe('Loading the map')
  await userEvent.click(screen.getByRole('button', { name: 'geojson' }))
  expect(screen.getByRole('status').textContent).toBe('Loading the map')
  await userEvent.click(screen.getByRole('button', { name: 'vector' }))
  expect(screen.queryByRole('status')).toBeNull()
})
