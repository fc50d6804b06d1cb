import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { batchWrites } from '../api/log/batchWrites.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestTenant, type TestTenant } from '../tests/support/testTenant.ts'
import { runClosedLoop, graphql, runAlternating, type LoadResult } from './load.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { startProgram } from './startProgram.ts'
import { formatValue, type Row } from './table.ts'

const LOG_KNOCK = `mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }`
const LOG_KNOCKS = `mutation ($inputs: [KnockInput!]!) { logKnocks(inputs: $inputs) { eventId error } }`
const seconds = 3
const rounds = 3

/**
 * Knocks through GraphQL, one per request and 100 per request, compared with a plain INSERT and with the append
 * function alone.
 */
export async function knocks(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 16, propertiesPerRep: 500 })
    const ours = await startServer({
      databaseUrl: environment.ownerUrl,
      env: { NODE_ENV: 'production', LOG_LEVEL: 'warn', DATA_DIR: environment.dataDir },
    })
    environment.onTeardown(() => ours.stop())
    const plainUrl = await environment.newDatabase('plain')
    const plain = await startProgram(environment, 'plainApollo.ts', [plainUrl])
    const appendOnly = await connectAppendFunction(environment.appUrl, testTenant)
    environment.onTeardown(appendOnly.close)

    const logOne = (client: number) =>
      graphql(ours.url, testTenant.reps[client % 16]!.token, LOG_KNOCK, { input: knock(testTenant, client) }).then(
        () => {},
      )
    const insertOne = (client: number) =>
      graphql(plain, '', LOG_KNOCK, { input: { ...knock(testTenant, client), outcome: 'talked' } }).then(() => {})
    const logHundred = async (client: number) => {
      const inputs = Array.from({ length: 100 }, () => knock(testTenant, client))
      const { logKnocks } = await graphql<{ logKnocks: { error: string | null }[] }>(
        ...([ours.url, testTenant.reps[client % 16]!.token, LOG_KNOCKS, { inputs }] as const),
      )
      const rejected = logKnocks.find(({ error }) => error !== null)
      if (rejected) throw new Error(`A knock was rejected: ${rejected.error}`)
    }
    const load = (clients: number, once: (client: number) => Promise<void>) => () =>
      runClosedLoop({ clients, seconds }, once)

    // PostgreSQL plans queries on a new log as if it were empty, so fill and analyze it before measuring.
    await Promise.all(
      [logOne, insertOne, appendOnly.append].map((once) => runClosedLoop({ clients: 8, seconds: 3 }, once)),
    )
    for (const url of [environment.ownerUrl, plainUrl]) await vacuumAnalyze(url)

    const [ours8, plain8] = (await runAlternating(rounds, [load(8, logOne), load(8, insertOne)])) as [
      LoadResult,
      LoadResult,
    ]
    const [ours16, plain16, append16] = (await runAlternating(rounds, [
      load(16, logOne),
      load(16, insertOne),
      load(16, appendOnly.append),
    ])) as [LoadResult, LoadResult, LoadResult]
    const [hundred] = (await runAlternating(rounds, [load(4, logHundred)])) as [LoadResult]
    return [
      compareRow('log a knock, 8 clients', ours8, plain8, 'plain INSERT', 0.9),
      compareRow('log a knock, 16 clients', ours16, plain16, 'plain INSERT', 1),
      {
        work: 'log a knock, 16 clients: p99',
        measured: formatValue(ours16.p99, 'ms'),
        baseline: `${formatValue(plain16.p99, 'ms')} plain INSERT`,
        ratio: ours16.p99 / plain16.p99,
        target: '< 15 ms',
        met: ours16.p99 < 15,
      },
      compareRow('log a knock, 16 clients', ours16, append16, 'append function only', 0.35),
      {
        work: 'log knocks, 100 per request',
        measured: formatValue(hundred.perSecond * 100, '/s'),
        baseline: '',
        ratio: null,
        target: '>= 10,000/s',
        met: hundred.perSecond * 100 >= 10_000,
      },
    ]
  } finally {
    await environment.teardown()
  }
}

async function vacuumAnalyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

function compareRow(work: string, ours: LoadResult, other: LoadResult, name: string, target: number): Row {
  const ratio = ours.perSecond / other.perSecond
  return {
    work,
    measured: formatValue(ours.perSecond, '/s'),
    baseline: `${formatValue(other.perSecond, '/s')} ${name}`,
    ratio,
    target: `>= ${target} x`,
    met: ratio >= target,
  }
}

let sequence = 0

/** A realistic mix of outcomes: most knocks find nobody home, and some change the property's status. */
const outcomes = [
  'NOBODY_HOME',
  'NOBODY_HOME',
  'TALKED',
  'NOBODY_HOME',
  'NOT_INTERESTED',
  'COME_BACK',
  'LEFT_FLYER',
  'INTERESTED',
]

function knock(testTenant: TestTenant, client: number) {
  sequence += 1
  const doors = testTenant.properties[client % testTenant.properties.length]!
  return {
    propertyId: doors[sequence % doors.length]!,
    outcome: outcomes[sequence % outcomes.length]!,
    eventId: uuidv7(),
  }
}

/**
 * Calls the append function through node-postgres, without GraphQL, business rules or entities. Concurrent calls share
 * a transaction.
 */
export async function connectAppendFunction(url: string, testTenant: TestTenant) {
  const tenantId = randomUUID()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const appendBatched = batchWrites<object, void>(async (_key, events) => {
    await client.query(`begin; set local role porchlight_tenant; set local app.tenant_id = '${tenantId}'`)
    await client.query({
      name: 'append',
      text: 'select event_id, position, outcome from append_activity($1, $2)',
      values: [tenantId, JSON.stringify(events)],
    })
    await client.query('commit')
    return events.map(() => undefined)
  }, 500)
  return {
    close: () => client.end(),
    append: (n: number) => {
      const { propertyId, outcome, eventId } = knock(testTenant, n)
      const repId = testTenant.reps[n % 16]!.id
      return appendBatched(tenantId, {
        event_id: eventId,
        type: 'DoorKnocked',
        schema_version: 1,
        occurred_at: new Date(),
        actor_id: repId,
        real_role: 'sales_rep',
        acting_role: 'sales_rep',
        request_id: randomUUID(),
        subject_id: propertyId,
        data: { propertyId, repId, neighborhood: 'Sample Park', outcome: outcome.toLowerCase(), sessionId: null },
      })
    },
  }
}
