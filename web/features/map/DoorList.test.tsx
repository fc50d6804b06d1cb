// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { NO_FILTERS } from './doorFilters.ts'
import DoorList from './DoorList.tsx'
import { countDoorsInView } from './doorsInView.ts'
import type { PropertyCluster, PropertyMarker } from './markerFeatures.ts'

afterEach(cleanup)

const center = { lat: 39.77, lng: -86.15 }
const extent = { bounds: { south: 39.76, west: -86.2, north: 39.78, east: -86.1 }, center, zoom: 18 }
const saved: PropertyMarker = {
  ...{ id: 'saved', ...center, streetNumber: '862', streetName: 'W 15th Demo St' },
  ...{ status: 'CONTACTED', priority: 'NORMAL', lastOutcome: 'TALKED' },
}
const unsaved = [
  { number: '870', street: 'W 15th Demo St', lat: 39.77, lng: -86.152 },
  { number: '864', street: 'W 15th Demo St', lat: 39.77, lng: -86.151 },
  // Its tile was stored without the streets of numbers.
  { number: '407', lat: 39.77, lng: -86.153 },
]

/** The list of two houses that are not saved and a saved one. Returns what is called when one of the former is chosen. */
function renderList(from?: typeof center, clusters: readonly PropertyCluster[] = []) {
  const onSelectUnsaved = vi.fn<(house: object) => void>()
  renderSignedIn(
    <DoorList
      doors={countDoorsInView(extent, [saved], clusters, unsaved)}
      filters={NO_FILTERS}
      from={from}
      showsTeam={false}
      selectedId={undefined}
      hoveredId={undefined}
      onFiltersChange={vi.fn()}
      onSelect={vi.fn()}
      onHover={vi.fn()}
      onSelectUnsaved={onSelectUnsaved}
      farAway={<li>Neighborhoods</li>}
      isBeyondDoors={false}
    />,
  )
  return onSelectUnsaved
}
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('begins on a phone with the nearest doors where nobody has knocked, and says how many there are', () => {
  const onSelectUnsaved = renderList(center)
  expect(rows()).toEqual([
    '864 W 15th Demo StNot knocked yet280 ft',
    '870 W 15th Demo StNot knocked yet561 ft',
    '407Not knocked yet841 ft',
    '862 W 15th Demo StTalked',
  ])
  expect(screen.getByText('3 not knocked yet').textContent).toBe('3 not knocked yet')
  fireEvent.click(screen.getByRole('button', { name: /^870/ }))
  expect(onSelectUnsaved).toHaveBeenCalledExactlyOnceWith(unsaved[0])
})

it('counts the same doors beside the map, where the saved ones come first', () => {
  renderList()
  expect(rows()).toEqual([
    '862 W 15th Demo StTalked',
    '407Not knocked yet',
    '864 W 15th Demo StNot knocked yet',
    '870 W 15th Demo StNot knocked yet',
  ])
  expect(screen.getByText(/not knocked yet$/, { selector: 'p' }).textContent).toBe('4 doors · 3 not knocked yet')
})

it('begins far out with the neighborhoods, and does not say that nobody has knocked at houses in clusters', () => {
  renderList(undefined, [{ key: 'a', ...center, count: 12, doneToday: 0 }])
  expect(rows()[0]).toBe('Neighborhoods')
  expect(rows().at(-1)).toBe('12 doors in clusters: zoom in to see each house')
  expect(screen.getByText(/doors?$/, { selector: 'p' }).textContent).toBe('16 doors')
})
