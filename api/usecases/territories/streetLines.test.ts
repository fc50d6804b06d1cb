import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { withClient } from '../../../tests/support/databaseNodes.ts'
import { connect } from '../../database/connection.ts'
import { cellOf } from '../../domain/cells.ts'
import { readStreetLines, readWideStreets } from './streetLines.ts'

const testDatabase = await createTestDatabase()
const database = await connect(testDatabase.url, { poolSize: 2 })
afterAll(async () => {
  await database.close()
  await testDatabase.close()
})

/** A line of 90 m to the east. */
const lineAt = (lng: number) => [
  [lng, 39.7],
  [lng + 0.001, 39.7],
]
const bounds = { south: 39.69, west: -86.21, north: 39.71, east: -86.19 }

it('the imported streets of an area are read, with those that leave it, and the wide ones apart', async () => {
  const streets: [streetClass: string | null, lng: number][] = [
    ['main', -86.2],
    [null, -86.205],
    // Its middle is outside.
    ['secondary', -86.2109],
    ['main', -86.3],
  ]
  await withClient(testDatabase.ownerUrl, async (client) => {
    for (const [number, [streetClass, lng]] of streets.entries())
      await client.query(
        `insert into street_lines (dataset, line_number, name, class, cell, line) values ('sample', $1, 'Sample St', $2, $3, $4)`,
        [number, streetClass, `${cellOf({ lat: 39.7, lng: lng + 0.0005 })}`, JSON.stringify(lineAt(lng))],
      )
  })
  const [lines, wide] = await database.within({ tenantId: randomUUID() }, async (em) => [
    await readStreetLines(em, bounds),
    await readWideStreets(em, bounds),
  ])
  expect(lines.map(([from]) => from!.lng).sort((one, other) => other - one)).toEqual([-86.2, -86.205, -86.2109])
  expect(wide.map((street) => street.class).sort()).toEqual(['main', 'secondary'])
  expect(wide.find((street) => street.class === 'main')!.line).toEqual([
    { lat: 39.7, lng: -86.2 },
    { lat: 39.7, lng: -86.199 },
  ])
})
