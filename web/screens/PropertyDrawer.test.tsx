// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { historyEntry } from '../testing/historyEntry.ts'
import { renderSignedIn } from '../testing/renderSignedIn.tsx'
import { PropertyDrawer } from './PropertyDrawer.tsx'

vi.mock('../features/map/thumbnail/PropertyThumbnail.tsx', () => ({ PropertyThumbnail: () => null }))
vi.mock('../features/leads/lead/PropertyLeads.tsx', () => ({ PropertyLeads: () => null }))
vi.mock('../session/person/useRestClient.ts', () => {
  const callRest = (path: string) => Promise.resolve(new Response(path))
  return { useRestClient: () => callRest }
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const knock = {
  ...{ __typename: 'Knock', eventId: 'knock', outcome: 'TALKED', occurredAt: '2026-11-19T20:00:00.000Z', note: null },
  ...{ photoIds: ['west', 'east'], comeBackAt: null, distanceMeters: null, flags: [] },
  rep: { __typename: 'UserRef', id: 'casey', fullName: 'Casey Example' },
}
const property = {
  ...{ __typename: 'Property', id: 'house', address: '370 Sample Condo Ct Unit 2, Demo Town, IN' },
  ...{ streetNumber: '370', streetName: 'Sample Condo Ct', city: 'Demo Town', state: 'IN', zipCode: null },
  ...{ lat: 39.77, lng: -86.16, ownerName: null, ownerAddress: null, ownerPhone: null, ownerEmail: null },
  ...{ parcelId: null, notes: null, accessNote: null, language: null, unconfirmed: false, priority: 'NORMAL' },
  ...{ status: 'CONTACTED', tags: [], limited: false, assignedTo: null, knocks: [knock] },
  building: { __typename: 'Building', units: 4, saved: 2 },
}
const entry = historyEntry('KNOCKED', { outcome: 'TALKED', at: knock.occurredAt, actor: knock.rep })
const edges = ['knock', 'older'].map((id) => ({
  ...{ __typename: 'PropertyHistoryEdge', cursor: id, node: { __typename: 'PropertyHistoryEntry', ...entry, id } },
}))
const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null }
const history = { __typename: 'PropertyHistoryConnection', pageInfo, edges }

it('the office sees the units of the building, and the photos of a knock in the history', async () => {
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
  renderSignedIn(<PropertyDrawer id="house" />, {
    answers: {
      MapProperty: { data: { property } },
      PropertyHistory: { data: { property: { __typename: 'Property', id: 'house', history } } },
    },
  })
  expect((await screen.findByText('4 units · 2 saved')).tagName).toBe('P')
  const shown = within(screen.getByRole('region', { name: 'History' }))
  const photos = await shown.findAllByRole('link', { name: /^Photo [12] of 2, taken at / })
  expect(photos).toHaveLength(2)
  const [withPhotos, without] = shown.getAllByRole('listitem')
  expect(within(withPhotos!).getAllByRole('img')).toHaveLength(2)
  expect(within(without!).queryAllByRole('img')).toEqual([])
})
