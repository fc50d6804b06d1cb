import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogFixture, type TestEvent, type LogFixture } from '../../../tests/support/logFixture.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/connection.ts'
import { readLastChange } from './lastChange.ts'
import { followActivity } from './followActivity.ts'

let stage: LogFixture
beforeAll(async () => {
  stage = await createLogFixture()
})
afterAll(() => stage.teardown())

const mapLoad = (): TestEvent => ({
  ...{ at: new Date().toISOString(), type: 'MapLoaded' },
  data: { lat: 1, lng: 1, zoom: 20, provider: 'maplibre' },
})
const saved = (): TestEvent => ({
  ...{ at: new Date().toISOString(), type: 'PropertyDeleted' },
  data: { propertyId: randomUUID(), neighborhood: null },
})

function asOwner(tenantId: string, more: Partial<Context>): Context {
  const actor = {
    ...{ userId: randomUUID(), sessionId: randomUUID(), email: '', fullName: 'Sample Owner', role: 'owner' },
    ...{ viewedRole: null, tenantId, mustChangePassword: false },
  }
  return { actor, now: () => new Date(), database: stage.app, ...more } as unknown as Context
}

describe('who follows a log', () => {
  it('is told at once of what is written while the first stretch is read', async () => {
    const tenantId = await stage.createTenantLog('UTC', mapLoad())
    const watching = new Set<() => void>()
    const live = {
      subscribe(_tenantId: string, _topic: string, onChange: () => void) {
        watching.add(onChange)
        return () => void watching.delete(onChange)
      },
    }
    let written = false
    const database: Pick<Database, 'within'> = {
      async within(scope, work) {
        const answer = await stage.app.within(scope, work)
        if (written || !Array.isArray((answer as { events?: unknown }).events)) return answer
        written = true
        await stage.write(tenantId, saved())
        for (const onChange of watching) onChange()
        return answer
      },
    }
    const events = await followActivity(asOwner(tenantId, { database, live } as unknown as Partial<Context>), 0)
    expect((await events.next()).value).toMatchObject({ position: 1, type: 'MapLoaded' })
    expect((await events.next()).value).toMatchObject({ position: 2, type: 'PropertyDeleted' })
    await events.return!()
    expect(watching.size).toBe(0)
  })
})

describe('the last change of a topic', () => {
  it('moves with what touches it and stays where something else happens', async () => {
    const tenantId = await stage.createTenantLog('UTC', mapLoad())
    const ctx = asOwner(tenantId, {})
    expect(await readLastChange(ctx, 'properties')).toBeNull()
    await stage.write(tenantId, saved())
    const change = await readLastChange(ctx, 'properties')
    expect(change).toEqual({ position: 2, at: expect.any(Date) })
    await stage.write(tenantId, mapLoad())
    expect(await readLastChange(ctx, 'properties')).toEqual(change)
    expect(await readLastChange(ctx, 'leads')).toBeNull()
  })
})
