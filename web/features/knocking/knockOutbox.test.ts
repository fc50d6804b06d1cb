import { beforeEach, describe, expect, it } from 'vitest'
import { createOutbox, type PendingKnock, type SendResult } from './knockOutbox.ts'

function createMemoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  }
}

function pendingKnock(eventId: string): PendingKnock {
  return {
    kind: 'knock',
    eventId,
    propertyId: `property of ${eventId}`,
    address: '1031 W 11th Demo St',
    outcome: 'TALKED',
    occurredAt: '2024-02-02T21:12:00.000Z',
    statusBefore: 'NEW',
  }
}

describe('the knock outbox', () => {
  let storage: Storage
  beforeEach(() => {
    storage = createMemoryStorage()
  })

  it('survives a reload with its event ids', () => {
    createOutbox(storage, 'riley').add(pendingKnock('a'))
    expect(createOutbox(storage, 'riley').entries()).toEqual([pendingKnock('a')])
  })

  it('is separate for each user', () => {
    createOutbox(storage, 'riley').add(pendingKnock('a'))
    expect(createOutbox(storage, 'avery').entries()).toEqual([])
  })

  it('sends oldest first, and keeps the rest if one fails', async () => {
    const outbox = createOutbox(storage, 'riley')
    for (const id of ['a', 'b', 'c']) outbox.add(pendingKnock(id))
    const attempted: string[] = []
    await outbox.flush(async (entry): Promise<SendResult> => {
      attempted.push(entry.eventId)
      return entry.eventId === 'b' ? 'retry' : 'sent'
    })
    expect(attempted).toEqual(['a', 'b'])
    expect(outbox.entries().map((entry) => entry.eventId)).toEqual(['b', 'c'])
  })

  it('retries with the same event id after a lost response', async () => {
    const outbox = createOutbox(storage, 'riley')
    outbox.add(pendingKnock('a'))
    const attempted: string[] = []
    const send = async (entry: { eventId: string }): Promise<SendResult> => {
      attempted.push(entry.eventId)
      return attempted.length === 1 ? 'retry' : 'sent'
    }
    await outbox.flush(send)
    await outbox.flush(send)
    expect(attempted).toEqual(['a', 'a'])
    expect(outbox.entries()).toEqual([])
  })

  it('removes an entry that the server rejects, and sends the next one', async () => {
    const outbox = createOutbox(storage, 'riley')
    outbox.add(pendingKnock('a'))
    outbox.add(pendingKnock('b'))
    await outbox.flush(async (entry) => (entry.eventId === 'a' ? 'rejected' : 'sent'))
    expect(outbox.entries()).toEqual([])
  })

  it('does not send an entry twice in concurrent flushes', async () => {
    const outbox = createOutbox(storage, 'riley')
    outbox.add(pendingKnock('a'))
    let sends = 0
    const send = async (): Promise<SendResult> => {
      sends += 1
      return 'sent'
    }
    await Promise.all([outbox.flush(send), outbox.flush(send)])
    expect(sends).toBe(1)
  })

  it('sends an entry that is added as a flush ends', async () => {
    const outbox = createOutbox(storage, 'riley')
    const send = async (): Promise<SendResult> => 'sent'
    const flushing = outbox.flush(send)
    outbox.add(pendingKnock('a'))
    await Promise.all([flushing, outbox.flush(send)])
    expect(outbox.entries()).toEqual([])
  })

  it('uses the newest send function, since the session of an older one may have ended', async () => {
    const outbox = createOutbox(storage, 'riley')
    outbox.add(pendingKnock('a'))
    let settle = (_: SendResult) => {}
    const flushing = outbox.flush(() => new Promise((resolve) => (settle = resolve)))
    const flushed = outbox.flush(async () => 'sent')
    settle('retry')
    await Promise.all([flushing, flushed])
    expect(outbox.entries()).toEqual([])
  })

  it('lists failed attempts, but not first attempts that are running', async () => {
    const outbox = createOutbox(storage, 'riley')
    outbox.add(pendingKnock('a'))
    expect([...outbox.failedAttempts()]).toEqual([])
    await outbox.flush(async () => 'retry')
    expect([...outbox.failedAttempts()]).toEqual(['a'])
  })

  it('can cancel an unsent entry, but not one that is being sent', async () => {
    const outbox = createOutbox(storage, 'riley')
    outbox.add(pendingKnock('a'))
    outbox.add(pendingKnock('b'))
    expect(outbox.cancel('b')).toBe(true)
    let canceledInFlight: boolean | undefined
    await outbox.flush(async () => {
      canceledInFlight = outbox.cancel('a')
      return 'sent'
    })
    expect(canceledInFlight).toBe(false)
    expect(outbox.cancel('a')).toBe(false)
  })

  it('sends a withdrawal after its knock', async () => {
    const outbox = createOutbox(storage, 'riley')
    outbox.add(pendingKnock('a'))
    const { eventId, propertyId, address, outcome, occurredAt } = pendingKnock('a')
    outbox.add({ kind: 'withdrawal', eventId, propertyId, address, outcome, occurredAt })
    const kinds: string[] = []
    await outbox.flush(async (entry) => {
      kinds.push(entry.kind)
      return 'sent'
    })
    expect(kinds).toEqual(['knock', 'withdrawal'])
  })

  it('keeps the entries of two tabs', () => {
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

  it('is empty if the stored list is corrupt', () => {
    storage.setItem('porchlight.knocks.riley', '{"half')
    expect(createOutbox(storage, 'riley').entries()).toEqual([])
  })
})
