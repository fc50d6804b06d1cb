import { expect, it } from 'vitest'
import { emailLink, phoneLink } from './contactLinks.ts'

it.each([
  ['(317) 555-0142', 'tel:3175550142'],
  ['+1 317 555 0142', 'tel:+13175550142'],
  ['Ask the neighbor', undefined],
])('dials %s', (phone, link) => {
  expect(phoneLink(phone)).toBe(link)
})

it('writes to an address as it is, whatever characters it has', () => {
  expect(emailLink('sample+owner@demo.example')).toBe('mailto:sample%2Bowner@demo.example')
  expect(emailLink('a?subject=b@demo.example')).toBe('mailto:a%3Fsubject%3Db@demo.example')
})
