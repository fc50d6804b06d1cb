import { expect, it } from 'vitest'
import { moneyChange, percentChange, pointChange } from './changes.ts'

it('gives a change in percent, and a change of rates in points', () => {
  expect(percentChange(52, 40, 'last week')).toEqual({ delta: 30, text: '30.0%', comparison: 'vs last week' })
  expect(percentChange(36, 40, 'last week')).toMatchObject({ delta: -10, text: '10.0%' })
  expect(pointChange(17.7, 19, 'last week')).toEqual({ delta: -1.3, text: '1.3 pts', comparison: 'vs last week' })
})

it('gives no percentage without a previous value, and no change that rounds to zero', () => {
  expect(percentChange(7, 0, 'yesterday')).toEqual({ delta: 7, text: '7', comparison: 'more than yesterday' })
  expect(pointChange(17.72, 17.7, 'last week').delta).toBe(0)
})

it('gives a change of money to the cent', () => {
  expect(moneyChange(1.2349, 0, 'October')).toEqual({ delta: 1.23, text: '$1.23', comparison: 'vs October' })
  expect(moneyChange(0.004, 0.001, 'October')).toEqual({ delta: 0, text: '$0.00', comparison: 'vs October' })
  expect(moneyChange(3, 2, 'October')).toEqual({ delta: 50, text: '50.0%', comparison: 'vs October' })
})
