// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import NeighborhoodList from './NeighborhoodList.tsx'

afterEach(cleanup)

it('names the neighborhoods with their doors and interest, and shows the one that is chosen', async () => {
  const place = { __typename: 'MapNeighborhood', lat: 39.7, lng: -86.1 }
  const neighborhoods = [
    { ...place, name: 'Juniper Sample Park', count: 1204, interested: 31 },
    { ...place, name: '', count: 1, interested: 0, lat: 39.8 },
  ]
  const onSelect = vi.fn<(center: object) => void>()
  const bounds = { south: 39.7, north: 39.9, west: -86.2, east: -86.1 }
  const { sent } = renderSignedIn(
    <ul>
      <NeighborhoodList extent={{ bounds, center: place, zoom: 12 }} onSelect={onSelect} />
    </ul>,
    { answers: { NeighborhoodsInView: { data: { propertyMap: { __typename: 'PropertyMap', neighborhoods } } } } },
  )
  const rows = (await screen.findAllByRole('button')).map(({ textContent }) => textContent)
  expect(rows).toEqual(['Juniper Sample Park1,204 doors · 31 interested', 'No neighborhood1 door'])
  await userEvent.click(screen.getByRole('button', { name: /^No neighborhood/ }))
  expect(onSelect).toHaveBeenCalledExactlyOnceWith({ lat: 39.8, lng: -86.1 })
  expect(sent).toEqual([['NeighborhoodsInView', { bounds, zoom: 12 }]])
})
