// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { clearStorage } from '../../session/person/storage.ts'
import type { QuickFindItem } from './quickFindItems.ts'
import { readRecentItems, storeRecentItem } from './recentItems.ts'

beforeEach(() => localStorage.clear())

const item = (n: number): QuickFindItem => ({
  key: `property ${n}`,
  kind: 'property',
  title: `${n} Demo St`,
  hint: 'Open property',
  status: 'NEW',
  opens: { kind: 'property', id: `${n}` },
})
const titles = (reader: string) => readRecentItems(reader).map(({ title }) => title)

it('the items opened last come first, each once, at most eight', () => {
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 3]) storeRecentItem('riley', item(n))
  expect(titles('riley')).toEqual([3, 9, 8, 7, 6, 5, 4, 2].map((n) => `${n} Demo St`))
})

it('each reader has their own', () => {
  storeRecentItem('riley', item(1))
  expect(titles('avery')).toEqual([])
})

it('an action is not stored', () => {
  storeRecentItem('riley', { key: 'theme', kind: 'action', title: 'Use the dark theme', run: () => undefined })
  expect(titles('riley')).toEqual([])
})

it('a logout removes them', () => {
  storeRecentItem('riley', item(1))
  clearStorage()
  expect(titles('riley')).toEqual([])
})

it.each(['{', '{}', '[null, 1, {"key": "x"}]'])('a stored value of another form is ignored: %s', (stored) => {
  localStorage.setItem('porchlight.recent.riley', stored)
  expect(titles('riley')).toEqual([])
})
