import { expect, it } from 'vitest'
import { Refused } from '../errors.ts'
import { parseTemplateTag } from './templateTags.ts'

const errorOf = (text: string, field?: string): Refused => {
  try {
    parseTemplateTag(text, field)
  } catch (error) {
    return error as Refused
  }
  throw new Error(`'${text}' is a template tag.`)
}

it.each(['gutter', 'all_repairs', 'insurance', 'flyer'])('%s is a template tag', (tag) => {
  expect(parseTemplateTag(tag)).toBe(tag)
})

it.each(['', 'Gutter', 'siding'])('%j is refused with the tags that there are', (text) => {
  const error = errorOf(text)
  expect(error).toBeInstanceOf(Refused)
  expect(error.message).toBe(`'${text}' is not a template tag.`)
  expect(error.fields?.template_tag).toMatch(/^One of gutter, metal_roof, .*, flyer$/)
})

it('the error names the field in which the tag was given', () => {
  expect(Object.keys(errorOf('siding', 'tag').fields!)).toEqual(['tag'])
})
