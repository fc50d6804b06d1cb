import 'fake-indexeddb/auto'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendErrorReport } from '../../lib/errorReports.ts'
import { Outbox, sharedOutbox } from './outbox.ts'
import { type OutboxSender, SendError, type SendResult } from './outboxSender.ts'
import { makerOf, type NewOutboxItem, type OutboxItem } from './outboxItems.ts'
import { outboxStore } from './outboxStore.ts'
import { withUploaded } from './syncSender.ts'

vi.mock('../../lib/errorReports.ts', () => ({ sendErrorReport: vi.fn() }))

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
  position: 7,
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
    upload: async (item) => withUploaded(item, `uploaded ${item.photos![0]!.id}`),
    onApplied: () => undefined,
    findSavedProperty: async () => undefined,
  }
  return { sender, requests }
}

const idsOf = (outbox: Outbox) => outbox.state().items.map(({ action }) => action.id)

/** A knock that cannot be sent before its property. */
function knockAt(propertyId: string, id = `knock at ${propertyId}`): NewOutboxItem {
  const knock = knockItem(id, { propertyId })
  return { ...knock, action: { ...knock.action, dependsOn: [propertyId] } }
}

const noConnection = () => Promise.reject(new SendError('unreachable', 'No connection'))

describe('the outbox', () => {
  let name: string
  let outbox: Outbox
  beforeEach(() => {
    name = uuidv7()
    outbox = new Outbox(name)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.clearAllMocks()
  })

  it('is empty until the device has read it, and is one for each name', async () => {
    await outbox.add(knockItem('a'))
    const next = new Outbox(name)
    expect(next.state()).toEqual({ items: [], direct: [], sent: [], sending: new Set(), isLoaded: false })
    await vi.waitFor(() => expect(next.state().isLoaded).toBe(true))
    expect(idsOf(next)).toEqual(['a'])
    expect(sharedOutbox(name)).toBe(sharedOutbox(name))
    expect(sharedOutbox(name)).not.toBe(sharedOutbox(uuidv7()))
  })

  it('tells of changes until nobody listens', async () => {
    const listener = vi.fn<() => void>()
    const unsubscribe = outbox.subscribe(listener)
    await outbox.add(knockItem('a'))
    expect(listener).toHaveBeenCalled()
    unsubscribe()
    listener.mockClear()
    await outbox.add(knockItem('b'))
    expect(listener).not.toHaveBeenCalled()
  })

  it.each([
    ['without a connection, because it may stay for long', false, 1],
    ['not with one', true, 0],
  ])('asks the browser to keep what is added: %s', async (_, onLine, calls) => {
    const persist = vi.fn(() => Promise.reject(new Error('Not allowed')))
    vi.stubGlobal('navigator', { onLine, storage: { persist } })
    await outbox.add(knockItem('a'))
    expect(persist).toHaveBeenCalledTimes(calls)
    expect(idsOf(outbox)).toEqual(['a'])
  })

  it.each([{ storage: {} }, {}])('works in a browser without locks, channels between tabs and %o', async (browser) => {
    vi.stubGlobal('navigator', { onLine: false, ...browser })
    const channel = Object.getOwnPropertyDescriptor(globalThis, 'BroadcastChannel')!
    Reflect.deleteProperty(globalThis, 'BroadcastChannel')
    try {
      const alone = new Outbox(uuidv7())
      const { sender, requests } = createSender()
      alone.setSender(sender)
      await alone.add(knockItem('a'))
      await alone.flush()
      expect(requests).toEqual([['a']])
      expect(alone.state().failedAt).toBeUndefined()
    } finally {
      Object.defineProperty(globalThis, 'BroadcastChannel', channel)
    }
  })

  it('says that the device could not store an item, and is empty then', async () => {
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('The disk is full', 'UnknownError')
    })
    await expect(outbox.add(knockItem('a'))).rejects.toThrow('The disk is full')
    const other = new Outbox(name)
    await vi.waitFor(() => expect(other.state()).toMatchObject({ items: [], isLoaded: true }))
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
    expect(outbox.state().failedAt).toEqual(expect.any(Number))
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

  it('shows what is in the running request', async () => {
    const { sender } = createSender()
    const seen: string[][] = []
    outbox.setSender({
      ...sender,
      send: (items) => {
        seen.push([...outbox.state().sending])
        return sender.send(items)
      },
    })
    await outbox.add(knockItem('a'), knockItem('b', { photos: [{ id: 'photo', photo: new Blob(['x']) }] }))
    await outbox.flush()
    expect(seen).toEqual([['a'], ['b']])
    expect([...outbox.state().sending]).toEqual([])
  })

  it('tells the sender what was carried out, and knows the properties by their ids', async () => {
    // The answer to the first request may have been lost.
    const { sender } = createSender((item) => ({
      ...applied(item),
      outcome: item.action.id === 'l' ? 'REPLAYED' : 'APPLIED',
    }))
    const told: unknown[] = []
    outbox.setSender({
      ...sender,
      onApplied: (items) => told.push(...items.map(({ action }) => action.id)),
    })
    const newProperty = { id: 'of-lead', address: '1024 W 12th Demo St', lat: 39.77, lng: -86.16 }
    const lead: NewOutboxItem = {
      action: { id: 'l', kind: 'LEAD', occurredAt: at, lead: { newProperty, tag: 'STORM' } },
      propertyId: 'of-lead',
      title: newProperty.address,
    }
    await outbox.add(propertyItem('p'), lead, knockAt('p', 'k'))
    await outbox.flush()
    expect(told).toEqual(['p', 'l', 'k'])
    expect(['p', 'of-lead', 'k'].map((id) => outbox.savedPropertyId(id))).toEqual(['p', 'of-lead', undefined])
  })

  it('takes an answer that leaves out an item for a failure of the server', async () => {
    const { sender } = createSender()
    outbox.setSender({ ...sender, send: async (items) => (await sender.send(items)).filter(({ id }) => id !== 'b') })
    await outbox.add(knockItem('a'), knockItem('b'))
    for (let attempt = 1; attempt <= 2; attempt++) {
      await outbox.flush()
      expect(outbox.state().items).toMatchObject([
        { action: { id: 'b' }, serverFailures: attempt, lastError: 'The answer is incomplete.', refusal: undefined },
      ])
      expect(outbox.state().failedAt).toEqual(expect.any(Number))
    }
    await outbox.flush()
    const refusal = { code: 'INTERNAL', message: 'The answer is incomplete.' }
    expect(outbox.state()).toMatchObject({ items: [{ action: { id: 'b' }, refusal }], failedAt: undefined })
  })

  it('goes on with the others when the item at which the server fails was discarded meanwhile', async () => {
    const { sender, requests } = createSender()
    outbox.setSender({
      ...sender,
      send: async (items) => {
        if (!items.some(({ action }) => action.id === 'a')) return sender.send(items)
        if (items.length === 1) await outbox.discard('a')
        throw new SendError('server', 'Something went wrong')
      },
    })
    await outbox.add(knockItem('a'), knockItem('b'))
    await outbox.flush()
    expect(requests).toEqual([['b']])
  })

  it('gives a reason for what the server refuses without one', async () => {
    const { sender } = createSender((item) => ({ ...refused(item), code: null, message: null }))
    outbox.setSender(sender)
    await outbox.add(knockItem('a'))
    await outbox.flush()
    expect(outbox.state().items).toMatchObject([{ refusal: { code: 'INTERNAL', message: 'The server refused it.' } }])
  })

  it('shows the refusal of an item itself, also if what it depends on was refused', async () => {
    const codes: Record<string, string> = { p: 'NOT_FOUND', k: 'BAD_USER_INPUT', lost: 'DEPENDENCY_REFUSED' }
    outbox.setSender(createSender((item) => refused(item, codes[item.action.id])).sender)
    const lost = knockAt('what the server never got', 'lost')
    await outbox.add(propertyItem('p'), knockAt('p', 'k'), lost)
    await outbox.flush()
    expect(outbox.state().items.map(({ refusal }) => refusal?.code)).toEqual(Object.values(codes))
  })

  it('changes only what is sent again', async () => {
    let isRefused = true
    const { sender, requests } = createSender((item) => (isRefused ? refused(item) : applied(item)))
    outbox.setSender(sender)
    await outbox.add(knockItem('a'), knockItem('b'))
    await outbox.flush()
    isRefused = false
    await outbox.retry('b')
    expect(requests).toEqual([['a', 'b'], ['b']])
    expect(outbox.state().items).toMatchObject([{ action: { id: 'a' }, refusal: { code: 'NOT_FOUND' } }])
  })

  describe('a change of an item', () => {
    const withTitle = (item: OutboxItem) => ({ ...item, title: 'changed' })
    const titles = () => outbox.state().items.map(({ title }) => title)

    it('is made until it was in a request', async () => {
      await outbox.add(knockItem('a'), knockItem('b'))
      expect(await outbox.amend('b', withTitle)).toBe(true)
      expect(titles()).toEqual(['1018 W 12th Demo St', 'changed'])
      expect(await outbox.amend('c', withTitle)).toBe(false)
      expect(titles()).toEqual(['1018 W 12th Demo St', 'changed'])
    })

    it('is not made if the server may have it', async () => {
      outbox.setSender({ ...createSender().sender, send: noConnection })
      await outbox.add(knockItem('a'))
      await outbox.flush()
      expect(await outbox.amend('a', withTitle)).toBe(false)
      expect(titles()).toEqual(['1018 W 12th Demo St'])
    })
  })

  describe('the sending', () => {
    it('is tried again after twice as long each time, from two seconds to a minute', async () => {
      const { sender } = createSender()
      const waits: number[] = []
      const waitAfterFailure = async () => {
        await outbox.flush()
        const { failedAt, retryAt } = outbox.state()
        return retryAt! - failedAt!
      }
      outbox.setSender({ ...sender, send: noConnection })
      await outbox.add(knockItem('a'))
      for (let attempt = 0; attempt < 7; attempt++) waits.push(await waitAfterFailure())
      expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
      outbox.setSender(sender)
      await outbox.flush()
      expect(outbox.state()).toMatchObject({ items: [], failedAt: undefined, retryAt: undefined })
      outbox.setSender({ ...sender, send: noConnection })
      await outbox.add(knockItem('b'))
      expect(await waitAfterFailure()).toBe(2_000)
    })

    it('waits after a failure even if it was asked for meanwhile', async () => {
      const send = vi.fn(() => {
        void outbox.flush()
        return noConnection()
      })
      outbox.setSender({ ...createSender().sender, send })
      await outbox.add(knockItem('a'))
      await outbox.flush()
      expect(send).toHaveBeenCalledOnce()
    })

    it('begins again if it was asked for just before it ended', async () => {
      const { sender, requests } = createSender()
      let isFirst = true
      const request = async (_name: string, work: () => Promise<void>) => {
        await work()
        if (!isFirst) return
        isFirst = false
        await outbox.add(knockItem('b'))
        void outbox.flush()
      }
      vi.stubGlobal('navigator', { onLine: true, locks: { request } })
      outbox.setSender(sender)
      await outbox.add(knockItem('a'))
      await outbox.flush()
      expect(requests).toEqual([['a'], ['b']])
    })

    it('of one tab at a time: the others wait, and find nothing left', async () => {
      const [other, otherUser] = [new Outbox(name), new Outbox(uuidv7())]
      const [inOther, ofOtherUser] = [createSender(), createSender()]
      otherUser.setSender(ofOtherUser.sender)
      await outbox.add(knockItem('a'))
      await otherUser.add(knockItem('z'))
      const { sender, requests } = createSender()
      let flushed: Promise<void> | undefined
      outbox.setSender({
        ...sender,
        send: async (items) => {
          // A tab without a sender has nothing to wait for.
          await other.flush()
          await otherUser.flush()
          other.setSender(inOther.sender)
          flushed = other.flush()
          return sender.send(items)
        },
      })
      await outbox.flush()
      await flushed
      expect([requests, inOther.requests, ofOtherUser.requests]).toEqual([[['a']], [], [['z']]])
    })

    it('ends when the sender is removed, as at the end of the session', async () => {
      const { sender, requests } = createSender()
      outbox.setSender({
        ...sender,
        send: (items) => {
          outbox.setSender(undefined)
          return sender.send(items)
        },
      })
      await outbox.add(knockItem('a'), knockItem('b', { photos: [{ id: 'photo', photo: new Blob(['x']) }] }))
      await outbox.flush()
      expect(requests).toEqual([['a']])
      expect(idsOf(outbox)).toEqual(['b'])
      expect(outbox.state().failedAt).toBeUndefined()
    })

    it('has no request for what was discarded just before', async () => {
      const { sender, requests } = createSender()
      vi.stubGlobal('navigator', { onLine: true })
      outbox.setSender(sender)
      await outbox.add(knockItem('a'))
      await Promise.all([outbox.flush(), outbox.discard('a')])
      expect(requests).toEqual([])
      expect(idsOf(outbox)).toEqual([])
    })

    it.each<[string, (error: Error) => void]>([
      [
        'the storage of the device',
        (error) =>
          vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
            throw error
          }),
      ],
      ['the sender', (error) => outbox.setSender({ ...createSender().sender, send: () => Promise.reject(error) })],
    ])('is tried again after a fault of %s, which is reported', async (_, breakWith) => {
      const error = new TypeError('Broken')
      const log = vi.spyOn(console, 'error').mockReturnValue()
      outbox.setSender(createSender().sender)
      await outbox.add(knockItem('a'))
      breakWith(error)
      await outbox.flush()
      expect(log).toHaveBeenCalledWith(error)
      expect(sendErrorReport).toHaveBeenCalledWith(error)
      expect(idsOf(outbox)).toEqual(['a'])
      expect(outbox.state().failedAt).toEqual(expect.any(Number))
      const { sender, requests } = createSender()
      outbox.setSender(sender)
      await outbox.flush()
      expect(requests).toEqual([['a']])
    })
  })

  describe('a property that the server refuses', () => {
    const findSavedProperty = vi.fn<OutboxSender['findSavedProperty']>()
    const refuse = (code: string) =>
      outbox.setSender({ ...createSender((item) => refused(item, code)).sender, findSavedProperty })

    it.each([undefined, 'p'])('as a conflict stays if nobody else saved it: %s', async (saved) => {
      findSavedProperty.mockResolvedValue(saved)
      refuse('CONFLICT')
      await outbox.add(propertyItem('p'))
      await outbox.flush()
      expect(outbox.state().items).toMatchObject([{ action: { id: 'p' }, refusal: { code: 'CONFLICT' } }])
      expect(outbox.savedPropertyId('p')).toBeUndefined()
    })

    it('for another reason stays, and so does what saves no property', async () => {
      findSavedProperty.mockResolvedValue('theirs')
      refuse('FORBIDDEN')
      await outbox.add(propertyItem('p'))
      await outbox.flush()
      refuse('CONFLICT')
      const lead = { propertyId: 'q', tag: 'STORM' as const }
      await outbox.add(knockItem('k'), {
        ...knockItem('l', { propertyId: 'q' }),
        action: { id: 'l', kind: 'LEAD', occurredAt: at, lead },
      })
      await outbox.flush()
      expect(outbox.state().items.map(({ refusal }) => refusal?.code)).toEqual(['FORBIDDEN', 'CONFLICT', 'CONFLICT'])
      expect(findSavedProperty).not.toHaveBeenCalled()
    })

    it('moves only what belongs to it', async () => {
      refuse('NOT_FOUND')
      await outbox.add(propertyItem('other'), knockItem('there', { propertyId: 'elsewhere' }))
      await outbox.flush()
      const { sender } = createSender((item) => (item.action.id === 'p' ? refused(item, 'CONFLICT') : applied(item)))
      outbox.setSender({ ...sender, findSavedProperty: async () => 'theirs' })
      await outbox.add(propertyItem('p'))
      await outbox.flush()
      expect(outbox.state().items.map(({ action, refusal }) => [action.id, refusal?.code])).toEqual([
        ['other', 'NOT_FOUND'],
        ['there', 'NOT_FOUND'],
      ])
    })
  })

  describe('undo', () => {
    it('removes a knock that was never sent, with the property that was saved for it', async () => {
      const knock = knockItem('k', { propertyId: 'p' })
      await outbox.add(propertyItem('p', 'k'), { ...knock, action: { ...knock.action, dependsOn: ['p'] } })
      expect(await outbox.cancel('k')).toBe(true)
      expect(idsOf(outbox)).toEqual([])
    })

    it('removes a knock alone, and nothing that is gone', async () => {
      await outbox.add(knockItem('a'), knockItem('k'), withdrawalItem('sent before'))
      expect(await outbox.cancel('k')).toBe(true)
      expect(await outbox.cancel('k')).toBe(false)
      expect(await outbox.cancel('sent before')).toBe(false)
      expect(idsOf(outbox)).toEqual(['a', 'withdrawal of sent before'])
    })

    it('leaves a knock that the server may have, with what was done since', async () => {
      outbox.setSender({ ...createSender().sender, send: noConnection })
      await outbox.add(knockItem('k'))
      await outbox.flush()
      await outbox.add(withdrawalItem('k'))
      expect(await outbox.cancel('k')).toBe(false)
      expect(idsOf(outbox)).toEqual(['k', 'withdrawal of k'])
    })

    it('of a knock while it is being sent is sent after it', async () => {
      const { sender, requests } = createSender()
      outbox.setSender({
        ...sender,
        send: async (items) => {
          if (requests.length === 0) await outbox.add(withdrawalItem('k'))
          return sender.send(items)
        },
      })
      await outbox.add(knockItem('k'))
      await outbox.flush()
      expect(requests).toEqual([['k'], ['withdrawal of k']])
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
    const photos = [{ id: 'photo', photo: new Blob(['x']) }]
    await outbox.add(knockItem('a', { propertyId: 'p', photos }), knockItem('b', { propertyId: 'p' }), knockItem('c'))
    await outbox.flush()
    expect(requests).toEqual([['c'], ['a', 'b']])
  })

  it('sends a knock with the ids of its photos, and uploads none again that the server has', async () => {
    const { sender, requests } = createSender()
    const uploads: string[] = []
    let lost = true
    outbox.setSender({
      ...sender,
      upload: async (item) => {
        const { id } = item.photos![0]!
        uploads.push(id)
        return id === 'second' && lost ? noConnection() : sender.upload(item)
      },
    })
    const photoOf = (id: string) => ({ id, photo: new Blob([id]) })
    const { action } = knockItem('a')
    await outbox.add(knockItem('a', { photos: ['first', 'second', 'third'].map(photoOf) }))
    await outbox.flush()
    const [waiting] = outbox.state().items
    expect(waiting!.photos!.map(({ id }) => id)).toEqual(['second', 'third'])
    expect([waiting!.action.knock, requests]).toEqual([{ ...action.knock, photoIds: ['uploaded first'] }, []])
    lost = false
    await outbox.flush()
    expect([uploads, requests]).toEqual([['first', 'second', 'second', 'third'], [['a']]])
    const [sent] = outbox.state().sent
    const photoIds = ['uploaded first', 'uploaded second', 'uploaded third']
    expect([sent!.action.knock, sent!.photos]).toEqual([{ ...action.knock, photoIds }, undefined])
  })

  it('sends the one photo of a knock that an earlier release stored', async () => {
    const { sender, requests } = createSender()
    const photo = new Blob(['x'])
    await outbox.add({ ...knockItem('a'), photo } as NewOutboxItem)
    expect(outbox.state().items.map(({ photos }) => photos)).toEqual([[{ id: 'a', photo: expect.any(Blob) }]])
    outbox.setSender(sender)
    await outbox.flush()
    expect(requests).toEqual([['a']])
    expect(outbox.state().sent.map(({ action }) => action.knock!.photoIds)).toEqual([['uploaded a']])
  })

  it('keeps a knock whose photo the server refuses', async () => {
    const refusal = { code: 'BAD_USER_INPUT', message: 'The photo is not a picture.' }
    outbox.setSender({ ...createSender().sender, upload: async () => ({ refusal }) })
    await outbox.add(knockItem('a', { photos: [{ id: 'photo', photo: new Blob(['x']) }] }))
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
