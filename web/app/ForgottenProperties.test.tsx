// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  readSavedProperty,
  type SavedArea,
  type SavedProperty,
  storeArea,
  storeRecords,
} from '../features/offline/areaStore.ts'
import * as toasts from '../lib/toasts.ts'
import { readRecentItems, storeRecentItem } from '../features/quickFind/recentItems.ts'
import { sharedOutbox } from '../session/outbox/outbox.ts'
import type { NewOutboxItem } from '../session/outbox/outboxItems.ts'
import { outboxStore } from '../session/outbox/outboxStore.ts'
import { type Door, ReadStore, refuseForgotten } from '../session/reads/readStore.ts'
import { renderSignedIn } from '../testing/renderSignedIn.tsx'
import { ForgottenProperties } from './ForgottenProperties.tsx'

vi.mock(import('../lib/toasts.ts'), { spy: true })

const [gone, kept, lead] = [
  '019a0000-0000-7000-8000-000000000001',
  '019a0000-0000-7000-8000-000000000002',
  '019a0000-0000-7000-8000-000000000003',
]
const area = { id: 'area', owner: 'riley.t1', bounds: {}, hasTiles: false } as SavedArea
const store = new ReadStore('riley')
const details = (id: string) => `MapProperty {"id":"${id}"}`
const everywhere = { south: -90, west: -180, north: 90, east: 180 }
const door = (id: string) => ({ id, lat: 39, lng: -86 }) as Door
const knock = (id: string, propertyId: string, more: Partial<NewOutboxItem> = {}): NewOutboxItem => ({
  action: {
    id,
    kind: 'KNOCK',
    occurredAt: '2026-11-20T15:00:00Z',
    knock: { propertyId, outcome: 'TALKED', note: 'A note' },
  },
  ...{ propertyId, title: '1 Sample St', ...more },
})
let forgotten: string[]

/** Everything that a device keeps, of both properties. */
beforeEach(async () => {
  forgotten = [gone]
  refuseForgotten(new Set())
  localStorage.clear()
  sessionStorage.clear()
  await storeArea(area)
  await storeRecords(
    area,
    [gone, kept].map(door),
    [gone, kept].map((id) => door(id) as unknown as SavedProperty),
  )
  await store.storeDoors(everywhere, [gone, kept].map(door))
  for (const id of [gone, kept]) {
    await store.storeResult(details(id), { property: { id } })
    await store.storeResult(`Lead ${id}`, { lead: { id: lead, property: { id } } })
    storeRecentItem('riley', { key: id, kind: 'property', title: id, opens: { kind: 'property', id } } as never)
    sessionStorage.setItem(`draft riley property ${id}`, '{"notes":"A note"}')
  }
  await sharedOutbox('riley').forget(() => true)
  const photos = [{ id: 'photo', photo: new Blob(['x']) }]
  await sharedOutbox('riley').add(
    knock('knock', gone, { photos }),
    {
      ...knock('later', gone),
      action: { id: 'later', kind: 'LEAD', occurredAt: '2026-11-20T15:01:00Z', dependsOn: ['knock'] },
      propertyId: undefined,
    },
    knock('other', kept),
  )
  await outboxStore('riley').add([{ ...knock('sent', gone), position: 7, sentAt: Date.now() }])
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const render = (beforeAnswer = () => {}) =>
  renderSignedIn(<ForgottenProperties />, {
    answers: {
      ForgottenProperties: () => {
        beforeAnswer()
        return { data: { forgottenProperties: { __typename: 'ForgottenProperties', propertyIds: forgotten } } }
      },
    },
  })

async function storedOf(id: string) {
  return {
    inArea: (await readSavedProperty(area.owner, id)) !== undefined,
    isDoor: (await store.doorsIn(everywhere)).doors.some((stored) => stored.id === id),
    reads: [await store.result(details(id)), await store.result(`Lead ${id}`)].filter(Boolean).length,
    recent: readRecentItems('riley').filter(({ key }) => key === id).length,
    draft: sessionStorage.getItem(`draft riley property ${id}`) !== null,
  }
}
const everything = { inArea: true, isDoor: true, reads: 2, recent: 1, draft: true }
const nothing = { inArea: false, isDoor: false, reads: 0, recent: 0, draft: false }
const outboxIds = async () => (await outboxStore('riley').read()).map(({ action }) => action.id)

it('everything that the device keeps of a forgotten household is deleted, and the person told of what was not sent', async () => {
  expect([await storedOf(gone), await storedOf(kept)]).toEqual([everything, everything])
  render()
  await waitFor(async () => expect(await storedOf(gone)).toEqual(nothing))
  expect(await storedOf(kept)).toEqual(everything)
  expect(await outboxIds()).toEqual(['other'])
  await waitFor(() =>
    expect(toasts.toastWarning).toHaveBeenCalledExactlyOnceWith('2 actions not sent', {
      detail: 'The household was forgotten, so what waited on this phone is deleted.',
    }),
  )
  expect(
    sharedOutbox('riley')
      .state()
      .items.map(({ title }) => title),
  ).toEqual(['1 Sample St'])
})

it('is asked for again when the connection returns and when doors have gone from the map', async () => {
  forgotten = []
  const { sent } = render()
  await waitFor(() => expect(sent).toHaveLength(1))
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect([await storedOf(gone), await storedOf(kept)]).toEqual([everything, everything])
  expect(await outboxIds()).toEqual(['knock', 'later', 'other', 'sent'])
  forgotten = [gone]
  await store.storeDoors(everywhere, [door(kept)])
  await waitFor(async () => expect(await storedOf(gone)).toEqual(nothing))
  expect(sent.map(([operation]) => operation)).toEqual([
    'ForgottenProperties',
    'ForgottenProperties',
    'ForgottenProperties',
  ])
})

it('is asked for again, each time later, until the server answers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let failures = 2
  const { sent } = render(() => {
    if (failures-- > 0) throw new Error('Failed to fetch')
  })
  const requestsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return sent.length
  }
  expect([await requestsAfter(1_999), await requestsAfter(1)]).toEqual([1, 2])
  expect([await requestsAfter(3_999), await requestsAfter(1)]).toEqual([2, 3])
  expect(await requestsAfter(600_000)).toBe(3)
  vi.useRealTimers()
  await waitFor(async () => expect(await storedOf(gone)).toEqual(nothing))
})
