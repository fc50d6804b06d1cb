import { expect, it } from 'vitest'
import { inShortTransactions, nextBatchSize } from './shortTransactions.ts'

it.each([
  { size: 50, tookMs: 100, next: 50 },
  { size: 50, tookMs: 10, next: 100 },
  { size: 50, tookMs: 400, next: 12 },
  { size: 50, tookMs: 10_000, next: 5 },
  { size: 1_000, tookMs: 1, next: 1_000 },
  { size: 1, tookMs: 0, next: 2 },
])('a batch of $size that took $tookMs ms is followed by one of $next', ({ size, tookMs, next }) => {
  expect(nextBatchSize(size, tookMs)).toBe(next)
})

it('saves every item once, in order', async () => {
  const items = Array.from({ length: 333 }, (_, n) => n)
  const batches: number[][] = []
  await inShortTransactions(items, async (batch) => void batches.push(batch))
  expect(batches.flat()).toEqual(items)
  expect(batches.length).toBeGreaterThan(1)
})

it('ends with the first batch that cannot be saved', async () => {
  const failure = new Error('sample failure')
  let calls = 0
  const saving = inShortTransactions(
    Array.from({ length: 200 }, (_, n) => n),
    () => ((calls += 1) === 2 ? Promise.reject(failure) : Promise.resolve()),
  )
  await expect(saving).rejects.toBe(failure)
  expect(calls).toBe(2)
})
