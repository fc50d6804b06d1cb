// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { ExpiringLists } from './ExpiringLists.tsx'

afterEach(cleanup)

const show = (registries: object[]) =>
  renderSignedIn(<ExpiringLists />, { answers: { ExpiringRegistries: { data: { registries } } } })

it("says when a city's list ends, and opens the lists", async () => {
  // The end is the first moment after the last day, at midnight in Indianapolis.
  show([{ __typename: 'Registry', id: 'r1', city: 'Grove City', expiresAt: '2027-01-01T05:00:00.000Z' }])
  const note = await screen.findByRole('status')
  expect(note.textContent).toContain('Grove City’s list ends on Dec 31, 2026. Import the newer one.')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/do-not-knock?view=lists')
})

it('is nothing without such a list', async () => {
  const { sent } = show([])
  await waitFor(() => expect(sent.map(([name]) => name)).toContain('ExpiringRegistries'))
  expect(screen.queryAllByRole('status')).toEqual([])
})
