import { InMemoryCache } from '@apollo/client'
import { expect, it } from 'vitest'
import { LastKnockFragmentDoc } from '../../gql/graphql.ts'
import { addKnockToCache, readLastKnock, removeKnockFromCache } from './knockCache.ts'

it('a knock changes the last outcome of its marker at once, and an undo restores it', () => {
  const cache = new InMemoryCache()
  const before = { lastOutcome: 'LEFT_FLYER' as const, lastKnockedAt: '2024-06-01T10:00:00Z' }
  const id = cache.identify({ __typename: 'MapMarker', id: 'house' })!
  cache.writeFragment({ id, fragment: LastKnockFragmentDoc, data: { __typename: 'MapMarker', ...before } })
  const knock = {
    kind: 'knock' as const,
    eventId: 'event',
    propertyId: 'house',
    address: '936 W 10th Demo St',
    outcome: 'NOBODY_HOME' as const,
    occurredAt: '2024-06-10T10:00:00Z',
    statusBefore: 'NEW' as const,
    lastKnockBefore: readLastKnock(cache, 'house'),
  }
  addKnockToCache(cache, knock, { id: 'rep', fullName: 'Riley Example', outboxName: 'rep' })
  expect(readLastKnock(cache, 'house')).toMatchObject({ lastOutcome: 'NOBODY_HOME', lastKnockedAt: knock.occurredAt })
  removeKnockFromCache(cache, knock)
  expect(readLastKnock(cache, 'house')).toMatchObject(before)
})
