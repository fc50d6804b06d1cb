import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { verifyLog } from '../../api/log/verify.ts'
import type { TestTenant } from '../support/testTenant.ts'

/** Clients that log knocks and resend each, with the same id, until it is acknowledged. */
export interface KnockLoad {
  /** Ids of acknowledged knocks. */
  acknowledged: Set<string>
  /** Errors that are not retryable; there should be none. */
  refusals: string[]
  /** The number of resends. */
  retries(): number
  /** The number of resends whose knock was in the log already: only its acknowledgment was lost. */
  replays(): number
  /** Stops new knocks and resolves when every started one is acknowledged. */
  stop(): Promise<void>
}

const LOG_KNOCK = `mutation ($input: KnockInput!) { logKnock(input: $input) { replayed } }`
const outcomes = ['NOBODY_HOME', 'TALKED', 'INTERESTED', 'NOT_INTERESTED', 'COME_BACK']

/** Starts one client for each rep of the tenant, which pauses for `thinkMs` after each knock. */
export function startKnockLoad(url: string, testTenant: TestTenant, { thinkMs = 0 } = {}): KnockLoad {
  const acknowledged = new Set<string>()
  const refusals: string[] = []
  let retries = 0
  let replays = 0
  let isStopping = false

  const clients = testTenant.reps.map(async (rep, n) => {
    const doors = testTenant.properties[n]!
    for (let turn = 0; !isStopping; turn += 1) {
      const input = {
        propertyId: doors[turn % doors.length],
        outcome: outcomes[turn % outcomes.length],
        eventId: uuidv7(),
      }
      for (;;) {
        const answer = await sendKnock(url, rep.token, input)
        if (answer === 'acknowledged') break
        if (answer === 'replayed') {
          replays += 1
          break
        }
        if (answer !== 'retry') {
          refusals.push(answer)
          return
        }
        retries += 1
        await sleep(50)
      }
      acknowledged.add(input.eventId)
      if (thinkMs > 0) await sleep(thinkMs)
    }
  })
  return {
    acknowledged,
    refusals,
    retries: () => retries,
    replays: () => replays,
    stop: async () => {
      isStopping = true
      await Promise.all(clients)
    },
  }
}

/** Returns 'acknowledged', 'replayed' if it was in the log already, 'retry' after a lost connection or an unavailable database, or the error. */
async function sendKnock(url: string, token: string, input: object): Promise<string> {
  try {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: LOG_KNOCK, variables: { input } }),
      signal: AbortSignal.timeout(10_000),
    })
    const { data, errors } = (await answer.json()) as {
      data?: { logKnock: { replayed: boolean } }
      errors?: { message: string; extensions?: { code?: string } }[]
    }
    if (data?.logKnock) return data.logKnock.replayed ? 'replayed' : 'acknowledged'
    if (errors?.every(({ extensions }) => extensions?.code === 'UNAVAILABLE')) return 'retry'
    return `${answer.status}: ${JSON.stringify(errors)}`
  } catch {
    return 'retry'
  }
}

/** The contents of the database compared with the acknowledged knocks. */
export interface KnockAudit {
  acknowledged: number
  /** Acknowledged but missing in the log. */
  lost: number
  /** In the log or the counters more than once. */
  duplicated: number
  /** Positions are contiguous from 1. */
  isGapless: boolean
  /** knocks, log and counters have the same count. */
  isConsistent: boolean
  /** Errors that `log:verify` finds in the hash chain or a projection. */
  faults: string[]
}

/** Reads the tenant's log, knocks and counters as the database's owner. */
export async function auditKnocks(ownerUrl: string, testTenant: TestTenant, load: KnockLoad): Promise<KnockAudit> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const log = await client.query<{ event_id: string; position: string }>(
      'select event_id, position from activity_events where tenant_id = $1 order by position',
      [testTenant.tenantId],
    )
    const { rows: counts } = await client.query<{ knocks: number; doors: number }>(
      `select (select count(*)::int from knocks where tenant_id = $1) as knocks,
         (select coalesce(sum(doors), 0)::int from rep_hours where tenant_id = $1) as doors`,
      [testTenant.tenantId],
    )
    const { knocks, doors } = counts[0]!
    const { faults } = await verifyLog(client, testTenant.tenantId)
    const ids = new Set(log.rows.map(({ event_id }) => event_id))
    return {
      acknowledged: load.acknowledged.size,
      lost: [...load.acknowledged].filter((id) => !ids.has(id)).length,
      duplicated: log.rows.length - ids.size + Math.max(0, doors - ids.size),
      isGapless: log.rows.every(({ position }, n) => Number(position) === n + 1),
      isConsistent: log.rows.length === knocks && knocks === doors,
      faults,
    }
  } finally {
    await client.end()
  }
}
