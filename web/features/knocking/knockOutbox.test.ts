import { beforeEach, describe, expect, it } from 'vitest'
import { createOutbox, type PendingKnock, type SendResult } from './knockOutbox.ts'

function createMemoryStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  }
}

function pendingKnock(eventId: string): PendingKnock {
  return {
    kind: 'knock',
    eventId,
    propertyId: `house of ${eventId}`,
    address: '1031 W 11th Demo St',
    outcome: 'TALKED',
    occurredAt: '2024-02-02T21:12:00.000Z',
    statusBefore: 'NEW',
  }
}

describe('knocks that wait on the phone', () => {
  let storage: Storage
  beforeEach(() => {
    storage = createMemoryStorage()
  })

  it('survive a reload with their event ids', () => {
    createOutbox(storage, 'riley').add(pendingKnock('a'))
    expect(createOutbox(storage, 'riley').entries()).toEqual([pendingKnock('a')])
  })

  it('are each user’s own', () => {
    createOutbox(storage, 'riley').add(pendingKnock('a'))
    expect(createOutbox(storage, 'avery').entries()).toEqual([])
  })

  it('are sent oldest first, and the rest stays when one has to wait', async () => {
    const queue = createOutbox(storage, 'riley')
    for (const id of ['a', 'b', 'c']) queue.add(pendingKnock(id))
    const tried: string[] = []
    await queue.flush(async (entry): Promise<SendResult> => {
      tried.push(entry.eventId)
      return entry.eventId === 'b' ? 'later' : 'sent'
    })
    expect(tried).toEqual(['a', 'b'])
    expect(queue.entries().map((entry) => entry.eventId)).toEqual(['b', 'c'])
  })

  it('are sent again with the same event id after an answer got lost', async () => {
    const queue = createOutbox(storage, 'riley')
    queue.add(pendingKnock('a'))
    const tried: string[] = []
    const send = async (entry: { eventId: string }): Promise<SendResult> => {
      tried.push(entry.eventId)
      return tried.length === 1 ? 'later' : 'sent'
    }
    await queue.flush(send)
    await queue.flush(send)
    expect(tried).toEqual(['a', 'a'])
    expect(queue.entries()).toEqual([])
  })

  it('leave the queue when the server refuses them, and let the next one through', async () => {
    const queue = createOutbox(storage, 'riley')
    queue.add(pendingKnock('a'))
    queue.add(pendingKnock('b'))
    await queue.flush(async (entry) => (entry.eventId === 'a' ? 'refused' : 'sent'))
    expect(queue.entries()).toEqual([])
  })

  it('are not sent twice by two flushes at once', async () => {
    const queue = createOutbox(storage, 'riley')
    queue.add(pendingKnock('a'))
    let sends = 0
    const send = async (): Promise<SendResult> => {
      sends += 1
      return 'sent'
    }
    await Promise.all([queue.flush(send), queue.flush(send)])
    expect(sends).toBe(1)
  })

  it('are sent when they come in the moment after the last one went', async () => {
    const queue = createOutbox(storage, 'riley')
    const send = async (): Promise<SendResult> => 'sent'
    const ending = queue.flush(send)
    queue.add(pendingKnock('a'))
    await Promise.all([ending, queue.flush(send)])
    expect(queue.entries()).toEqual([])
  })

  it('go by the newest way of sending, since the session of an older one may have ended', async () => {
    const queue = createOutbox(storage, 'riley')
    queue.add(pendingKnock('a'))
    let refuse = (_: SendResult) => {}
    const ending = queue.flush(() => new Promise((resolve) => (refuse = resolve)))
    const flushed = queue.flush(async () => 'sent')
    refuse('later')
    await Promise.all([ending, flushed])
    expect(queue.entries()).toEqual([])
  })

  it('are told from those on their way once they were tried in vain', async () => {
    const queue = createOutbox(storage, 'riley')
    queue.add(pendingKnock('a'))
    expect([...queue.failedAttempts()]).toEqual([])
    await queue.flush(async () => 'later')
    expect([...queue.failedAttempts()]).toEqual(['a'])
  })

  it('can be cancelled while they wait, but not while they are on their way', async () => {
    const queue = createOutbox(storage, 'riley')
    queue.add(pendingKnock('a'))
    queue.add(pendingKnock('b'))
    expect(queue.cancel('b')).toBe(true)
    let cancelledInFlight: boolean | undefined
    await queue.flush(async () => {
      cancelledInFlight = queue.cancel('a')
      return 'sent'
    })
    expect(cancelledInFlight).toBe(false)
    expect(queue.cancel('a')).toBe(false)
  })

  it('keep a withdrawal behind the knock it takes back', async () => {
    const queue = createOutbox(storage, 'riley')
    queue.add(pendingKnock('a'))
    const { eventId, propertyId, address, outcome, occurredAt } = pendingKnock('a')
    queue.add({ kind: 'withdrawal', eventId, propertyId, address, outcome, occurredAt })
    const kinds: string[] = []
    await queue.flush(async (entry) => {
      kinds.push(entry.kind)
      return 'sent'
    })
    expect(kinds).toEqual(['knock', 'withdrawal'])
  })

  it('of two tabs are both kept', () => {
    const one = createOutbox(storage, 'riley')
    const other = createOutbox(storage, 'riley')
    one.add(pendingKnock('a'))
    other.add(pendingKnock('b'))
    expect(
      createOutbox(storage, 'riley')
        .entries()
        .map((entry) => entry.eventId),
    ).toEqual(['a', 'b'])
  })

  it('are none where the stored list cannot be read', () => {
    storage.setItem('porchlight.knocks.riley', '{"half')
    expect(createOutbox(storage, 'riley').entries()).toEqual([])
  })
})
