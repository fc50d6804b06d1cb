import { InMemoryCache } from '@apollo/client'
import { describe, expect, it } from 'vitest'
import { OpenKnockSessionsDocument } from '../../gql/graphql.ts'
import { applyToCache, pausedFrom, readLastKnock, resumedAt } from './outboxCache.ts'
import type { OutboxItem } from './outboxItems.ts'
import type { SendResult } from './outboxSender.ts'

const rep = { id: 'rep', fullName: 'Riley Example' }
const occurredAt = '2026-06-10T10:00:00Z'
const before = { lastOutcome: 'LEFT_FLYER' as const, lastKnockedAt: '2026-06-01T10:00:00Z', status: 'NEW' as const }
const result: SendResult = { id: 'x', outcome: 'APPLIED', code: null, message: null, status: null }

const itemOf = (action: Omit<OutboxItem['action'], 'occurredAt'>, rest: Partial<OutboxItem> = {}): OutboxItem => ({
  ...{ title: '936 W 10th Demo St', seq: 1, outboxName: 'rep', attempts: 1, serverFailures: 0, ...rest },
  action: { occurredAt, ...action },
})

describe('a knock that was sent', () => {
  const knockOf = (id: string, extras: object = {}, rest: Partial<OutboxItem> = {}) =>
    itemOf(
      { id, kind: 'KNOCK', knock: { propertyId: 'house', outcome: 'TALKED', ...extras } },
      { propertyId: 'house', before, ...rest },
    )
  const withdrawalOf = (knockId: string, rest: Partial<OutboxItem> = {}) =>
    itemOf({ id: 'undo', kind: 'WITHDRAWAL', withdrawal: { knockId } }, { propertyId: 'house', before, ...rest })

  /** The cache after these items: a house with one knock on its screen and on the map, and the session `s` with a door. */
  function cacheAfter(...items: (readonly [OutboxItem, SendResult['status']])[]) {
    const cache = new InMemoryCache({ typePolicies: { Knock: { keyFields: ['eventId'] } } })
    const earlier = { __typename: 'Knock', eventId: 'earlier' }
    cache.restore({
      'MapMarker:house': { __typename: 'MapMarker', id: 'house', ...before },
      'Property:house': {
        __typename: 'Property',
        id: 'house',
        ...before,
        knocks: [{ __ref: cache.identify(earlier)! }],
      },
      [cache.identify(earlier)!]: earlier,
      'KnockSession:s': { __typename: 'KnockSession', id: 's', doors: 1 },
    })
    for (const [item, status] of items) applyToCache(cache, item, { ...result, status }, rep)
    return cache
  }
  const doorsIn = (cache: InMemoryCache) => cache.extract()['KnockSession:s']?.['doors']
  function knocksIn(cache: InMemoryCache) {
    const entries = cache.extract()
    const knocks = entries['Property:house']?.['knocks'] as { __ref: string }[]
    return knocks.map(({ __ref }) => entries[__ref])
  }
  const idsIn = (cache: InMemoryCache) => knocksIn(cache).map((knock) => knock?.['eventId'])

  it('changes its house and marker, and its withdrawal restores them', () => {
    const knock = [knockOf('event'), 'CONTACTED'] as const
    const cache = cacheAfter(knock)
    const knocked = { lastOutcome: 'TALKED', lastKnockedAt: occurredAt, status: 'CONTACTED' }
    expect(cache.extract()).toMatchObject({ 'MapMarker:house': knocked, 'Property:house': knocked })
    const restored = cacheAfter(knock, [withdrawalOf('event'), 'NEW'])
    expect(readLastKnock(restored, 'house')).toMatchObject({ lastOutcome: 'LEFT_FLYER' })
    expect(restored.extract()).toMatchObject({ 'MapMarker:house': before, 'Property:house': before })
  })

  it('stands first among the knocks of its house, once, with its note, photo and rep', () => {
    const again = [knockOf('event', { note: 'wants a price', photoId: 'photo' }), null] as const
    const cache = cacheAfter([knockOf('event'), null], again)
    expect(idsIn(cache)).toEqual(['event', 'earlier'])
    expect(knocksIn(cache)[0]).toMatchObject({
      ...{ outcome: 'TALKED', occurredAt, note: 'wants a price', photoId: 'photo', distanceMeters: null },
      rep: { __ref: 'UserRef:rep' },
    })
    expect(knocksIn(cacheAfter([knockOf('event'), null]))[0]).toMatchObject({ note: null, photoId: null })
  })

  it('is gone from the knocks of its house after its withdrawal', () => {
    expect(idsIn(cacheAfter([knockOf('event'), null], [withdrawalOf('event'), null]))).toEqual(['earlier'])
  })

  it('stays the last one if an older knock is withdrawn, whose time before is not known', () => {
    const cache = cacheAfter([knockOf('event'), 'CONTACTED'], [withdrawalOf('earlier', { before: undefined }), null])
    expect(readLastKnock(cache, 'house')).toMatchObject({ lastOutcome: 'TALKED' })
    expect(cache.extract()['MapMarker:house']).toMatchObject({ status: 'CONTACTED' })
  })

  it('counts as a door of its session, and its withdrawal takes it back', () => {
    const inSession = { sessionId: 's' }
    const knock = [knockOf('event', {}, inSession), null] as const
    const withdrawal = [withdrawalOf('event', inSession), null] as const
    expect(doorsIn(cacheAfter(knock))).toBe(2)
    expect(doorsIn(cacheAfter(knock, withdrawal))).toBe(1)
    expect(doorsIn(cacheAfter(withdrawal, withdrawal, withdrawal))).toBe(0)
    expect(doorsIn(cacheAfter([knockOf('event'), null]))).toBe(1)
  })
})

describe('a session that was sent', () => {
  const open = {
    ...{ __typename: 'KnockSession' as const, id: 's', startedAt: '2026-06-10T09:00:00Z', endedAt: null },
    ...{ pausedAt: null as string | null, pausedSeconds: 30, doors: 4, talks: 2, leads: 1 },
  }
  const other = { ...open, id: 'other' }

  /** The open sessions after these actions. Undefined: no screen has read them. */
  function sessionsAfter(
    sessions: (typeof open)[] | undefined,
    ...actions: Omit<OutboxItem['action'], 'occurredAt'>[]
  ) {
    const cache = new InMemoryCache()
    if (sessions) cache.writeQuery({ query: OpenKnockSessionsDocument, data: { knockSessions: sessions } })
    for (const action of actions) applyToCache(cache, itemOf(action), result, rep)
    return cache.readQuery({ query: OpenKnockSessionsDocument })?.knockSessions
  }
  const start = (id: string) => ({ id, kind: 'SESSION_START' as const })
  const end = { id: 'e', kind: 'SESSION_END' as const, sessionEnd: { sessionId: 's' } }
  const pause = { id: 'p', kind: 'SESSION_PAUSE' as const, sessionPause: { sessionId: 's' } }
  const resume = { id: 'r', kind: 'SESSION_RESUME' as const, sessionResume: { sessionId: 's' } }

  it('stands first, once, and begins without doors', () => {
    const counts = { pausedAt: null, pausedSeconds: 0, doors: 0, talks: 0, leads: 0 }
    expect(sessionsAfter([open, other], start('new'), start('new'))).toEqual([
      { __typename: 'KnockSession', id: 'new', startedAt: occurredAt, endedAt: null, ...counts },
      open,
      other,
    ])
    expect(sessionsAfter([open, other], start('s'))).toEqual([open, other])
  })

  it('has ended when its end was sent', () => {
    expect(sessionsAfter([open, other], end)).toEqual([{ ...open, endedAt: occurredAt }, other])
  })

  it('is paused and goes on', () => {
    expect(sessionsAfter([open, other], pause)).toEqual([{ ...open, pausedAt: occurredAt }, other])
    const paused = { ...open, pausedAt: '2026-06-10T09:59:00Z' }
    expect(sessionsAfter([paused, other], resume)).toEqual([{ ...open, pausedSeconds: 90 }, other])
  })

  it('is not shown where no screen has read the sessions', () => {
    expect(sessionsAfter(undefined, start('new'), pause, resume)).toBeUndefined()
  })
})

describe('the pauses of a session', () => {
  const [at, later] = ['2026-06-10T10:00:00.000Z', '2026-06-10T10:01:30.400Z']

  it('begin once, and are added up in whole seconds', () => {
    const paused = pausedFrom({ pausedAt: null, pausedSeconds: 10 }, at)
    expect(paused).toEqual({ pausedAt: at, pausedSeconds: 10 })
    expect(pausedFrom(paused, later)).toEqual(paused)
    expect(resumedAt(paused, later)).toEqual({ pausedAt: null, pausedSeconds: 100 })
  })

  it('do not become shorter by a clock that was set back, or without a pause', () => {
    expect(resumedAt({ pausedAt: later, pausedSeconds: 10 }, at)).toEqual({ pausedAt: null, pausedSeconds: 10 })
    expect(resumedAt({ pausedAt: null, pausedSeconds: 10 }, at)).toEqual({ pausedAt: null, pausedSeconds: 10 })
  })
})
