import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { addWatchers, createTestTenant } from '../tests/support/testTenant.ts'
import { graphql, median } from './load.ts'
import { startProgram } from './startProgram.ts'
import { startSubscribers, type Subscribers } from './subscribers.ts'
import { formatValue, type Row } from './table.ts'

const subscriberCount = 1_000
const quietRounds = 20
const burstRounds = 3
const burstSize = 50
const LOG_KNOCK = `mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }`
// doorsKnocked comes last so that `"doorsKnocked":7}` matches in one place only.
const LEADERBOARD = `subscription { leaderboardChanged(period: DAY) {
  period from to entries { rank user { id fullName } leadsCreated leadsConverted doorsKnocked } } }`

/**
 * Time from the response to a knock until the last of 1,000 subscribers has the new leaderboard, compared with Apollo Server
 * and graphql-ws that keep it in memory.
 */
export async function live(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: 5, propertiesPerRep: 200 })
    const server = await startServer({
      databaseUrl: environment.ownerUrl,
      env: { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: environment.dataDir },
    })
    environment.onTeardown(() => server.stop())
    const apollo = await startProgram(environment, 'plainApolloLive.ts')
    const ours = makeKnocker(server.url, testTenant.reps[0]!.token, testTenant.properties[0]!)
    const plain = makeKnocker(apollo.url, '', testTenant.properties[0]!)
    for (let n = 0; n < 200; n += 1) for (const { knock } of [ours, plain]) await knock()
    const alone: number[] = []
    for (let round = 0; round < quietRounds; round += 1) alone.push(await timeQuietKnock(ours))

    const watchers = await addWatchers(environment.ownerUrl, testTenant.tenantId, subscriberCount)
    const sides = [
      { ...ours, subscribers: await subscribe(server.url, watchers) },
      { ...plain, subscribers: await subscribe(apollo.url, ['']) },
    ]
    const quiet = sides.map((): QuietKnock[] => [])
    for (let round = 0; round < quietRounds + 2; round += 1)
      for (const [n, side] of sides.entries()) quiet[n]!.push(await measureQuietKnock(side))
    const bursts = sides.map((): Burst[] => [])
    for (let round = 0; round < burstRounds; round += 1)
      for (const [n, side] of sides.entries()) bursts[n]!.push(await measureBurst(side))

    // The first two rounds are a warm-up.
    const of = (side: number, name: keyof QuietKnock) => median(quiet[side]!.slice(2).map((knock) => knock[name]))
    const ratioOf = (name: keyof QuietKnock) =>
      median(quiet[0]!.slice(2).map((knock, n) => knock[name] / quiet[1]!.slice(2)[n]![name]))
    const slowest = bursts.map((rounds) => ({
      completeMs: Math.max(...rounds.map(({ completeMs }) => completeMs)),
      maxMessages: Math.max(...rounds.map(({ maxMessages }) => maxMessages)),
    })) as [Burst, Burst]
    const describe = ({ completeMs, maxMessages }: Burst) => `${formatValue(completeMs, 'ms')}, ${maxMessages} messages`
    return [
      {
        work: 'knock response -> last of 1,000 subscribers',
        measured: formatValue(of(0, 'pushedMs'), 'ms'),
        baseline: `${formatValue(of(1, 'pushedMs'), 'ms')} Apollo, graphql-ws`,
        ratio: ratioOf('pushedMs'),
        target: '<= 1 x',
        met: ratioOf('pushedMs') <= 1,
      },
      {
        work: 'knock request -> last of 1,000 subscribers',
        measured: formatValue(of(0, 'completeMs'), 'ms'),
        baseline: `${formatValue(of(1, 'completeMs'), 'ms')} Apollo, graphql-ws`,
        ratio: ratioOf('completeMs'),
        target: '',
        met: true,
      },
      {
        work: 'burst of 50 knocks -> all 1,000 up to date',
        measured: describe(slowest[0]),
        baseline: `${describe(slowest[1])} Apollo, graphql-ws`,
        ratio: slowest[0].completeMs / slowest[1].completeMs,
        target: '<= 300 ms, <= 3 messages',
        met: slowest[0].completeMs <= 300 && slowest[0].maxMessages <= 3,
      },
      {
        work: 'knock response time with 1,000 subscribers',
        measured: formatValue(of(0, 'responseMs'), 'ms'),
        baseline: `${formatValue(median(alone), 'ms')} without`,
        ratio: of(0, 'responseMs') / median(alone),
        target: '<= 1.5 x',
        met: of(0, 'responseMs') <= 1.5 * median(alone),
      },
    ]

    function subscribe(url: string, tokens: string[]): Promise<Subscribers> {
      return startSubscribers(environment, {
        url: `${url.replace('http', 'ws')}/graphql`,
        count: subscriberCount,
        tokens,
        query: LEADERBOARD,
      })
    }
  } finally {
    await environment.teardown()
  }
}

interface Knocker {
  knock(): Promise<unknown>
  /** The text that identifies the leaderboard after this number of additional knocks. */
  markerAfter(more: number): string
}

function makeKnocker(url: string, token: string, doors: string[]): Knocker {
  let count = 0
  return {
    knock: () => {
      count += 1
      const input = { propertyId: doors[count % doors.length]!, outcome: 'NOBODY_HOME', eventId: uuidv7() }
      return graphql(url, token, LOG_KNOCK, { input })
    },
    markerAfter: (more) => `"doorsKnocked":${count + more}}`,
  }
}

interface QuietKnock {
  responseMs: number
  /** From the response until the last subscriber has the message. */
  pushedMs: number
  /** From the request until the last subscriber has the message. */
  completeMs: number
}

interface Burst {
  completeMs: number
  maxMessages: number
}

type Side = Knocker & { subscribers: Subscribers }

async function timeQuietKnock({ knock }: Knocker): Promise<number> {
  await sleep(200)
  const sent = nowMs()
  await knock()
  return nowMs() - sent
}

/** Measures a single knock after a pause. */
async function measureQuietKnock({ knock, markerAfter, subscribers }: Side): Promise<QuietKnock> {
  await sleep(300)
  const marker = markerAfter(1)
  subscribers.expect(marker)
  const sent = nowMs()
  await knock()
  const responded = nowMs()
  const { atMs } = await subscribers.waitFor(marker)
  return { responseMs: responded - sent, pushedMs: Math.max(0, atMs - responded), completeMs: atMs - sent }
}

async function measureBurst({ knock, markerAfter, subscribers }: Side): Promise<Burst> {
  await sleep(400)
  const marker = markerAfter(burstSize)
  subscribers.expect(marker)
  const started = nowMs()
  await Promise.all(Array.from({ length: burstSize }, knock))
  const { atMs, maxMessages } = await subscribers.waitFor(marker)
  return { completeMs: atMs - started, maxMessages }
}

function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
