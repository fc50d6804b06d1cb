import { InMemoryCache } from '@apollo/client'
import { expect, it } from 'vitest'
import { applyToCache, readLastKnock } from './outboxCache.ts'
import type { OutboxItem } from './outboxItems.ts'

it('a knock that was sent changes its marker, and its withdrawal restores it', () => {
  const cache = new InMemoryCache({ typePolicies: { Knock: { keyFields: ['eventId'] } } })
  const before = { lastOutcome: 'LEFT_FLYER' as const, lastKnockedAt: '2026-06-01T10:00:00Z', status: 'NEW' as const }
  cache.restore({ 'MapMarker:house': { __typename: 'MapMarker', id: 'house', ...before } })
  const occurredAt = '2026-06-10T10:00:00Z'
  const knock: OutboxItem = {
    action: { id: 'event', kind: 'KNOCK', occurredAt, knock: { propertyId: 'house', outcome: 'TALKED' } },
    propertyId: 'house',
    title: '936 W 10th Demo St',
    before,
    seq: 1,
    outboxName: 'rep',
    attempts: 1,
    serverFailures: 0,
  }
  const rep = { id: 'rep', fullName: 'Riley Example' }
  const result = { id: 'event', outcome: 'APPLIED' as const, code: null, message: null }
  applyToCache(cache, knock, { ...result, status: 'CONTACTED' }, rep)
  expect(cache.extract()['MapMarker:house']).toMatchObject({
    lastOutcome: 'TALKED',
    lastKnockedAt: occurredAt,
    status: 'CONTACTED',
  })
  const withdrawal: OutboxItem = {
    ...knock,
    action: { id: 'undo', kind: 'WITHDRAWAL', occurredAt, withdrawal: { knockId: 'event' } },
  }
  applyToCache(cache, withdrawal, { ...result, status: 'NEW' }, rep)
  expect(readLastKnock(cache, 'house')).toMatchObject({ lastOutcome: 'LEFT_FLYER' })
  expect(cache.extract()['MapMarker:house']).toMatchObject({ status: 'NEW' })
})
