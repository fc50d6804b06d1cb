import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { countStoredItems, outboxStore } from './outboxStore.ts'

const noteOf = (id: string) => ({
  action: { id, kind: 'NOTE' as const, occurredAt: '2026-11-18T20:14:00.000Z', note: { propertyId: 'p', text: 'x' } },
  title: '1018 W 12th Demo St',
})

it('counts the unsent work of all users on this device, and creates nothing where there is none', async () => {
  const other = indexedDB.open('another database')
  await new Promise((resolve) => other.addEventListener('success', resolve))
  other.result.close()
  expect(await countStoredItems()).toBe(0)
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual(['another database'])
  await outboxStore('riley').add([noteOf('a'), noteOf('b')])
  await outboxStore('avery').add([noteOf('c')])
  expect(await countStoredItems()).toBe(3)
})
