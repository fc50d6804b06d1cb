import { describe, expect, it } from 'vitest'
import { isMergeField, suggestMergeField } from './mergeFields.ts'

describe('a name in braces', () => {
  it.each(['owner_name', 'data_gate_code', 'data_2', `data_${'x'.repeat(60)}`])('can be the field %s', (name) => {
    expect(isMergeField(name)).toBe(true)
  })

  it.each(['owner', 'Owner_name', 'data_', 'data_Gate', 'data_gate code', 'my_data_x', `data_${'x'.repeat(61)}`])(
    'cannot be %s',
    (name) => {
      expect(isMergeField(name)).toBe(false)
    },
  )
})

it.each([
  ['ownername', 'owner_name'],
  ['Owner Name', 'owner_name'],
  ['zip  -.-  code', 'zip_code'],
  ['zip', null],
  ['zipcode', 'zip_code'],
  ['adress', 'address'],
  ['yr', 'year'],
  ['neighbrhd', 'neighborhood'],
  ['something_else_entirely', null],
])('the suggestion for %s is %s', (wrong, nearest) => {
  expect(suggestMergeField(wrong)).toBe(nearest)
})
