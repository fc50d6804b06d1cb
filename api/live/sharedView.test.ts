import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Live } from './live.ts'
import { isShared, watchView } from './sharedView.ts'

/** A view of a number that the test sets, and the hint that it may have changed. */
function setUp(isNews?: (value: { n: number }) => boolean) {
  const where = { tenantId: randomUUID(), topic: 'leaderboard' as const, name: 'sample' }
  const hints = new Set<() => void>()
  const live = {
    subscribe(_tenantId: string, _topic: string, onChange: () => void) {
      hints.add(onChange)
      return () => void hints.delete(onChange)
    },
  } as unknown as Live
  const state = { n: 1, reads: 0 }
  const read = async () => {
    state.reads += 1
    return { n: state.n }
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ...{ state, hints, settled },
    join: () => watchView(live, where, read, isNews),
    hint: async () => {
      for (const onChange of hints) onChange()
      await settled()
    },
  }
}

/** What comes next, or that nothing does. */
async function next<T>(stream: AsyncIterableIterator<T>): Promise<T | 'nothing'> {
  const nothing = new Promise<'nothing'>((resolve) => setImmediate(() => setImmediate(resolve, 'nothing')))
  return Promise.race([stream.next().then(({ value }) => value as T), nothing])
}

describe('who joins a view', () => {
  it('is told it as it is, so that a change between their question and their joining is not missed', async () => {
    const { join, state, hint } = setUp()
    const first = join()
    expect(await next(first)).toEqual({ n: 1 })
    state.n = 2
    await hint()
    const second = join()
    expect(await next(second)).toEqual({ n: 2 })
    expect(await next(first)).toEqual({ n: 2 })
    await Promise.all([first.return!(), second.return!()])
  })

  it('shares its readings with the others, and what is made of them', async () => {
    const { join, state, settled } = setUp()
    const all = Array.from({ length: 5 }, join)
    await settled()
    const late = join()
    const values = await Promise.all([...all, late].map(next))
    expect(new Set(values).size).toBe(1)
    expect(isShared(values[0])).toBe(true)
    expect(state.reads).toBe(1)
    await Promise.all([...all, late].map((one) => one.return!()))
  })

  it('is told nothing where that is no news to them, but every change from then on', async () => {
    const { join, state, hint } = setUp(({ n }) => n > 5)
    const first = join()
    expect(await next(first)).toBe('nothing')
    await first.return!()
    const again = join()
    const coming = again.next()
    await hint()
    state.n = 2
    await hint()
    expect(await coming).toMatchObject({ value: { n: 2 } })
    state.n = 6
    await hint()
    const late = join()
    expect(await next(late)).toEqual({ n: 6 })
    await Promise.all([again.return!(), late.return!()])
  })
})

describe('a view', () => {
  it('is not told again where a hint or poll finds it as it was', async () => {
    const { join, hint, state } = setUp()
    const stream = join()
    expect(await next(stream)).toEqual({ n: 1 })
    await hint()
    await hint()
    expect(state.reads).toBe(3)
    expect(await next(stream)).toBe('nothing')
    await stream.return!()
  })

  it('is given up with the last who watches it', async () => {
    const { join, hints } = setUp()
    const [one, other] = [join(), join()]
    await one.return!()
    expect(hints.size).toBe(1)
    await other.return!()
    expect(hints.size).toBe(0)
  })
})
