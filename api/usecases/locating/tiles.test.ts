import { describe, expect, it } from 'vitest'
import type { Context } from '../../context.ts'
import { TooManyRequests } from '../../domain/errors.ts'
import { RateLimiter, rateLimits } from '../../domain/rateLimits.ts'
import { readTile } from './tiles.ts'

let seconds = 0
const tile = Buffer.from('tile')
const services = { basemap: { getTile: async () => tile } }
const rateLimiters = { tiles: new RateLimiter(rateLimits.tiles, () => new Date(seconds * 1000)) }

function read(z: number, address: string) {
  return readTile({ address, rateLimiters, services } as unknown as Context, z, 1, 1).catch((error: unknown) => error)
}

describe('reading map tiles', () => {
  it('is limited for each network above zoom 14', async () => {
    for (let n = 0; n < rateLimits.tiles.maxBurst; n += 1) expect(await read(17, '2001:db8::1')).toBe(tile)
    const refused = await read(15, '2001:db8::2')
    expect(refused).toBeInstanceOf(TooManyRequests)
    expect((refused as TooManyRequests).retryAfterSeconds).toBe(1)
    expect([await read(14, '2001:db8::1'), await read(17, '192.0.2.7')]).toEqual([tile, tile])
    seconds += 1
    expect(await read(17, '2001:db8::1')).toBe(tile)
  })
})
