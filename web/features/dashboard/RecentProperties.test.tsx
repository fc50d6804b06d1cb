// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { RecentProperties } from './RecentProperties.tsx'

it('a recent property is named by its whole address', async () => {
  const address = '1018 W 12th Demo St, Demo Town, IN 46202'
  const property = {
    ...{ __typename: 'Property' as const, id: 'p1', address, streetNumber: '1018', streetName: 'W 12th Demo St' },
    ...{ tags: ['GUTTER' as const], createdAt: '2026-11-20T12:00:00Z' },
  }
  renderSignedIn(<RecentProperties recent={[property]} failed={false} busy={false} onRetry={() => undefined} />)
  expect((await screen.findByRole('listitem')).textContent).toBe(`${address}1 tagNov 20, 2026View ${address}`)
})
