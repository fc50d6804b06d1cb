import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { addressKeyOf, doorOf } from './addressKey.ts'
import { compareProperties } from './compareProperties.ts'

const readFixture = (name: string) => readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8')

/** What USPS Publication 28 and the rules of a place make of an address, by hand: `# ` begins a group. */
function readTable(name: string): [group: string, rows: string[][]][] {
  return readFixture(name)
    .split(/^# /m)
    .slice(1)
    .map((group) => {
      const [title, ...lines] = group.trimEnd().split('\n')
      return [title!, lines.map((line) => line.split('\t'))]
    })
}

function fieldsOf(address: string): string[] {
  const { number, street, unit, parsed } = addressKeyOf({ address })
  return [number, street, unit, parsed.city ?? '', parsed.state ?? '', parsed.zipCode ?? '']
}

describe.each(readTable('addresses.tsv'))('%s', (_title, rows) => {
  it.each(rows)('%j has its number, street, unit and place', (address, ...expected) => {
    expect(fieldsOf(address!)).toEqual(expected)
  })
})

const readPairs = (name: string) =>
  readFixture(name)
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [string, string])
const doorAt = (address: string) => doorOf(addressKeyOf({ address }))
const verdictAtOnePoint = (one: string, other: string) =>
  compareProperties({ address: one, lat: 40, lng: -86 }, { address: other, lat: 40, lng: -86 }).verdict

describe('one door', () => {
  it.each(readPairs('sameDoors.tsv'))('is %j and %j', (one, other) => {
    expect(doorAt(one)).not.toBeNull()
    expect(doorAt(one)).toBe(doorAt(other))
    expect(verdictAtOnePoint(one, other)).toBe('same')
  })
})

describe('two doors', () => {
  it.each(readPairs('otherDoors.tsv'))('are %j and %j, even at one point', (one, other) => {
    expect([doorAt(one), doorAt(other)]).not.toContain(null)
    expect(doorAt(one)).not.toBe(doorAt(other))
    expect(verdictAtOnePoint(one, other)).not.toBe('same')
  })
})
