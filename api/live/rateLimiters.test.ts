import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { connectLive } from './live.ts'
import { shareRateLimiters, type RateLimiters } from './rateLimiters.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const now = () => new Date(0)

/** Takes from another key until the other process knows of it, so that both are connected. */
async function waitUntilShared(from: RateLimiters, to: RateLimiters): Promise<void> {
  await expect
    .poll(
      () => {
        from.tiles.take('warmup')
        return to.tiles.secondsToWait('warmup')
      },
      { interval: 1 },
    )
    .toBeGreaterThan(0)
}

describe('the rate limits of two processes', () => {
  it('are reduced by what the other took, and not by what it took itself a second time', async () => {
    const lives = [connectLive(database.url), connectLive(database.url)]
    const [here, there] = lives.map((live) => shareRateLimiters(live, { anonymousRequestsPerMinute: 1_000 }, now))
    await waitUntilShared(here!, there!)
    for (let n = 0; n < 20; n += 1) expect(here!.errorReports.take('a')).toBe(0)
    for (let n = 0; n < 500; n += 1) expect(here!.anonymousRequests.take('a')).toBe(0)
    await expect.poll(() => there!.errorReports.secondsToWait('a')).toBeGreaterThan(0)
    let left = 0
    while (there!.anonymousRequests.take('a') === 0) left += 1
    expect(left).toBe(500)
    expect(here!.lookUps.secondsToWait('a')).toBe(0)
    for (const live of lives) await live.close()
  })
})
