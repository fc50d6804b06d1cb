import { describe, expect, it } from 'vitest'
import { nextDoor } from './nextDoor.ts'

/** East of the first door by so many metres, and north of it: across the street. */
const door = (streetNumber: string, east: number, north = 0) => ({
  id: streetNumber,
  streetNumber,
  lat: 39.77 + north / 111_320,
  lng: -86.16 + east / (111_320 * Math.cos((39.77 * Math.PI) / 180)),
})
const from = door('1031', 0)

describe('the next door', () => {
  it('is the nearest on the same side, before a nearer one across the street', () => {
    const houses = [from, door('1032', 5, 30), door('1039', 32), door('1047', 48)]
    expect(nextDoor(from, houses, new Set())?.id).toBe('1039')
  })

  it('is across the street when this side is done', () => {
    const houses = [door('1032', 5, 30), door('1039', 32)]
    expect(nextDoor(from, houses, new Set(['1039']))?.id).toBe('1032')
  })

  it('is none when all that is left is far away', () => {
    expect(nextDoor(from, [door('2031', 400)], new Set())).toBeUndefined()
  })
})
