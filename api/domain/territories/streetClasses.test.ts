import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { turn } from '../plane.ts'
import type { PlanePoint } from '../point.ts'
import { classOfStreet, prepareCrossing, type WideStreet } from './streetClasses.ts'

describe('the class of a street', () => {
  it.each([
    [{ MTFCC: 'S1100' }, 'main'],
    [{ MTFCC: 'S1200' }, 'secondary'],
    [{ MTFCC: 'S1400' }, null],
    [{ MTFCC: 'R1011' }, 'main'],
    [{ highway: 'primary' }, 'main'],
    [{ highway: 'trunk_link' }, 'main'],
    [{ highway: 'tertiary' }, 'secondary'],
    [{ highway: 'residential' }, null],
    [{ railway: 'rail' }, 'main'],
    [{ railway: 'rail', highway: 'residential' }, 'main'],
    [{ MTFCC: 42, highway: null }, null],
    [{}, null],
  ])('of %j is %s', (values, expected) => {
    expect(classOfStreet(values)).toBe(expected)
  })
})

describe('the streets between two points', () => {
  const point = (x: number, y: number): PlanePoint => ({ x, y })
  const road = (y: number, streetClass: WideStreet<PlanePoint>['class']): WideStreet<PlanePoint> => ({
    class: streetClass,
    line: [point(-1_000, y), point(0, y + 5), point(1_000, y)],
  })

  it('are those that the straight way crosses, of which the widest counts', () => {
    const crossing = prepareCrossing([road(0, 'secondary'), road(300, 'main')])
    expect(crossing(point(10, -20), point(12, 20))).toBe('secondary')
    expect(crossing(point(10, -20), point(12, 400))).toBe('main')
    expect(crossing(point(10, 20), point(900, 280))).toBe(null)
    expect(crossing(point(1_100, -20), point(1_100, 400))).toBe(null)
    expect(prepareCrossing([])(point(0, -20), point(0, 20))).toBe(null)
  })

  it('are the same as without the squares', () => {
    const place = fc.record({ x: fc.integer({ min: -400, max: 400 }), y: fc.integer({ min: -400, max: 400 }) })
    const street = fc.record({
      class: fc.constantFrom('main' as const, 'secondary' as const),
      line: fc.array(place, { minLength: 2, maxLength: 4 }),
    })
    fc.assert(
      fc.property(fc.array(street, { maxLength: 5 }), place, place, (streets, from, to) => {
        const isProper = (a: PlanePoint, b: PlanePoint) =>
          turn(a, b, from) * turn(a, b, to) < 0 && turn(from, to, a) * turn(from, to, b) < 0
        const crossed = streets.filter(({ line }) => line.slice(1).some((end, index) => isProper(line[index]!, end)))
        const touched = streets.some(({ line }) =>
          line.slice(1).some((end, index) => !isProper(line[index]!, end) && mayTouch(line[index]!, end, from, to)),
        )
        // Ways that only touch a street may count or not.
        fc.pre(!touched)
        const expected = crossed.some((one) => one.class === 'main') ? 'main' : (crossed[0]?.class ?? null)
        expect(prepareCrossing(streets)(from, to)).toBe(expected)
      }),
    )
  })
})

const mayTouch = (a: PlanePoint, b: PlanePoint, from: PlanePoint, to: PlanePoint) =>
  turn(a, b, from) * turn(a, b, to) === 0 || turn(from, to, a) * turn(from, to, b) === 0
