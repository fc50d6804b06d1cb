import { describe, expect, it } from 'vitest'
import { dueNotice } from './expiryNotices.ts'

describe('the notice before something expires', () => {
  const daysBefore = (days: number) => new Date(Date.parse('2026-12-31T00:00:00Z') - days * 86_400_000)
  const due = (days: number, told: number | null) => dueNotice(new Date('2026-12-31T00:00:00Z'), told, daysBefore(days))

  it('is due 30 and 7 days before, each once', () => {
    expect([31, 30, 29, 8].map((days) => due(days, null))).toEqual([null, 30, 30, 30])
    expect([29, 8, 7, 6].map((days) => due(days, 30))).toEqual([null, null, 7, 7])
    expect([6, 1].map((days) => due(days, 7))).toEqual([null, null])
  })

  it('is one if both are late, and none when it has expired', () => {
    expect(due(5, null)).toBe(7)
    expect(due(0, null)).toBeNull()
    expect(due(-1, 30)).toBeNull()
  })
})
