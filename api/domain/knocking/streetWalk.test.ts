import { describe, expect, it } from 'vitest'
import { nextProperty, type HouseNumber, type Walk } from './streetWalk.ts'

const numberOf = (written: string): HouseNumber => ({ digits: Number.parseInt(written, 10), written })
const street = ['801', '805', '805A', '809', '802', '806', '810'].map(numberOf)
const up: Walk = { direction: 'ascending', crossed: false }
const next = (from: string, walk: Walk) => {
  const found = nextProperty(street, numberOf(from), walk)
  return found && [found.property.written, found.direction, found.crossed]
}

describe('the next house of a walk', () => {
  it('follows the numbers of one side of the street in the direction of the walk', () => {
    expect(next('801', up)).toEqual(['805', 'ascending', false])
    expect(next('805', up)).toEqual(['805A', 'ascending', false])
    expect(next('810', { ...up, direction: 'descending' })).toEqual(['806', 'descending', false])
  })

  it('starts between houses, such as at a lot that is not in the list', () => {
    expect(next('803', up)).toEqual(['805', 'ascending', false])
  })

  it('crosses at the end of the side, goes back on the other side and ends there', () => {
    expect(next('809', up)).toEqual(['810', 'descending', true])
    expect(next('801', { direction: 'descending', crossed: false })).toEqual(['802', 'ascending', true])
    expect(next('810', { direction: 'descending', crossed: true })).toEqual(['806', 'descending', true])
    expect(next('802', { direction: 'descending', crossed: true })).toBeNull()
    expect(nextProperty([], numberOf('801'), up)).toBeNull()
  })
})
