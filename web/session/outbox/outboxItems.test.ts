import { describe, expect, it } from 'vitest'
import {
  blockedIds,
  dependenciesOf,
  makerOf,
  nextBatch,
  type OutboxAction,
  type OutboxItem,
  withDependents,
  withMadeFor,
  withoutMadeFor,
  withPropertyId,
} from './outboxItems.ts'

const occurredAt = '2026-11-18T20:14:00.000Z'
const place = { address: '1024 W 12th Demo St', lat: 39.77, lng: -86.16 }

function itemOf(action: Partial<OutboxAction> & { id: string }, rest: Partial<OutboxItem> = {}): OutboxItem {
  const about = { title: place.address, outboxName: 'riley', attempts: 0, serverFailures: 0, seq: 1 }
  return { ...about, action: { kind: 'STATUS', occurredAt, ...action }, ...rest }
}

const idsOf = (items: readonly OutboxItem[]) => items.map(({ action }) => action.id)

describe('what an action depends on', () => {
  const property = itemOf({ id: 'p', kind: 'PROPERTY', property: { id: 'p', ...place } })
  const lead = itemOf({ id: 'l', kind: 'LEAD', lead: { newProperty: { id: 'of-lead', ...place }, tag: 'GUTTER' } })
  const leadThere = itemOf({ id: 'other', kind: 'LEAD', lead: { propertyId: 'p', tag: 'GUTTER' } })

  it('is nothing unless it says so', () => {
    expect(dependenciesOf(lead)).toEqual([])
  })

  it.each([
    ['its own id', 'l', 'l'],
    ['a property', 'p', 'p'],
    ['a property that is saved with a lead', 'of-lead', 'l'],
    ['what the server has', 'elsewhere', undefined],
  ])('is found by %s', (_, id, maker) => {
    expect(makerOf([leadThere, property, lead], id)).toBe(maker)
  })

  it('is followed over any number of steps, and nothing else belongs to it', () => {
    const items = [
      itemOf({ id: 'unrelated' }),
      property,
      itemOf({ id: 'of unrelated', dependsOn: ['unrelated'] }),
      itemOf({ id: 'knock', dependsOn: ['elsewhere', 'p'] }),
      itemOf({ id: 'withdrawal', dependsOn: ['knock'] }),
    ]
    expect(idsOf(withDependents(items, 'p'))).toEqual(['p', 'knock', 'withdrawal'])
    expect(idsOf(withDependents(items, 'elsewhere'))).toEqual(['knock', 'withdrawal'])
    const refusal = { code: 'NOT_FOUND', message: 'Property not found' }
    const refused = items.map((item) => (item === property ? { ...item, refusal } : item))
    expect([...blockedIds(refused)]).toEqual(['p', 'knock', 'withdrawal'])
  })
})

describe('the next request', () => {
  const photos = [{ id: 'photo', photo: new Blob(['x']) }]

  it('has one photo, after everything that does not wait for it', () => {
    const first = itemOf({ id: 'first' }, { photos, propertyId: 'a' })
    const second = itemOf({ id: 'second' }, { photos, propertyId: 'b' })
    const note = itemOf({ id: 'note' }, { propertyId: 'b' })
    expect(idsOf(nextBatch([first, note, second], 200))).toEqual(['note'])
    expect(idsOf(nextBatch([first, second, note], 200))).toEqual(['first'])
  })

  it('has what belongs to no property unless it depends on something that waits', () => {
    const items = [
      itemOf({ id: 'with photo' }, { photos, propertyId: 'a' }),
      itemOf({ id: 'follow-up', dependsOn: ['with photo'] }),
      itemOf({ id: 'of the follow-up', dependsOn: ['follow-up'] }),
      itemOf({ id: 'session' }),
    ]
    expect(idsOf(nextBatch(items, 200))).toEqual(['session'])
  })

  it('is full with 500,000 bytes, and not before', () => {
    const bytesOf = (item: OutboxItem) => JSON.stringify(item.action).length
    const noteOf = (id: string, text: string) => itemOf({ id, kind: 'NOTE', note: { propertyId: 'p', text } })
    const first = noteOf('first', 'x'.repeat(300_000))
    const rest = 500_000 - bytesOf(first) - bytesOf(noteOf('second', ''))
    expect(idsOf(nextBatch([first, noteOf('second', 'x'.repeat(rest))], 200))).toEqual(['first', 'second'])
    expect(idsOf(nextBatch([first, noteOf('second', 'x'.repeat(rest + 1))], 200))).toEqual(['first'])
  })
})

describe('what was done at a property that somebody else had saved', () => {
  const move = (action: Partial<OutboxAction>) =>
    withPropertyId(itemOf({ id: 'x', dependsOn: ['p', 'q'], ...action }, { propertyId: 'p' }), 'p', 'theirs')
  const moved = { id: 'x', occurredAt, dependsOn: ['q'] }

  it.each<[string, Partial<OutboxAction>, Partial<OutboxAction>]>([
    [
      'a knock',
      { kind: 'KNOCK', knock: { propertyId: 'p', outcome: 'TALKED', note: 'hello' } },
      { kind: 'KNOCK', knock: { propertyId: 'theirs', outcome: 'TALKED', note: 'hello' } },
    ],
    [
      'a lead, which saves nothing then',
      { kind: 'LEAD', lead: { newProperty: { id: 'p', ...place }, tag: 'GUTTER' } },
      { kind: 'LEAD', lead: { propertyId: 'theirs', newProperty: undefined, tag: 'GUTTER' } },
    ],
    [
      'a note',
      { kind: 'NOTE', note: { propertyId: 'p', text: 'Call first' } },
      { kind: 'NOTE', note: { propertyId: 'theirs', text: 'Call first' } },
    ],
    [
      'a language',
      { kind: 'LANGUAGE', language: { propertyId: 'p', language: 'es' } },
      { kind: 'LANGUAGE', language: { propertyId: 'theirs', language: 'es' } },
    ],
    [
      'an edit',
      { kind: 'PROPERTY_EDIT', propertyEdit: { propertyId: 'p', notes: 'Gate' } },
      { kind: 'PROPERTY_EDIT', propertyEdit: { propertyId: 'theirs', notes: 'Gate' } },
    ],
    ['anything else', { kind: 'WITHDRAWAL' }, { kind: 'WITHDRAWAL' }],
  ])('goes there with its other dependencies: %s', (_, action, expected) => {
    expect(move(action)).toEqual({
      ...itemOf({ id: 'x' }, { propertyId: 'theirs' }),
      action: { ...moved, ...expected },
    })
  })

  it('leaves what belongs to other properties', () => {
    const item = itemOf({ id: 'x', dependsOn: ['p'] }, { propertyId: 'q' })
    expect(withPropertyId(item, 'p', 'theirs')).toBe(item)
  })
})

it('a house that is saved for its knock waits as one thing with it', () => {
  const property = itemOf({ id: 'p' }, { madeFor: 'k' })
  const [knock, note] = [itemOf({ id: 'k', dependsOn: ['p'] }), itemOf({ id: 'n' })]
  expect(idsOf(withoutMadeFor([property, knock, note]))).toEqual(['k', 'n'])
  expect(idsOf(withoutMadeFor([property, note]))).toEqual(['p', 'n'])
})

describe('cancelling a knock', () => {
  const knock = itemOf({ id: 'k', dependsOn: ['p'] })
  const property = itemOf({ id: 'p' }, { madeFor: 'k' })
  const cancelled = (...others: OutboxItem[]) => idsOf(withMadeFor([...others, knock], [knock], 'k'))

  it('cancels the property that was saved for it', () => {
    expect(cancelled(property)).toEqual(['k', 'p'])
    expect(cancelled(property, itemOf({ id: 'unrelated' }))).toEqual(['k', 'p'])
  })

  it.each([
    ['was saved for another knock', [itemOf({ id: 'p' }, { madeFor: 'another' })]],
    ['was saved by itself', [itemOf({ id: 'p' })]],
    ['may be on the server', [itemOf({ id: 'p' }, { madeFor: 'k', attempts: 1 })]],
    ['has something else', [property, itemOf({ id: 'note', dependsOn: ['p'] }), itemOf({ id: 'unrelated' })]],
  ])('leaves a property that %s', (_, others) => {
    expect(cancelled(...others)).toEqual(['k'])
  })
})
