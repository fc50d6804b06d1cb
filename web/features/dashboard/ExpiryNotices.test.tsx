// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { ExpiryNotices } from './ExpiryNotices.tsx'

afterEach(cleanup)

const show = (registries: object[], permits: object[]) =>
  renderSignedIn(<ExpiryNotices />, { answers: { Expiring: { data: { registries, permits } } } })

it("says when a city's list and a permit end, and opens where they are", async () => {
  // The end of the list is the first moment after the last day, at midnight in Indianapolis.
  show(
    [{ __typename: 'Registry', id: 'r1', city: 'Grove City', expiresAt: '2027-01-01T05:00:00.000Z' }],
    [{ __typename: 'Permit', id: 'p1', city: 'Elm City', validTo: '2026-12-31' }],
  )
  const notes = await screen.findAllByRole('status')
  expect(notes.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Grove City’s list ends on Dec 31, 2026. Import the newer one.'),
    expect.stringContaining('The permit for Elm City ends on Dec 31, 2026. Ask the city for a new one.'),
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/do-not-knock?view=lists',
    '/do-not-knock?view=permits',
  ])
})

it('is nothing without such a list or permit', async () => {
  const { sent } = show([], [])
  await waitFor(() => expect(sent.map(([name]) => name)).toContain('Expiring'))
  expect(screen.queryAllByRole('status')).toEqual([])
})
