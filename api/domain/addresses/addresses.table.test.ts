import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { addressKeyOf } from './addressKey.ts'

/** What USPS Publication 28 and the rules of a place make of an address, by hand: `# ` begins a group. */
function readTable(name: string): [group: string, rows: string[][]][] {
  const text = readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8')
  return text
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
