import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogFixture, type TestEvent, type LogFixture } from '../../../tests/support/logFixture.ts'
import { createCaches, type Context } from '../../context.ts'
import type { Database } from '../../database/connection.ts'
import { readLastChange } from './lastChange.ts'
import { followActivity } from './followActivity.ts'

let testLog: LogFixture
beforeAll(async () => {
  testLog = await createLogFixture()
})
afterAll(() => testLog.teardown())

const mapLoaded = (): TestEvent => ({
  at: new Date().toISOString(),
  type: 'MapLoaded',
  data: { lat: 1, lng: 1, zoom: 20, provider: 'maplibre' },
})
const propertyDeleted = (): TestEvent => ({
  at: new Date().toISOString(),
  type: 'PropertyDeleted',
  data: { propertyId: randomUUID(), neighborhood: null },
})

function ownerContext(tenantId: string, more: Partial<Context>): Context {
  const actor = {
    userId: randomUUID(),
    sessionId: randomUUID(),
    email: '',
    fullName: 'Sample Owner',
    role: 'owner',
    viewedRole: null,
    tenantId,
    mustChangePassword: false,
  }
  const now = () => new Date()
  return { actor, now, database: testLog.app, caches: createCaches(now), ...more } as unknown as Context
}

describe('followActivity', () => {
  it('reads new events of a log once or twice for a hundred subscribers, who each get every event', async () => {
    const tenantId = await testLog.createTenantLog('UTC', mapLoaded())
    const subscribers = new Set<() => void>()
    const live = {
      subscribe(_tenantId: string, _topic: string, onChange: () => void) {
        subscribers.add(onChange)
        return () => void subscribers.delete(onChange)
      },
    }
    let transactions = 0
    const database: Pick<Database, 'within'> = {
      within(scope, work) {
        transactions += 1
        return testLog.app.within(scope, work)
      },
    }
    const shared = { database, live, caches: createCaches(() => new Date()) } as unknown as Partial<Context>
    const follow = () => followActivity(ownerContext(tenantId, shared), 1)
    const followers = await Promise.all(Array.from({ length: 100 }, follow))
    const received = followers.map((follower) => follower.next())
    transactions = 0
    await testLog.write(tenantId, propertyDeleted())
    for (const onChange of subscribers) onChange()
    const events = await Promise.all(received)
    expect(new Set(events.map(({ value }) => (value as { position: number }).position))).toEqual(new Set([2]))
    // Each read has two transactions.
    expect(transactions).toBeLessThanOrEqual(4)
    await Promise.all(followers.map((follower) => follower.return!()))
  })

  it('yields events at once that are appended during the first read', async () => {
    const tenantId = await testLog.createTenantLog('UTC', mapLoaded())
    const subscribers = new Set<() => void>()
    const live = {
      subscribe(_tenantId: string, _topic: string, onChange: () => void) {
        subscribers.add(onChange)
        return () => void subscribers.delete(onChange)
      },
    }
    let hasWritten = false
    const database: Pick<Database, 'within'> = {
      async within(scope, work) {
        const answer = await testLog.app.within(scope, work)
        if (hasWritten || !Array.isArray((answer as { events?: unknown }).events)) return answer
        hasWritten = true
        await testLog.write(tenantId, propertyDeleted())
        for (const onChange of subscribers) onChange()
        return answer
      },
    }
    const events = await followActivity(ownerContext(tenantId, { database, live } as unknown as Partial<Context>), 0)
    expect((await events.next()).value).toMatchObject({ position: 1, type: 'MapLoaded' })
    expect((await events.next()).value).toMatchObject({ position: 2, type: 'PropertyDeleted' })
    await events.return!()
    expect(subscribers.size).toBe(0)
  })
})

describe('the last change of a topic', () => {
  it('advances with events of the topic and not with others', async () => {
    const tenantId = await testLog.createTenantLog('UTC', mapLoaded())
    const ctx = ownerContext(tenantId, {})
    expect(await readLastChange(ctx, 'properties')).toBeNull()
    await testLog.write(tenantId, propertyDeleted())
    const change = await readLastChange(ctx, 'properties')
    expect(change).toEqual({ positions: [2], at: expect.any(Date) })
    await testLog.write(tenantId, mapLoaded())
    expect(await readLastChange(ctx, 'properties')).toEqual(change)
    expect(await readLastChange(ctx, 'leads')).toBeNull()
    await testLog.write(tenantId, ...Array.from({ length: 20 }, () => propertyDeleted()))
    const positions = (await readLastChange(ctx, 'properties'))?.positions
    expect(positions).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index))
  })
})
