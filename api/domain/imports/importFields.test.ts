import { expect, it } from 'vitest'
import { importFields, importLists, requiredFields } from './importFields.ts'

it.each(importLists)('a column of %s can fill each required field, and each field has one name', (list) => {
  const fields = importFields[list]
  expect(requiredFields[list].length).toBeGreaterThan(0)
  for (const group of requiredFields[list]) {
    expect(group).not.toEqual([])
    expect(fields).toEqual(expect.arrayContaining([...group]))
  }
  expect(new Set(fields).size).toBe(fields.length)
})
