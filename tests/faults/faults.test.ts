import { describe, expect, it } from 'vitest'
import { killDatabase, killServer, stopServer } from './faultRuns.ts'

// The short form of `npm run faults`.
describe('knocks that were acknowledged', () => {
  const kept = { lost: 0, doubled: 0, gapless: true, agree: true, faults: [], refusals: [] }

  it('are in the log once after the API was killed in the middle of them', { timeout: 90_000 }, async () => {
    const outcome = await killServer({ rounds: 4 })
    expect(outcome).toMatchObject(kept)
    expect(outcome.acknowledged).toBeGreaterThan(80)
    expect(outcome.retries).toBeGreaterThan(0)
  })

  it('are in the log once after the API was told to stop in the middle of them', { timeout: 90_000 }, async () => {
    const outcome = await stopServer({ rounds: 2 })
    expect(outcome).toMatchObject(kept)
    expect(outcome.acknowledged).toBeGreaterThan(40)
  })

  it('are in the log once after PostgreSQL was killed in the middle of them', { timeout: 90_000 }, async () => {
    const outcome = await killDatabase({ rounds: 4 })
    expect(outcome).toMatchObject(kept)
    expect(outcome.retries).toBeGreaterThan(0)
  })

  it('are missed by this test where the database answers before it writes', { timeout: 90_000 }, async () => {
    const { lost } = await killDatabase({ rounds: 30, synchronousCommit: 'off', untilLoss: true })
    expect(lost).toBeGreaterThan(0)
  })
})
