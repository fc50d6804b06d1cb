// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { listAreas, removeArea } from './areaStore.ts'
import SaveAreaScreen from './SaveAreaScreen.tsx'

/** The rep of `renderSignedIn`. */
const owner = 'riley.t1'
const view = { south: 39.76, west: -86.17, north: 39.77, east: -86.16 }
const position = { __typename: 'MapMarker', id: 'p', lat: 39.768, lng: -86.165 }
const outlook = {
  data: {
    propertyMap: { __typename: 'PropertyMap', total: 1, clusters: [], markers: [position] },
    properties: { __typename: 'PropertyConnection', edges: [] },
  },
}

beforeEach(() => {
  const locks = { request: (_name: string, _options: object, run: () => Promise<void>) => run() }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  vi.stubGlobal(
    'BroadcastChannel',
    vi.fn(
      class {
        addEventListener() {}
        postMessage() {}
      },
    ),
  )
})
afterEach(async () => {
  cleanup()
  await Promise.all((await listAreas(owner)).map(removeArea))
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'locks')
})

const showScreen = async (answer: () => object, { opensAt = view, onZoomOut = vi.fn() } = {}) => {
  const screenOf = (bounds: typeof view) => (
    <SaveAreaScreen view={bounds} hasTiles={false} onZoomOut={onZoomOut} onClose={vi.fn()} />
  )
  // The queries for the contents of the area get no answer, so that the download stays at its beginning.
  const shown = renderSignedIn(screenOf(opensAt), { answers: { AreaOutlook: answer }, isPhone: true })
  // The list of areas has been read from this phone.
  await screen.findByText('No areas yet.')
  return { ...shown, moveTo: (bounds: typeof view) => shown.rerender(screenOf(bounds)) }
}

it('opened among a few houses it shows half a mile around them, opened above a town it stays as far', async () => {
  const onZoomOut = vi.fn<(levels: number, down: number) => void>()
  const { unmount } = await showScreen(() => outlook, { opensAt: { ...view, east: view.west + 0.02 }, onZoomOut })
  unmount()
  const aboveHouses = { ...view, north: view.south + 0.001, east: view.west + 0.001 }
  await showScreen(() => outlook, { opensAt: aboveHouses, onZoomOut })
  const [[ofTown, down], [ofHouses]] = onZoomOut.mock.calls as [[number, number], [number, number]]
  expect(ofTown).toBe(0)
  // The middle of the frame is at 26.5 % of the height.
  expect(down).toBeCloseTo(-0.235 * window.innerHeight)
  // 0.78 of 0.001 degrees at this latitude are 219 ft.
  expect(219 * 2 ** ofHouses).toBeCloseTo(2640, -2)
})

const saveButton = () => screen.getByRole('button', { name: 'Save' })

it('a view that is reported again without a move keeps the calculated size', async () => {
  const answer = vi.fn(() => outlook)
  const { moveTo } = await showScreen(answer)
  await screen.findByText('About 0.0 MB')
  moveTo({ ...view })
  await userEvent.click(saveButton())
  await screen.findByText(/^Saving 0\.0 of/)
  expect(answer).toHaveBeenCalledTimes(1)
})

it('a tap on Save while the size is calculated saves the area once it is known', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const { sent } = await showScreen(() => promise)
  await userEvent.click(saveButton())
  await screen.findByRole('button', { name: 'Saving...' })
  expect(screen.queryByText(/^Saving 0\.0 of/)).toBeNull()
  resolve(outlook)
  await screen.findByText(/^Saving 0\.0 of/)
  expect(sent.map(([operation]) => operation)).toContain('AreaDoors')
})

it('a territory is saved whole with one tap, under its name', async () => {
  const asked: unknown[] = []
  const bounds = { south: 39.5, west: -86.3, north: 39.51, east: -86.29 }
  const { sent } = renderSignedIn(
    <SaveAreaScreen
      view={view}
      territories={[{ id: 't', name: 'Elm Park', bounds }]}
      hasTiles={false}
      onZoomOut={vi.fn()}
      onClose={vi.fn()}
    />,
    { answers: { AreaOutlook: (variables) => (asked.push(variables), outlook) }, isPhone: true },
  )
  await screen.findByText('No areas yet.')
  await userEvent.click(screen.getByRole('button', { name: 'Save Elm Park' }))
  await screen.findByText(/^Saving 0\.0 of/)
  expect(asked.at(-1)).toMatchObject({ bounds })
  expect(await listAreas(owner)).toMatchObject([{ name: 'Elm Park', bounds }])
  expect(sent.map(([operation]) => operation)).toContain('AreaDoors')
})
