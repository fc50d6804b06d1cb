import 'fake-indexeddb/auto'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { Outbox } from './outbox.ts'
import { type OutboxSender, SendError, type SendResult } from './outboxSender.ts'
import { makerOf, type NewOutboxItem, type OutboxItem } from './outboxItems.ts'
import { outboxStore } from './outboxStore.ts'

const at = '2026-11-18T20:14:00.000Z'

function knockItem(id: string, { propertyId = `house of ${id}`, ...rest }: Partial<NewOutboxItem> = {}): NewOutboxItem {
  return {
    action: { id, kind: 'KNOCK', occurredAt: at, knock: { propertyId, outcome: 'TALKED', eventId: id } },
    propertyId,
    title: '1018 W 12th Demo St',
    ...rest,
  }
}

const withdrawalItem = (knockId: string, id = `withdrawal of ${knockId}`): NewOutboxItem => ({
  action: { id, kind: 'WITHDRAWAL', occurredAt: at, dependsOn: [knockId], withdrawal: { knockId } },
  propertyId: `house of ${knockId}`,
  title: '1018 W 12th Demo St',
})

const propertyItem = (id: string, madeFor?: string): NewOutboxItem => ({
  action: {
    id,
    kind: 'PROPERTY',
    occurredAt: at,
    property: { id, address: '1024 W 12th Demo St', lat: 39.77, lng: -86.16 },
  },
  propertyId: id,
  title: '1024 W 12th Demo St',
  madeFor,
})

const applied = (item: OutboxItem): SendResult => ({
  id: item.action.id,
  outcome: 'APPLIED',
  code: null,
  message: null,
  status: null,
})
const refused = (item: OutboxItem, code = 'NOT_FOUND'): SendResult => ({
  ...applied(item),
  outcome: 'REFUSED',
  code,
  message: 'Property not found',
})

/** A sender that notes what it was given, and answers with `answer`. */
function createSender(answer: (item: OutboxItem) => SendResult = applied) {
  const requests: string[][] = []
  const sender: OutboxSender = {
    send: async (items) => {
      requests.push(items.map(({ action }) => action.id))
      return items.map((item) => answer(item))
    },
    upload: async () => 'photo 1',
    onApplied: () => undefined,
    findSavedProperty: async () => undefined,
  }
  return { sender, requests }
}

const idsOf = (outbox: Outbox) => outbox.state().items.map(({ action }) => action.id)

describe('the outbox', () => {
  let name: string
  let outbox: Outbox
  beforeEach(() => {
    name = uuidv7()
    outbox = new Outbox(name)
  })

  it('survives a restart in the order of making, separately for each user', async () => {
    await outbox.add(knockItem('a'), knockItem('b'))
    await outbox.add(knockItem('c'))
    expect((await outboxStore(name).read()).map(({ action }) => action.id)).toEqual(['a', 'b', 'c'])
    expect(await outboxStore('somebody else').read()).toEqual([])
  })

  it('sends everything in one request and keeps nothing of what was carried out', async () => {
    const { sender, requests } = createSender()
    outbox.setSender(sender)
    await outbox.add(knockItem('a'), knockItem('b'))
    await outbox.flush()
    expect(requests).toEqual([['a', 'b']])
    expect(idsOf(outbox)).toEqual([])
    expect(outbox.state().failedAt).toBeUndefined()
  })

  it('sends at most 200 actions in a request', async () => {
    const { sender, requests } = createSender()
    outbox.setSender(sender)
    await outbox.add(...Array.from({ length: 450 }, (_, index) => knockItem(`k${index}`)))
    await outbox.flush()
    expect(requests.map(({ length }) => length)).toEqual([200, 200, 50])
  })

  it('sends no more than about half of what the server takes in a request', async () => {
    const { sender, requests } = createSender()
    const noteItem = (id: string, text: string): NewOutboxItem => ({
      action: { id, kind: 'NOTE', occurredAt: at, note: { propertyId: 'p', text } },
      title: '1018 W 12th Demo St',
    })
    outbox.setSender(sender)
    // 10,000 characters of three bytes each, and one item that is too large by itself.
    await outbox.add(...Array.from({ length: 40 }, (_, index) => noteItem(`n${index}`, '屋'.repeat(10_000))))
    await outbox.add(noteItem('large', 'x'.repeat(600_000)), noteItem('last', 'x'))
    await outbox.flush()
    expect(requests.map(({ length }) => length)).toEqual([16, 16, 8, 1, 1])
    expect(requests.flat()).toHaveLength(42)
  })

  it('keeps everything in order without a connection', async () => {
    const { sender } = createSender()
    outbox.setSender({ ...sender, send: () => Promise.reject(new SendError('unreachable', 'No connection')) })
    await outbox.add(knockItem('a'), knockItem('b'))
    await outbox.flush()
    expect(idsOf(outbox)).toEqual(['a', 'b'])
    expect(outbox.state().items.map(({ lastError, attempts }) => [lastError, attempts])).toEqual([
      ['No connection', 1],
      ['No connection', 1],
    ])
    expect(outbox.state().failedAt).toBeDefined()
  })

  it('keeps what the server refuses with its reason, and lets the others pass', async () => {
    const { sender, requests } = createSender((item) => (item.action.id === 'b' ? refused(item) : applied(item)))
    outbox.setSender(sender)
    await outbox.add(knockItem('a'), knockItem('b'), knockItem('c'))
    await outbox.flush()
    expect(outbox.state().items).toMatchObject([
      { action: { id: 'b' }, refusal: { code: 'NOT_FOUND', message: 'Property not found' } },
    ])
    await outbox.flush()
    expect(requests).toEqual([['a', 'b', 'c']])
  })

  it('sends a refused item again after an edit', async () => {
    const { sender, requests } = createSender((item) => (item.propertyId === 'fixed' ? applied(item) : refused(item)))
    outbox.setSender(sender)
    await outbox.add(knockItem('a'))
    await outbox.flush()
    await outbox.retry('a', (item) => ({ ...item, propertyId: 'fixed' }))
    expect(requests).toEqual([['a'], ['a']])
    expect(idsOf(outbox)).toEqual([])
  })

  it('holds what depends on a refused item, and discards both together', async () => {
    const { sender, requests } = createSender((item) =>
      item.action.kind === 'PROPERTY' ? refused(item) : refused(item, 'DEPENDENCY_REFUSED'),
    )
    outbox.setSender(sender)
    const knock = knockItem('k', { propertyId: 'p' })
    await outbox.add(propertyItem('p'), { ...knock, action: { ...knock.action, dependsOn: ['p'] } })
    await outbox.flush()
    await outbox.flush()
    expect(requests).toEqual([['p', 'k']])
    expect(outbox.state().items.map(({ refusal }) => refusal?.code)).toEqual(['NOT_FOUND', undefined])
    await outbox.discard('p')
    expect(idsOf(outbox)).toEqual([])
  })

  it('moves what belongs to a property that somebody else saved to theirs', async () => {
    const seen: unknown[] = []
    const { sender } = createSender((item) => {
      seen.push(item.action.knock?.propertyId)
      if (item.action.kind === 'PROPERTY') return refused(item, 'CONFLICT')
      return item.action.dependsOn?.includes('p') ? refused(item, 'DEPENDENCY_REFUSED') : applied(item)
    })
    outbox.setSender({ ...sender, findSavedProperty: async () => 'theirs' })
    const knock = knockItem('k', { propertyId: 'p' })
    await outbox.add(propertyItem('p'), { ...knock, action: { ...knock.action, dependsOn: ['p'] } })
    await outbox.flush()
    expect(idsOf(outbox)).toEqual([])
    expect(seen.at(-1)).toBe('theirs')
    expect(outbox.savedPropertyId('p')).toBe('theirs')
  })

  it('moves a lead with what depends on it too, also if the connection is lost meanwhile', async () => {
    const { sender, requests } = createSender((item) => {
      if (item.action.lead?.newProperty) return refused(item, 'CONFLICT')
      return item.action.knock?.propertyId === 'p' ? refused(item, 'DEPENDENCY_REFUSED') : applied(item)
    })
    let attempts = 0
    outbox.setSender({
      ...sender,
      findSavedProperty: async () => {
        if ((attempts += 1) === 1) throw new SendError('unreachable', 'No connection')
        return 'theirs'
      },
    })
    const newProperty = { id: 'p', address: '1024 W 12th Demo St', lat: 39.77, lng: -86.16 }
    const lead: NewOutboxItem = {
      action: { id: 'l', kind: 'LEAD', occurredAt: at, lead: { newProperty, tag: 'STORM' } },
      propertyId: 'p',
      title: newProperty.address,
    }
    const knock = knockItem('k', { propertyId: 'p' })
    await outbox.add(lead)
    expect(makerOf(outbox.state().items, 'p')).toBe('l')
    await outbox.add({ ...knock, action: { ...knock.action, dependsOn: ['l'] } })
    await outbox.flush()
    expect(outbox.state().items.map(({ refusal, lastError }) => refusal ?? lastError)).toEqual([
      ...['No connection', 'No connection'],
    ])
    await outbox.flush()
    expect(idsOf(outbox)).toEqual([])
    expect(requests).toEqual([
      ['l', 'k'],
      ['l', 'k'],
      ['l', 'k'],
    ])
  })

  it('moves an item aside at which the server fails three times, and sends the others', async () => {
    const { sender } = createSender()
    const sent: string[] = []
    outbox.setSender({
      ...sender,
      send: async (items) => {
        if (items.some(({ action }) => action.id === 'k5')) throw new SendError('server', 'Something went wrong')
        sent.push(...items.map(({ action }) => action.id))
        return items.map(applied)
      },
    })
    await outbox.add(...Array.from({ length: 9 }, (_, index) => knockItem(`k${index}`)))
    for (let attempt = 0; attempt < 3; attempt++) await outbox.flush()
    expect(sent).toEqual(['k0', 'k1', 'k2', 'k3', 'k4', 'k6', 'k7', 'k8'])
    expect(outbox.state().items).toMatchObject([{ action: { id: 'k5' }, refusal: { code: 'INTERNAL' } }])
  })

  describe('undo', () => {
    it('removes a knock that was never sent, with the property that was saved for it', async () => {
      const knock = knockItem('k', { propertyId: 'p' })
      await outbox.add(propertyItem('p', 'k'), { ...knock, action: { ...knock.action, dependsOn: ['p'] } })
      expect(await outbox.cancel('k')).toBe(true)
      expect(idsOf(outbox)).toEqual([])
    })

    it('leaves a knock whose request got no answer', async () => {
      outbox.setSender({ ...createSender().sender, send: () => Promise.reject(new SendError('unreachable', 'Lost')) })
      await outbox.add(knockItem('k'))
      await outbox.flush()
      expect(await outbox.cancel('k')).toBe(false)
      await outbox.add(withdrawalItem('k'))
      const { sender, requests } = createSender()
      outbox.setSender(sender)
      await outbox.flush()
      expect(requests).toEqual([['k', 'withdrawal of k']])
    })

    it('leaves nothing to repair of a knock that was refused and withdrawn', async () => {
      const { sender } = createSender((item) =>
        item.action.kind === 'KNOCK' ? refused(item) : refused(item, 'DEPENDENCY_REFUSED'),
      )
      outbox.setSender(sender)
      await outbox.add(knockItem('k'), withdrawalItem('k'))
      await outbox.flush()
      expect(idsOf(outbox)).toEqual([])
    })
  })

  it('uploads photos after everything else, and keeps the order at their property', async () => {
    const { sender, requests } = createSender()
    outbox.setSender(sender)
    const photo = new Blob(['x'])
    await outbox.add(knockItem('a', { propertyId: 'p', photo }), knockItem('b', { propertyId: 'p' }), knockItem('c'))
    await outbox.flush()
    expect(requests).toEqual([['c'], ['a', 'b']])
  })

  it('keeps a knock whose photo the server refuses', async () => {
    const refusal = { code: 'BAD_USER_INPUT', message: 'The photo is not a picture.' }
    outbox.setSender({ ...createSender().sender, upload: async () => refusal })
    await outbox.add(knockItem('a', { photo: new Blob(['x']) }))
    await outbox.flush()
    expect(outbox.state().items).toMatchObject([{ action: { id: 'a' }, refusal }])
  })

  it('shows in one tab what another one adds', async () => {
    const other = new Outbox(name)
    const shown = new Promise<void>((resolve) => {
      other.subscribe(() => idsOf(other).includes('a') && resolve())
    })
    await outbox.add(knockItem('a'))
    await shown
  })
})
