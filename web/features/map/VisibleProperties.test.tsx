// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { PropertyMarker } from './markerFeatures.ts'
import { VisibleProperties } from './VisibleProperties.tsx'

afterEach(cleanup)

const marker = (id: string, streetNumber: string, streetName: string | null) =>
  ({ id, streetNumber, streetName, unit: null, status: 'NEW', priority: 'NORMAL' }) as PropertyMarker

it('names each house with its street, because two streets have the same numbers', () => {
  const properties = [
    marker('1', '1018', 'W 12th Demo St'),
    marker('2', '1018', 'W 13th Demo St'),
    marker('3', '', null),
  ]
  render(<VisibleProperties properties={properties} clusters={[]} selectedId="2" onSelect={() => undefined} />)
  const names = screen.getAllByRole('option').map((option) => option.textContent)
  expect(names.toSorted()).toEqual(['1018 W 12th Demo St, New', '1018 W 13th Demo St, New', 'No number, New'])
})

it('says which houses are lit, because the map shows it by color and size', () => {
  const lit = (lastOutcome: 'TALKED' | 'LEFT_FLYER', at = Date.now()) => ({
    ...marker(lastOutcome, '1018', null),
    ...{ lastOutcome, lastKnockedAt: new Date(at).toISOString() },
  })
  const [talk, flyer] = [lit('TALKED'), lit('LEFT_FLYER')]
  const longAgo = { ...lit('TALKED', 0), id: '3' }
  render(
    <VisibleProperties
      properties={[talk, flyer, longAgo]}
      clusters={[]}
      selectedId={undefined}
      onSelect={() => undefined}
    />,
  )
  const names = screen.getAllByRole('option').map((option) => option.textContent)
  expect(names.toSorted()).toEqual(['1018, New', '1018, New, knocked today', '1018, New, talked today'])
})

it('says how many doors in clusters were knocked today', () => {
  const cluster = (key: string, count: number, doneToday: number) => ({ key, lat: 0, lng: 0, count, doneToday })
  const clusters = [cluster('a', 8, 0), cluster('b', 20, 5)]
  render(<VisibleProperties properties={[]} clusters={clusters} selectedId={undefined} onSelect={() => undefined} />)
  screen.getByText('28 more in clusters: zoom in')
  screen.getByText('5 of them knocked today')
})

it('Enter opens the house that the arrow keys reached, also when another one has come before it', () => {
  Element.prototype.scrollIntoView = () => undefined
  const onSelect = vi.fn<(id: string) => void>()
  const list = (...properties: PropertyMarker[]) => (
    <VisibleProperties properties={properties} clusters={[]} selectedId={undefined} onSelect={onSelect} />
  )
  const [first, second] = [marker('1', '1018', 'W 12th Demo St'), marker('2', '1024', 'W 12th Demo St')]
  const { rerender } = render(list(first, second))
  const press = (key: string) => fireEvent.keyDown(screen.getByRole('listbox'), { key })
  press('ArrowDown')
  rerender(list(marker('0', '1006', 'W 12th Demo St'), first, second))
  press('Enter')
  expect(onSelect.mock.calls).toEqual([['2']])
  // A house that has left the view is not opened.
  rerender(list(first))
  press('Enter')
  expect(onSelect.mock.lastCall).toEqual(['1'])
})
