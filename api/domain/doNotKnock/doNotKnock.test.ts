import { describe, expect, it } from 'vitest'
import { admissionOf, doNotKnockSentence, isInForce, lastDayOf, markAt, type Mark } from './doNotKnock.ts'

const asked = (more: Partial<Mark> = {}): Mark => ({ kind: 'asked', startsAt: 100, endsAt: null, setAt: 100, ...more })

describe('a mark', () => {
  it('is in force from its start until before its end', () => {
    const mark = asked({ endsAt: 200 })
    expect([99, 100, 199, 200].map((at) => isInForce(mark, at))).toEqual([false, true, true, false])
    expect(isInForce(asked(), 1e15)).toBe(true)
  })

  it('of the household says why before that of a city and the rule of the company', () => {
    const marks = (['firm', 'registry', 'asked'] as const).map((kind) => asked({ kind }))
    expect(markAt(marks, 100)?.kind).toBe('asked')
    expect(markAt(marks.slice(0, 2), 100)?.kind).toBe('registry')
    expect(markAt([asked({ endsAt: 150 }), asked({ kind: 'firm' })], 150)?.kind).toBe('firm')
    expect(markAt(marks, 99)).toBeNull()
  })
})

describe('a knock', () => {
  it('is allowed at a door without a mark in force', () => {
    expect(admissionOf([], 100, 100)).toBe('allowed')
    expect(admissionOf([asked({ endsAt: 200 })], 200, 300)).toBe('allowed')
    expect(admissionOf([asked({ startsAt: 500 })], 200, 300)).toBe('allowed')
  })

  it('is refused while a mark is in force that was set before it, also if it arrives after the end', () => {
    expect(admissionOf([asked()], 100, 100)).toBe('refused')
    expect(admissionOf([asked({ endsAt: 200 })], 199, 300)).toBe('refused')
    expect(admissionOf([asked({ setAt: 50, startsAt: 100 })], 120, 120)).toBe('refused')
  })

  it('from before the mark is accepted and flagged, unless the mark is not in force when it arrives', () => {
    expect(admissionOf([asked()], 99, 150)).toBe('flagged')
    expect(admissionOf([asked({ setAt: 140, startsAt: 100 })], 120, 150)).toBe('flagged')
    expect(admissionOf([asked({ startsAt: 500 })], 99, 150)).toBe('allowed')
    expect(admissionOf([asked({ endsAt: 120 })], 99, 150)).toBe('allowed')
    expect(admissionOf([asked({ setAt: 140 }), asked({ kind: 'firm' })], 120, 150)).toBe('refused')
  })
})

describe('the sentence', () => {
  it('says who does not want the knock, and until when', () => {
    const of = (kind: string, source: string | null = null, until: string | null = null) =>
      doNotKnockSentence({ kind, source }, until)
    expect(of('registry', 'Grove City', 'Dec 31')).toBe("On Grove City's list until Dec 31")
    expect(of('REGISTRY', 'Sample Heights')).toBe("On Sample Heights' list")
    expect(of('registry')).toBe("On the city's list")
    expect(of('ASKED')).toBe('They asked us not to knock')
    expect(of('firm', null, 'Mar 1')).toBe('Our company does not knock here until Mar 1')
  })

  it('names the last day in the time zone, with the year if it is another one', () => {
    const now = Date.parse('2026-11-29T12:00:00Z')
    expect(lastDayOf(Date.parse('2027-01-01T05:00:00Z'), now, 'America/Indiana/Indianapolis')).toBe('Dec 31')
    expect(lastDayOf(Date.parse('2027-01-02T05:00:00Z'), now, 'America/Indiana/Indianapolis')).toBe('Jan 1, 2027')
    expect(lastDayOf(Date.parse('2026-12-15T12:00:00Z'), now, 'America/Indiana/Indianapolis')).toBe('Dec 15')
  })
})
