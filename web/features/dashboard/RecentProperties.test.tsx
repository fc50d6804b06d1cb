// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { RecentProperties } from './RecentProperties.tsx'

it('a recent property has its whole address, what came of it, its tags and its day', async () => {
  const address = '1018 W 12th Demo St, Demo Town, IN 46202'
  const property = {
    ...{ __typename: 'Property' as const, id: 'p1', address, streetNumber: '1018', streetName: 'W 12th Demo St' },
    ...{ status: 'CONTACTED' as const, lastOutcome: null as 'TALKED' | null },
    ...{ tags: ['GUTTER' as const], createdAt: '2026-11-20T12:00:00Z' },
  }
  const knocked = { ...property, id: 'p2', lastOutcome: 'TALKED' as const, tags: [] }
  renderSignedIn(
    <RecentProperties recent={[property, knocked]} failed={false} busy={false} onRetry={() => undefined} />,
  )
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(rows).toEqual([
    `${address}Contacted1 tagNov 20, 2026View ${address}`,
    `${address}Talked0 tagsNov 20, 2026View ${address}`,
  ])
})
