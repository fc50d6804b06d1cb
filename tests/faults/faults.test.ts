import { describe, expect, it } from 'vitest'
import { killDatabase, killServer, stopServer } from './faultRuns.ts'

// A short version of `npm run faults`.
describe('acknowledged knocks', () => {
  const kept = { lost: 0, duplicated: 0, isGapless: true, isConsistent: true, faults: [], refusals: [] }

  it('are in the log once after the API was killed under load', { timeout: 90_000 }, async () => {
    const outcome = await killServer({ rounds: 4 })
    expect(outcome).toMatchObject(kept)
    expect(outcome.acknowledged).toBeGreaterThan(80)
    expect(outcome.retries).toBeGreaterThan(0)
  })

  it('are in the log once after the API was stopped under load', { timeout: 90_000 }, async () => {
    const outcome = await stopServer({ rounds: 2 })
    expect(outcome).toMatchObject(kept)
    expect(outcome.acknowledged).toBeGreaterThan(40)
  })

  it('are in the log once after PostgreSQL was killed under load', { timeout: 90_000 }, async () => {
    const outcome = await killDatabase({ rounds: 4 })
    expect(outcome).toMatchObject(kept)
    expect(outcome.retries).toBeGreaterThan(0)
  })

  it('are reported as lost when PostgreSQL acknowledges before it writes', { timeout: 90_000 }, async () => {
    const { lost } = await killDatabase({ rounds: 30, synchronousCommit: 'off', untilLoss: true })
    expect(lost).toBeGreaterThan(0)
  })
})
