import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLog } from '../../../api/log/verify.ts'
import { rest } from '../../support/client.ts'
import { isCluster } from '../../support/database.ts'
import { createServerFixture, type ServerFixture } from '../../support/serverFixture.ts'

const onCluster = await isCluster()

describe.skipIf(!onCluster)(
  `a tenant that moves to another node during its work${onCluster ? '' : ' (skipped: needs a Citus cluster)'}`,
  () => {
    let fixture: ServerFixture
    let tenantId: string
    beforeAll(async () => {
      fixture = await createServerFixture()
      tenantId = fixture.testTenant.tenantId
    }, 120_000)
    afterAll(async () => {
      isStopping = true
      await knocking
      await fixture?.teardown()
    })

    const eventIds: string[] = []
    let isStopping = false
    let knocking: Promise<unknown> | undefined

    /** Logs knocks until the end. One that failed is sent again with the same id, as the outbox does. */
    async function knock(): Promise<void> {
      while (!isStopping) {
        const eventId = randomUUID()
        const send = () =>
          rest(fixture.server.url, fixture.rep.token, 'POST', '/crm/door-knocks', {
            property_id: fixture.testTenant.properties[0]![0],
            outcome: 'talked',
            event_id: eventId,
          })
        let status = 0
        for (let attempt = 1; status !== 201 && attempt <= 100; attempt += 1) {
          status = (await send()).status
          if (status !== 201) await sleep(50)
        }
        expect(status).toBe(201)
        eventIds.push(eventId)
      }
    }

    async function knockMore(): Promise<void> {
      const enough = eventIds.length + 20
      await expect.poll(() => eventIds.length, { timeout: 30_000 }).toBeGreaterThan(enough)
    }

    it('keeps every knock that was acknowledged, once', { timeout: 180_000 }, async () => {
      knocking = Promise.all([knock(), knock(), knock(), knock()])
      await knockMore()
      // docs/operations.md, 'A distributed database': a shard of its own, and then another node.
      const { rows: isolated } = await fixture.db.query<{ shard: string }>(
        `select isolate_tenant_to_new_shard('activity_events', $1::uuid, cascade_option => 'CASCADE',
           shard_transfer_mode => 'block_writes') as shard`,
        [tenantId],
      )
      await knockMore()
      const { rows: placements } = await fixture.db.query<{ host: string; port: number; isOwn: boolean }>(
        `select n.nodename as host, n.nodeport as port, p.shardid is not null as "isOwn"
         from pg_dist_node n left join pg_dist_placement p on p.groupid = n.groupid and p.shardid = $1::bigint
         where n.shouldhaveshards order by n.groupid`,
        [isolated[0]!.shard],
      )
      const [from, to] = [placements.find(({ isOwn }) => isOwn)!, placements.find(({ isOwn }) => !isOwn)!]
      await fixture.db.query(
        `select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, 'block_writes')`,
        [...[isolated[0]!.shard, from.host, from.port, to.host, to.port]],
      )
      await knockMore()
      isStopping = true
      await knocking
      const { rows } = await fixture.db.query(
        `select count(*)::int as knocks, count(distinct event_id)::int as ids from activity_events
         where tenant_id = $1 and event_id = any($2)`,
        [tenantId, eventIds],
      )
      expect(rows).toEqual([{ knocks: eventIds.length, ids: eventIds.length }])
      expect((await verifyLog(fixture.db, tenantId)).faults).toEqual([])
      const { rows: sessions } = await fixture.db.query(
        `select result from run_command_on_workers($$ select count(*) from pg_stat_activity
           where datname = current_database() and usename = 'porchlight_app' $$) where nodeport = $1`,
        [to.port],
      )
      expect(Number(sessions[0].result)).toBeGreaterThan(0)
    })
  },
)
