import { describe, expect, it } from 'vitest'
import { disabledText, groupTypes, lastHours, shortUrl, successText } from './webhookTexts.ts'

describe('the texts of a webhook', () => {
  it('have the URL without its scheme', () => {
    expect(shortUrl('https://hooks.example.com/')).toBe('hooks.example.com')
    expect(shortUrl('https://hooks.example.com/a?b=1')).toBe('hooks.example.com/a?b=1')
  })

  it('have 24 hours up to the current one', () => {
    const now = Date.parse('2026-11-18T14:40:00Z')
    const hours = lastHours([{ hour: '2026-11-18T13:00:00Z', delivered: 3, failed: 1 }], now)
    expect(hours).toHaveLength(24)
    expect(hours.at(-1)).toEqual({ hour: Date.parse('2026-11-18T14:00:00Z'), delivered: 0, failed: 0 })
    expect(hours.at(-2)).toMatchObject({ delivered: 3, failed: 1 })
  })

  it('have the share of what was delivered', () => {
    const hour = '2026-11-18T13:00:00Z'
    expect(successText([{ hour, delivered: 1_256, failed: 28 }])).toBe('97.8% of 1,284')
    expect(successText([{ hour, delivered: 9, failed: 1 }])).toBe('90.0% of 10')
    expect(successText([])).toBe('Nothing sent in 24 hours')
  })

  it('have no share of a few attempts', () => {
    const hour = '2026-11-18T13:00:00Z'
    expect(successText([{ hour, delivered: 0, failed: 4 }])).toBe('0 of 4 delivered')
    expect(successText([{ hour, delivered: 9, failed: 0 }])).toBe('9 of 9 delivered')
  })

  it('say why one is disabled', () => {
    expect(disabledText({ disabledReason: 'GONE' })).toMatch(/410/)
    expect(disabledText({ disabledReason: 'KEY_ENDED' })).toMatch(/^The API key that created it has ended/)
    expect(disabledText({ disabledReason: null })).toBeNull()
  })
})

it('groups event types by what they are about, leads first and the sign-in last', () => {
  expect(
    groupTypes([
      'UserSignedIn',
      'ViewAsStopped',
      'DoorKnocked',
      'LeadCreated',
      'LettersPrinted',
      'UserCreated',
      'LeadsMerged',
    ]),
  ).toEqual([
    { title: 'Leads', types: ['LeadCreated', 'LeadsMerged'] },
    { title: 'Doors', types: ['DoorKnocked'] },
    { title: 'Letters and templates', types: ['LettersPrinted'] },
    { title: 'Company and team', types: ['UserCreated'] },
    { title: 'Sign-in and security', types: ['UserSignedIn', 'ViewAsStopped'] },
  ])
})
