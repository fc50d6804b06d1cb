import { describe, expect, it } from 'vitest'
import { propertyTypeLabels, propertyTypes } from '../enums.ts'
import { parseTag, parseTags } from './importCells.ts'

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
  })
})
