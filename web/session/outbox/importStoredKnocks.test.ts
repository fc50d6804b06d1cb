import 'fake-indexeddb/auto'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, it, vi } from 'vitest'
import { OUTBOX_KEY_PREFIX } from '../person/storage.ts'
import { importStoredKnocks } from './importStoredKnocks.ts'
import { Outbox } from './outbox.ts'

const stored = {
  ...{ kind: 'knock', eventId: 'k', propertyId: 'house', address: '1018 W 12th Demo St', outcome: 'TALKED' },
  ...{ occurredAt: '2026-11-17T21:12:00.000Z', sessionId: 's', lat: 39.77, lng: -86.16 },
}
const { occurredAt } = stored

let outbox: Outbox
let kept: Map<string, string>
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  removeItem: (key: string) => void kept.delete(key),
} as Storage

beforeEach(() => {
  outbox = new Outbox(uuidv7())
  kept = new Map([['another key', 'stays']])
})

/** What the outbox has after this was stored by release 0.1. */
async function imported(content: string) {
  kept.set(OUTBOX_KEY_PREFIX + outbox.name, content)
  await importStoredKnocks(outbox, storage)
  expect([...kept.keys()]).toEqual(['another key'])
  return outbox.state().items.map(({ action, propertyId, title, before, sessionId, madeFor }) => ({
    ...{ action, propertyId, title, before, sessionId, madeFor },
  }))
}

const there = { title: stored.address, sessionId: 's', before: undefined, madeFor: undefined }

it('moves a knock with what the door showed before', async () => {
  const before = { lastOutcome: 'LEFT_FLYER', lastKnockedAt: '2026-11-01T21:12:00.000Z' }
  const entry = { ...stored, statusBefore: 'INTERESTED', lastKnockBefore: before }
  expect(await imported(JSON.stringify([entry]))).toEqual([
    {
      ...there,
      propertyId: 'house',
      before: { status: 'INTERESTED', ...before },
      action: {
        ...{ id: 'k', kind: 'KNOCK', occurredAt, dependsOn: [] },
        knock: { propertyId: 'house', outcome: 'TALKED', sessionId: 's', lat: 39.77, lng: -86.16 },
      },
    },
  ])
})

it('moves a withdrawal', async () => {
  expect(await imported(JSON.stringify([{ ...stored, kind: 'withdrawal' }]))).toEqual([
    {
      ...{ ...there, propertyId: 'house' },
      action: { id: expect.any(String), kind: 'WITHDRAWAL', occurredAt, withdrawal: { knockId: 'k' } },
    },
  ])
})

it('moves a knock at a house that was not saved with the house, which is saved first', async () => {
  const newProperty = { address: stored.address, lat: 39.77, lng: -86.16 }
  const [property, knock, ...rest] = await imported(JSON.stringify([{ ...stored, newProperty }]))
  expect(rest).toEqual([])
  const id = property!.propertyId!
  expect(id).not.toBe('house')
  expect(property).toEqual({
    ...{ ...there, propertyId: id, madeFor: 'k' },
    action: { id, kind: 'PROPERTY', occurredAt, property: { ...newProperty, id } },
  })
  expect(knock).toMatchObject({
    propertyId: id,
    action: { id: 'k', dependsOn: [id], knock: { propertyId: id } },
    before: { status: 'NEW', lastOutcome: null, lastKnockedAt: null },
  })
})

it.each(['not JSON', '{"kind":"knock"}'])('forgets what cannot be read: %s', async (content) => {
  expect(await imported(content)).toEqual([])
})

it('touches nothing if nothing is stored', async () => {
  const add = vi.spyOn(outbox, 'add')
  await importStoredKnocks(outbox, storage)
  expect(add).not.toHaveBeenCalled()
  expect(kept.size).toBe(1)
})

it('keeps the knocks where they are if the outbox cannot store them', async () => {
  kept.set(OUTBOX_KEY_PREFIX + outbox.name, JSON.stringify([stored]))
  vi.spyOn(outbox, 'add').mockRejectedValue(new Error('QuotaExceededError'))
  await expect(importStoredKnocks(outbox, storage)).rejects.toThrow('QuotaExceededError')
  expect(kept.size).toBe(2)
})
