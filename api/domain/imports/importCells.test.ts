import { describe, expect, it } from 'vitest'
import {
  leadStatusLabels,
  priorityLabels,
  propertyStatusLabels,
  propertyTypeLabels,
  propertyTypes,
  roleLabels,
} from '../enums.ts'
import {
  cellText,
  parseChoice,
  parseDateTime,
  parseDegrees,
  parseDollars,
  parsePriority,
  parseTag,
  parseTags,
  parseTime,
  parseYesNo,
} from './importCells.ts'

const long = 'x'.repeat(61)
/** How an error names `long`. */
const shortened = `${'x'.repeat(60)}…`

describe('a tag in a cell', () => {
  it.each(propertyTypes)('%s is written as its code or as the screens name it, also in the plural', (type) => {
    const label = propertyTypeLabels[type]
    for (const text of [type, type.replaceAll('_', ' '), `${type}s`, label, label.toUpperCase(), ` ${label}s `])
      expect(parseTag(text)).toBe(type)
  })

  it('lists the names when it is none of them', () => {
    expect(() => parseTag('siding')).toThrow(
      'No tag for "siding". Use Gutter Cleaning, Metal Roof, Shingle Repair, Storm Damage, Tornado Damage, Concrete, Commercial, Generic, All Repairs.',
    )
  })

  it('can be several, each once', () => {
    expect(parseTags('Storm Damage; gutter, storm')).toEqual(['storm', 'gutter'])
    expect(parseTags(' ; ,')).toEqual([])
  })
})

describe('the text of a cell', () => {
  it.each([
    ['  18 Sample Way ', '18 Sample Way'],
    ["'=1+1", '=1+1'],
    [" '-12 ", '-12 '],
    ['="0142"', '0142'],
    ["'tis", "'tis"],
  ])('%j is read as %j', (cell, text) => {
    expect(cellText(cell)).toBe(text)
  })
})

describe('one of several values in a cell', () => {
  const outcomes = { talked: 'Talked', no_answer: 'Nobody came' }
  it('is found in any case and with spaces or hyphens, also by its label', () => {
    for (const text of ['no_answer', ' No Answer ', 'NO - answer', 'nobody  came'])
      expect(parseChoice(text, outcomes, 'outcome')).toBe('no_answer')
  })

  it('lists the labels when it is none of them, and names no more than 60 characters of it', () => {
    const labels = { a: 'First One', b: 'Second One' }
    expect(() => parseChoice('none', labels, 'status')).toThrow(/^No status "none". Use First One, Second One.$/)
    expect(() => parseChoice(long, labels, 'status')).toThrow(`No status "${shortened}". Use First One, Second One.`)
    expect(() => parseChoice(long.slice(1), { a: 'A' }, 'status')).toThrow(`No status "${long.slice(1)}". Use A.`)
  })

  it.each([roleLabels, propertyStatusLabels, leadStatusLabels, priorityLabels])(
    'is found by each of the labels that %j has',
    (labels: Record<string, string>) => {
      for (const [value, label] of Object.entries(labels)) expect(parseChoice(label, labels, 'value')).toBe(value)
    },
  )
})

describe('a priority in a cell', () => {
  it.each(['High', 'y', 'YES', 'true', '1', 'urgent'])('%s is high', (text) => {
    expect(parsePriority(text)).toBe('high')
  })
  it.each(['normal', 'N', 'no', 'False', '0'])('%s is normal', (text) => {
    expect(parsePriority(text)).toBe('normal')
  })
  it('is refused when it is neither', () => {
    expect(() => parsePriority('low')).toThrow('No priority "low". Use Normal Priority, High Priority.')
  })
})

describe('yes or no in a cell', () => {
  it('is read in each of its forms', () => {
    expect(['y', 'Yes', 'TRUE', '1'].map(parseYesNo)).toEqual([true, true, true, true])
    expect(['n', 'No', 'FALSE', '0'].map(parseYesNo)).toEqual([false, false, false, false])
  })
  it('is refused otherwise', () => {
    expect(() => parseYesNo('urgent')).toThrow(/^"urgent" is neither yes nor no.$/)
  })
})

describe('dollars in a cell', () => {
  it.each([
    ['1200.5', 1200.5],
    ['$1,200.50', 1200.5],
    ['$ 12', 12],
    ['.75', 0.75],
    ['12.', 12],
  ])('%s is %d', (text, amount) => {
    expect(parseDollars(text)).toBe(amount)
  })
  it.each(['', '$', '.', '-5', '5 dollars', 'about 5', '1.2.3', '.x', '5.x'])('%j is refused', (text) => {
    expect(() => parseDollars(text)).toThrow(`"${text}" is not an amount of dollars.`)
  })
})

describe('degrees in a cell', () => {
  it('are within their limit', () => {
    expect([parseDegrees('39.77', 90), parseDegrees('-90', 90), parseDegrees('90', 90)]).toEqual([39.77, -90, 90])
    expect(parseDegrees('120', 90, 180)).toBe(120)
    for (const text of ['north', '90.1', '-90.1', 'Infinity'])
      expect(() => parseDegrees(text, 90)).toThrow(`"${text}" is not a number between -90 and 90.`)
    expect(() => parseDegrees('181', 90, 180)).toThrow('"181" is not a number between -90 and 90.')
  })
})

describe('a time in a cell', () => {
  const zone = 'America/Indiana/Indianapolis'

  it.each([
    ['2026-11-18', '2026-11-18T05:00:00.000Z'],
    ['2026-07-18', '2026-07-18T04:00:00.000Z'],
    ['2026-11-18 14:40', '2026-11-18T19:40:00.000Z'],
    ['2026-11-18T14:40:51', '2026-11-18T19:40:51.000Z'],
    ['2026-11-18T23:59:59', '2026-11-19T04:59:59.000Z'],
    ['2026-11-18T14:40Z', '2026-11-18T14:40:00.000Z'],
    ['2026-11-18T14:40:51Z', '2026-11-18T14:40:51.000Z'],
    ['2026-11-18T14:40:51.2Z', '2026-11-18T14:40:51.200Z'],
    ['2026-11-18T14:40:51.123456 Z', '2026-11-18T14:40:51.123Z'],
    ['2026-11-18T14:40:51+02:00', '2026-11-18T12:40:51.000Z'],
    ['2026-11-18T14:40:51-0530', '2026-11-18T20:10:51.000Z'],
    ['11/18/2026', '2026-11-18T05:00:00.000Z'],
    ['1/8/2026', '2026-01-08T05:00:00.000Z'],
    ['11/18/2026 14:40', '2026-11-18T19:40:00.000Z'],
    ['11/18/2026 2:40 PM', '2026-11-18T19:40:00.000Z'],
    ['11/18/2026, 2:40:51pm', '2026-11-18T19:40:51.000Z'],
    ['11/18/2026 2:40 am', '2026-11-18T07:40:00.000Z'],
    ['11/18/2026 12:05 AM', '2026-11-18T05:05:00.000Z'],
    ['11/18/2026 12:05 PM', '2026-11-18T17:05:00.000Z'],
    ['11/18/2026 23:59:59', '2026-11-19T04:59:59.000Z'],
    ['2/29/2024', '2024-02-29T05:00:00.000Z'],
  ])('%s is read as %s', (text, time) => {
    expect(parseDateTime(text, zone).toISOString()).toBe(time)
  })

  it.each([
    ...[
      '',
      'yesterday',
      '18.11.2026',
      '2026-11',
      '2026-11-18x',
      'x2026-11-18',
      '11/18/2026x',
      'x11/18/2026',
      '11/18/26',
    ],
    ...['2026-02-30', '2026-13-01', '2026-00-10', '2026-11-00', '2/30/2026', '13/1/2026', '2/29/2026'],
    ...['2026-02-30T10:00Z', '2026-11-18T24:00', '2026-11-18T10:60', '2026-11-18T10:10:60', '2026-11-18T25:00Z'],
    ...['11/18/2026 24:00', '11/18/2026 10:60', '11/18/2026 10:10:60', '2026-11-18T10:00+0', '2026-11-18T1:00'],
  ])('%j is refused', (text) => {
    expect(() => parseDateTime(text, zone)).toThrow(`"${text}" is not a date. Write it as 2026-11-18 or 11/18/2026.`)
  })

  it('that happened is neither in the future nor before 1970', () => {
    const now = new Date('2026-11-18T12:00:00Z')
    expect(parseTime('2026-11-18T12:00:00Z', zone, now)).toEqual(now)
    expect(parseTime('1970-01-01T00:00:00Z', zone, now)).toEqual(new Date(0))
    expect(() => parseTime('2026-11-18T12:00:01Z', zone, now)).toThrow('"2026-11-18T12:00:01Z" is in the future.')
    expect(() => parseTime('1969-12-31T23:59:59Z', zone, now)).toThrow('"1969-12-31T23:59:59Z" is before 1970.')
  })
})
