import { expect, it } from 'vitest'
import type { FoundPropertyRowFragment } from '../../gql/graphql.ts'
import { filterItems, type QuickFindItem, splitMatches, toGroups } from './quickFindItems.ts'

const house: FoundPropertyRowFragment = {
  id: 'house',
  address: '1018 W 12th Demo St, Indianapolis, IN 00042',
  ownerName: 'Sample Owner 0142',
  parcelId: '49-00-0142-018',
  status: 'INTERESTED',
  limited: false,
  assignedTo: { fullName: 'Jordan Placeholder' },
  lead: null,
}
const lead = { id: 'lead', tag: 'STORM', status: 'CONTACTED' } as const
const found = { properties: [], owners: [], contacts: [], parcels: [], users: [] }
const firstItem = (property: FoundPropertyRowFragment) => toGroups({ ...found, properties: [property] })[0]!.items[0]

it('a house with a lead opens the lead and has its status', () => {
  expect(firstItem({ ...house, lead })).toMatchObject({
    title: '1018 W 12th Demo St',
    detail: 'Sample Owner 0142 · Storm Damage',
    hint: 'Open lead',
    status: 'CONTACTED',
    opens: { kind: 'lead', id: 'lead' },
    propertyId: 'house',
  })
})

it('a house without a lead opens its property', () => {
  expect(firstItem(house)).toMatchObject({ hint: 'Open property', opens: { kind: 'property', id: 'house' } })
})

it("a colleague's house names the colleague and opens on the map", () => {
  const item = firstItem({ ...house, ownerName: null, parcelId: null, limited: true })
  expect(item).toMatchObject({ hint: 'Jordan Placeholder', opens: { kind: 'map', id: 'house' } })
  expect(item).not.toHaveProperty('detail')
})

it('owners and parcels share a group, and people have their role', () => {
  const user = { id: 'riley', fullName: 'Riley Example', role: 'SALES_REP' } as const
  const groups = toGroups({ ...found, owners: [house], parcels: [house], users: [user] })
  expect(groups.map(({ title, items }) => [title, items.map((item) => `${item.title} / ${item.detail}`)])).toEqual([
    ['Houses and leads', []],
    ['Contacts of leads', []],
    [
      'Owners and parcels',
      ['Sample Owner 0142 / Owner of 1018 W 12th Demo St', '49-00-0142-018 / Parcel of 1018 W 12th Demo St'],
    ],
    ['People', ['Riley Example / Sales Rep']],
  ])
})

it('a contact opens the lead, and is found by the number without its punctuation meanwhile', () => {
  const contact = {
    ...{ id: 'lead', contactName: 'Pat Sample', contactPhone: '(555) 0100-142', contactEmail: null },
    ...({ address: house.address, tag: 'GUTTER', status: 'NEW' } as const),
  }
  const items = toGroups({ ...found, contacts: [contact] })[1]!.items
  expect(items).toEqual([
    expect.objectContaining({
      title: 'Pat Sample',
      detail: '(555) 0100-142 · 1018 W 12th Demo St · Gutter Cleaning',
      opens: { kind: 'lead', id: 'lead' },
    }),
  ])
  expect(filterItems(items, '5550100142')).toEqual(items)
})

it('items are found by each typed word of title, detail or keywords', () => {
  const items: QuickFindItem[] = [
    { key: '1', kind: 'action', title: 'Start Knocking', keywords: 'session' },
    { key: '2', kind: 'screen', title: 'Map Search' },
  ]
  const titles = (text: string) => filterItems(items, text).map(({ title }) => title)
  expect(titles('SES start')).toEqual(['Start Knocking'])
  expect(titles('map')).toEqual(['Map Search'])
  expect(titles('map knocking')).toEqual([])
  expect(titles(' ')).toHaveLength(2)
})

it.each([
  ['1018 W 12th Demo St', '1018', ['[1018]', ' W 12th Demo St']],
  ['1018 W 12th Demo St', 'demo 10', ['[10]', '18 W 12th ', '[Demo]', ' St']],
  ['C++ (Sample)', '++ (', ['C', '[++]', ' ', '[(]', 'Sample)']],
  ['Leads', '', ['Leads']],
])('%j with %j typed is marked as %j', (title, text, expected) => {
  expect(splitMatches(title, text).map(({ part, isMatch }) => (isMatch ? `[${part}]` : part))).toEqual(expected)
})
