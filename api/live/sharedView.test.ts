import { randomUUID } from 'node:crypto'
import { subscribe as subscribeChannel, unsubscribe as unsubscribeChannel } from 'node:diagnostics_channel'
import { describe, expect, it, vi } from 'vitest'
import { faultChannel } from '../domain/faults.ts'
import type { Live } from './live.ts'
import { isShared, watchView, type SharedViews, type ViewOptions } from './sharedView.ts'

/** A view of a number that the test sets, with a function that notifies of changes. */
function createView({ isNews, validUntil }: ViewOptions<{ n: number }> = {}) {
  const where = { tenantId: randomUUID(), topic: 'leaderboard' as const, name: 'sample' }
  const listeners = new Set<() => void>()
  const live = {
    subscribe(_tenantId: string, _topic: string, onChange: () => void) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
  } as unknown as Live
  const sharedViews: SharedViews = new Map()
  const state = { n: 1, reads: 0, isStuck: false, isBroken: false, now: new Date('2026-03-01T12:00:00Z') }
  const read = async () => {
    state.reads += 1
    if (state.isStuck) await new Promise(() => undefined)
    if (state.isBroken) throw new Error('The database cannot be reached')
    return { n: state.n }
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    state,
    listeners,
    settle,
    subscribe: () => watchView({ live, sharedViews, now: () => state.now }, where, read, { isNews, validUntil }),
    notify: async () => {
      for (const onChange of listeners) onChange()
      await settle()
    },
  }
}

/** The next value of the stream, or 'nothing' if none arrives. */
async function next<T>(stream: AsyncIterableIterator<T>): Promise<T | 'nothing'> {
  const nothing = new Promise<'nothing'>((resolve) => setImmediate(() => setImmediate(resolve, 'nothing')))
  return Promise.race([stream.next().then(({ value }) => value as T), nothing])
}

describe('a new subscriber of a view', () => {
  it('receives the current value, so that it misses no change between its query and its subscription', async () => {
    const { subscribe, state, notify } = createView()
    const first = subscribe()
    expect(await next(first)).toEqual({ n: 1 })
    state.n = 2
    await notify()
    const second = subscribe()
    expect(await next(second)).toEqual({ n: 2 })
    expect(await next(first)).toEqual({ n: 2 })
    await Promise.all([first.return!(), second.return!()])
  })

  it('shares reads and values with the others', async () => {
    const { subscribe, state, settle } = createView()
    const all = Array.from({ length: 5 }, subscribe)
    await settle()
    const late = subscribe()
    const values = await Promise.all([...all, late].map(next))
    expect(new Set(values).size).toBe(1)
    expect(isShared(values[0])).toBe(true)
    expect(state.reads).toBe(1)
    await Promise.all([...all, late].map((stream) => stream.return!()))
  })

  it('does not receive a current value that isNews rejects, but receives every later change', async () => {
    const { subscribe, state, notify } = createView({ isNews: ({ n }) => n > 5 })
    const first = subscribe()
    expect(await next(first)).toBe('nothing')
    await first.return!()
    const again = subscribe()
    const nextValue = again.next()
    await notify()
    state.n = 2
    await notify()
    expect(await nextValue).toMatchObject({ value: { n: 2 } })
    state.n = 6
    await notify()
    const late = subscribe()
    expect(await next(late)).toEqual({ n: 6 })
    await Promise.all([again.return!(), late.return!()])
  })
})

describe('a view', () => {
  it('is not published again if its value did not change', async () => {
    const { subscribe, notify, state } = createView()
    const stream = subscribe()
    expect(await next(stream)).toEqual({ n: 1 })
    await notify()
    await notify()
    expect(state.reads).toBe(3)
    expect(await next(stream)).toBe('nothing')
    await stream.return!()
  })

  it('is read again after a read that never ends, whose error is reported', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const faults: unknown[] = []
    const note = (fault: unknown) => faults.push(fault)
    subscribeChannel(faultChannel, note)
    try {
      const { subscribe, notify, state } = createView()
      const stream = subscribe()
      expect(await next(stream)).toEqual({ n: 1 })
      state.isStuck = true
      await notify()
      state.isStuck = false
      state.n = 2
      await notify()
      expect(await next(stream)).toBe('nothing')
      vi.runAllTimers()
      expect(await next(stream)).toEqual({ n: 2 })
      expect(faults).toMatchObject([{ type: 'background_error', place: 'shared view' }])
      await stream.return!()
    } finally {
      unsubscribeChannel(faultChannel, note)
      vi.useRealTimers()
    }
  })

  it('is read again when its value ends with time, and not after it is closed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const endOf = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute))
      const { subscribe, state, settle } = createView({ validUntil: ({ n }) => endOf(n * 2) })
      const stream = subscribe()
      expect(await next(stream)).toEqual({ n: 1 })
      vi.advanceTimersByTime(120_000)
      await settle()
      expect(state.reads).toBe(1)
      Object.assign(state, { n: 2, now: endOf(2) })
      vi.advanceTimersByTime(12_000)
      expect(await next(stream)).toEqual({ n: 2 })
      await stream.return!()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('that only events change is not read again without one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { subscribe } = createView()
      const stream = subscribe()
      expect(await next(stream)).toEqual({ n: 1 })
      // What remains is the time limit of the first read.
      vi.runAllTimers()
      expect(await next(stream)).toBe('nothing')
      expect(vi.getTimerCount()).toBe(0)
      await stream.return!()
    } finally {
      vi.useRealTimers()
    }
  })

  it('whose read failed is read again without a notification', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { subscribe, state, settle } = createView()
      state.isBroken = true
      const stream = subscribe()
      expect(await next(stream)).toBe('nothing')
      state.isBroken = false
      vi.runAllTimers()
      await settle()
      expect(state.reads).toBe(2)
      await stream.return!()
    } finally {
      vi.useRealTimers()
    }
  })

  it('is closed with its last subscriber', async () => {
    const { subscribe, listeners } = createView()
    const [one, other] = [subscribe(), subscribe()]
    await one.return!()
    expect(listeners.size).toBe(1)
    await other.return!()
    expect(listeners.size).toBe(0)
  })
})
