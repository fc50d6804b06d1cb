import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServerFixture, type ServerFixture } from '../support/serverFixture.ts'

let fixture: ServerFixture
beforeAll(async () => {
  fixture = await createServerFixture()
  await fixture.db.query(
    `insert into basemap_tiles (z, x, y, tile) values (16, 7, 9, '\\x1f8b'), (14, 7, 9, '\\x1f8b')`,
  )
}, 60_000)
afterAll(() => fixture.teardown())

const read = (tile: string, headers: Record<string, string> = {}) =>
  fetch(`${fixture.server.url}/api/basemap/${tile}.mvt`, {
    headers,
    // The tile is not real gzip.
    method: 'HEAD',
  })

it('a tile is cached by the client for an hour, then revalidated by its ETag', async () => {
  const first = await read('16/7/9')
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
  const etag = first.headers.get('etag')!
  expect((await read('16/7/9', { 'if-none-match': etag })).status).toBe(304)
  const empty = await read('16/1/1')
  expect([empty.status, empty.headers.get('cache-control')]).toEqual([204, 'public, max-age=3600'])
})

it('a tile is read from the database once', async () => {
  expect((await read('16/7/9')).status).toBe(200)
  await fixture.db.query('delete from basemap_tiles where z = 16')
  expect((await read('16/7/9')).status).toBe(200)
})
