import { describe, expect, it } from 'vitest'
import { doorsAround, placeDoors } from './streetRows.ts'

const number = (written: string) => ({ digits: Number.parseInt(written), written })

/** Both sides as text, row by row; a dot where a side has no door. */
function draw(...written: string[]): string[] {
  const { odd, even, rowCount } = placeDoors(written.map(number))
  const at = (side: typeof odd, row: number) => side.find((placed) => placed.row === row)?.door.written ?? '·'
  return Array.from({ length: rowCount }, (_, row) => `${at(odd, row)} | ${at(even, row)}`)
}

describe('the sides of a street', () => {
  it('have odd numbers at the left and even ones at the right, in order', () => {
    expect(draw('16', '13', '12', '11', '15', '14')).toEqual(['11 | 12', '13 | 14', '15 | 16'])
  })

  it('stay beside each other where one has fewer doors', () => {
    expect(draw('1', '3', '5', '7', '2', '10')).toEqual(['1 | 2', '3 | ·', '5 | ·', '7 | 10'])
    expect(draw('101', '2', '4', '102')).toEqual(['· | 2', '· | 4', '101 | 102'])
  })

  it('have letters, fractions and ranges where their first number stands', () => {
    expect(draw('12a', '14', '12', '11', '12b', '13')).toEqual(['11 | 12', '13 | 12a', '· | 12b', '· | 14'])
    expect(draw('16-18', '12', '101 1/2', '101')).toEqual(['· | 12', '101 | 16-18', '101 1/2 | ·'])
  })

  it('may be one side only, one door, or none', () => {
    expect(draw('6', '2', '4')).toEqual(['· | 2', '· | 4', '· | 6'])
    expect(draw('7')).toEqual(['7 | ·'])
    expect(draw()).toEqual([])
  })

  it('of 3,000 doors are placed, each once', () => {
    const { odd, even, rowCount } = placeDoors(Array.from({ length: 3_000 }, (_, index) => number(`${index + 1}`)))
    expect([odd.length, even.length, rowCount]).toEqual([1_500, 1_500, 1_500])
  })
})

describe('the doors around a row', () => {
  const { odd, even } = placeDoors(['1', '3', '5', '7', '9', '2', '10'].map(number))
  const around = (side: typeof odd, row: number) => doorsAround(side, row, 3).map(({ door }) => door.written)

  it('are the nearest one and its neighbors', () => {
    expect(around(odd, 2)).toEqual(['3', '5', '7'])
  })

  it('are as many at the ends, and all of a side that has fewer', () => {
    expect(around(odd, 0)).toEqual(['1', '3', '5'])
    expect(around(odd, 4)).toEqual(['5', '7', '9'])
    expect(around(even, 4)).toEqual(['2', '10'])
    expect(around([], 4)).toEqual([])
  })
})
