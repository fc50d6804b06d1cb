import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graphql, rest } from '../../support/client.ts'
import { isCluster } from '../../support/database.ts'
import { connectToNodeOf, findNodeOf } from '../../support/databaseNodes.ts'
import { createServerFixture, type ServerFixture } from '../../support/serverFixture.ts'
import { createTestTenant, type TestTenant } from '../../support/testTenant.ts'

const onCluster = await isCluster()

describe.skipIf(!onCluster)(
  `while a node lets nobody in${onCluster ? '' : ' (skipped: needs a Citus cluster)'}`,
  () => {
    let fixture: ServerFixture
    /** Two tenants on different nodes. */
    let living: TestTenant
    let lost: TestTenant

    beforeAll(async () => {
      fixture = await createServerFixture()
      living = await createTenant()
      const { port } = (await findNodeOf(fixture.ownerUrl, living.tenantId))!
      do lost = await createTenant()
      while ((await findNodeOf(fixture.ownerUrl, lost.tenantId))!.port === port)
    }, 120_000)
    afterAll(() => fixture?.teardown())

    async function createTenant(): Promise<TestTenant> {
      const tenant = await createTestTenant(fixture.ownerUrl, { reps: 1, propertiesPerRep: 2 })
      const [rep, property] = [tenant.reps[0]!, tenant.properties[0]![0]!]
      const send = async (path: string, body: object) =>
        expect((await rest(fixture.server.url, rep.token, 'POST', path, body)).status).toBe(201)
      for (const tag of ['storm', 'shingle']) await send('/leads', { property_id: property, tag })
      await send('/crm/door-knock-session/start', {})
      const come_back_at = new Date().toISOString()
      await send('/crm/door-knocks', { property_id: property, outcome: 'come_back', come_back_at })
      return tenant
    }

    const printed = '{ printCheck(selection: { tag: STORM }) { total printed } }'
    const reads: [name: string, person: 'owner' | 'rep', query: string][] = [
      ['leads without letters', 'owner', '{ leads(filter: { neverPrinted: true }) { edges { node { id } } } }'],
      ['leads to print', 'owner', printed],
      ['knock sessions', 'rep', '{ knockSessions { id doors talks leads } }'],
      ['leads that are duplicates', 'owner', '{ duplicateLeads { leads { id } } }'],
      ['houses to come back to', 'rep', '{ comeBacks { eventId address } }'],
      ['knocks of houses', 'rep', '{ properties { edges { node { id knocks { eventId outcome } } } } }'],
      ['replaced owners', 'owner', '{ properties { edges { node { id replacedOwners { id } } } } }'],
      ['houses by tag', 'owner', '{ properties(filter: { tag: STORM, search: "sample" }) { edges { node { id } } } }'],
      ['the log in groups', 'owner', '{ activityLog(filter: { grouped: true }) { edges { node { eventId } } } }'],
    ]

    it('the others read what they read before', async () => {
      const read = async (tenant: TestTenant) => {
        const results: unknown[] = []
        for (const [name, person, query] of reads) {
          const { token } = person === 'owner' ? tenant.owner : tenant.reps[0]!
          const { data, errors } = await graphql(fixture.server.url, token, query)
          results.push([name, errors ? errors[0].extensions.code : data])
        }
        return results
      }
      const before = await read(living)
      await withoutNodeOf(lost, async () => {
        expect(await read(living)).toEqual(before)
        expect(await read(lost)).toEqual(reads.map(([name]) => [name, 'UNAVAILABLE']))
      })
    })

    /** Meanwhile, the node with the rows of the tenant refuses every role but the owner, as if it had no connections left. */
    async function withoutNodeOf(tenant: TestTenant, work: () => Promise<void>): Promise<void> {
      const node = await connectToNodeOf(fixture.ownerUrl, tenant.tenantId)
      const limit = (count: number) =>
        `alter database ${new URL(fixture.ownerUrl).pathname.slice(1)} connection limit ${count}`
      try {
        await node.query(limit(0))
        await node.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename <> current_user`,
        )
        await work()
      } finally {
        await node.query(limit(-1))
        await node.end()
      }
    }
  },
)
