import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createTestTenant, type TestTenant } from '../support/testTenant.ts'
import { graphql, rest } from '../support/client.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const file = fileURLToPath(new URL('../../../shared/data/cambridge/parcels_fy2014_joined.geojson', import.meta.url))
const map = "parcel_id=ml,address=address,use=use,year_built=year,units=units,city='Cambridge',state='MA'"

let database: TestDatabase
let server: TestServer
let testTenant: TestTenant

describe.skipIf(!existsSync(file))(
  `the parcels of Cambridge${existsSync(file) ? '' : ' (skipped: the file is not beside the project)'}`,
  () => {
    beforeAll(async () => {
      database = await createTestDatabase()
      testTenant = await createTestTenant(database.ownerUrl, { reps: 1, propertiesPerRep: 1 })
      server = await startServer({ databaseUrl: database.ownerUrl })
    }, 60_000)
    afterAll(async () => {
      await server.stop()
      await database.close()
    })

    it('are imported by one command, while the server runs', () => {
      const program = 'dist/server/scripts/import-parcels.js'
      const run = spawnSync(process.execPath, [program, file, '--map', map, '--name', 'cambridge'], {
        cwd: root,
        env: { ...process.env, DATABASE_URL: database.ownerUrl },
        encoding: 'utf8',
      })
      expect(run.status, run.stderr).toBe(0)
      expect(run.stdout + run.stderr).toMatch(/13,\d{3}/)
    }, 60_000)

    it('have streets, which the same command imports', () => {
      const program = 'dist/server/scripts/import-parcels.js'
      const streets = path.join(path.dirname(file), 'street_centerlines.geojson')
      const run = spawnSync(process.execPath, [program, streets, '--streets', 'street', '--name', 'cambridge'], {
        cwd: root,
        env: { ...process.env, DATABASE_URL: database.ownerUrl },
        encoding: 'utf8',
      })
      expect(run.status, run.stderr).toBe(0)
      expect(run.stdout).toMatch(/^\d,\d{3} lines of streets in 'cambridge'/)
    }, 60_000)

    const place = { lat: 42.36286, lng: -71.1113 }

    it('answer a search for 23 Rockwell St by REST', async () => {
      const rep = testTenant.reps[0]!
      const { body } = await rest(
        server.url,
        rep.token,
        'GET',
        `/regrid/search?address=${encodeURIComponent('23 Rockwell St')}`,
      )
      const [found] = body['results']
      expect(found.fullAddress).toMatch(/^23 Rockwell St/i)
      expect(found.centroid[1]).toBeCloseTo(place.lat, 4)
      expect(found.centroid[0]).toBeCloseTo(place.lng, 4)
      const at = await rest(server.url, rep.token, 'POST', '/regrid/search-by-coordinates', place)
      expect(at.body['results'][0].parcelnumb).toBe(found.parcelnumb)
      const details = await rest(server.url, rep.token, 'GET', `/regrid/details/${encodeURIComponent(found.id)}`)
      expect(details.body['data']).toMatchObject({ parcel_id: '127-123', year_built: 1854 })
    })

    it('say how many units a building of condominiums has', async () => {
      const { data } = await graphql(
        server.url,
        testTenant.reps[0]!.token,
        'mutation { locateProperty(input: { address: "38 Maple Ave, Cambridge, MA" }) { draft { parcelId units } parcel { units } } }',
      )
      expect(data?.locateProperty).toEqual({ draft: { parcelId: '113-27', units: 4 }, parcel: { units: 4 } })
    })

    it("and by the map screen's mutation and suggestions", async () => {
      const rep = testTenant.reps[0]!
      const { data } = await graphql(
        server.url,
        rep.token,
        `
          mutation {
            locateProperty(input: { address: "23 Rockwell St" }) {
              outcome
              draft {
                address
                lat
                lng
                parcelId
                ownerName
              }
            }
          }
        `,
      )
      expect(data.locateProperty).toMatchObject({
        outcome: 'NEW',
        draft: { parcelId: '127-123', ownerName: 'Unknown Owner' },
      })
      expect(data.locateProperty.draft.lat).toBeCloseTo(place.lat, 4)
      const typed = await graphql(server.url, rep.token, '{ addressSuggestions(query: "23 rockw") { address } }')
      expect(typed.data.addressSuggestions[0].address).toMatch(/^23 Rockwell St/i)
    })
  },
)
