// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../testing/renderSignedIn.tsx'
import { PropertiesScreen } from './PropertiesScreen.tsx'

// jsdom has no canvas.
vi.mock('../features/map/thumbnail/PropertyThumbnail.tsx', () => ({ PropertyThumbnail: () => null }))

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const property = (id: string) => ({
  ...{ __typename: 'Property', id, address: `${id} Sample St`, streetNumber: id, streetName: 'Sample St', city: null },
  ...{ state: null, zipCode: null, lat: 39.7, lng: -86.1, ownerName: null, unconfirmed: false, priority: 'NORMAL' },
  ...{ status: 'NEW', tags: [], createdAt: '2024-02-02T12:00:00Z', tenantName: null, assignedTo: null },
})

const pageOf = (ids: string[], hasNextPage: boolean) => ({
  data: {
    properties: {
      __typename: 'PropertyConnection',
      ...{ totalCount: ids.includes('1') ? 4 : 3, tagsFound: [] },
      pageInfo: { __typename: 'PageInfo', hasNextPage, endCursor: ids.at(-1)! },
      edges: ids.map((id) => ({ __typename: 'PropertyEdge', cursor: id, node: property(id) })),
    },
  },
})

it('a late page of the list before the search is not shown among what was found', async () => {
  const late = Promise.withResolvers<void>()
  const { sent } = renderSignedIn(<PropertiesScreen />, {
    path: '/properties',
    answers: {
      PropertyTotal: { data: { properties: { __typename: 'PropertyConnection', totalCount: 4 } } },
      PropertyList: async ({ filter, after }) => {
        if ((filter as { search?: string }).search) return after ? pageOf(['103'], false) : pageOf(['101', '102'], true)
        if (!after) return pageOf(['1', '2'], true)
        await late.promise
        return pageOf(['3', '4'], false)
      },
    },
  })
  const shown = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  await waitFor(() => expect(shown()).toEqual(['1 Sample St', '2 Sample St']))
  await waitFor(() => expect(sent.some(([, { after }]) => after === '2')).toBe(true))
  await userEvent.type(screen.getByLabelText('Search address or owner'), 'oak')
  // The page that is under way does not hold up the next page of what was found.
  const found = ['101 Sample St', '102 Sample St', '103 Sample St']
  await waitFor(() => expect(shown()).toEqual(found))
  expect(screen.queryAllByText('3 of 4 properties')).toHaveLength(1)
  await act(async () => {
    late.resolve()
    await late.promise
  })
  expect(shown()).toEqual(found)
  expect(screen.queryAllByText('3 of 4 properties')).toHaveLength(1)
})
