import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { startServer } from '../tests/support/server.ts'
import { createTestTenant } from '../tests/support/testTenant.ts'
import type { Reply, Command } from './audience.ts'
import { graphql, median, post, quantile } from './load.ts'
import { createTestEnvironment, type TestEnvironment } from '../tests/support/testEnvironment.ts'
import { startProgram } from './startProgram.ts'
import { formatValue, type Row } from './table.ts'

const subscribers = 1_000
const quietRounds = 20
const LOG_KNOCK = `mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }`
// doorsKnocked stands last, so that `"doorsKnocked":7}` is found in one place only.
const LEADERBOARD = `subscription { leaderboardChanged(period: DAY) {
  period from to entries { rank user { id fullName } leadsCreated leadsConverted doorsKnocked } } }`

/** From the answer to a knock until the last of 1,000 subscribers has the new leaderboard, beside a plain socket. */
export async function live(): Promise<Row[]> {
  const stage = await createTestEnvironment()
  try {
    const world = await createTestTenant(stage.ownerUrl, { reps: 5, propertiesPerRep: 200 })
    const ours = await startServer({
      databaseUrl: stage.ownerUrl,
      env: { NODE_ENV: 'production', LOG_LEVEL: 'warn', DATA_DIR: stage.dataDir },
      built: true,
    })
    stage.onTeardown(() => ours.stop())
    const rep = world.reps[0]!
    let doors = 0
    const knock = () => {
      doors += 1
      const input = { propertyId: world.properties[0]![doors % 200]!, outcome: 'NOBODY_HOME', eventId: uuidv7() }
      return graphql(ours.url, rep.token, LOG_KNOCK, { input })
    }
    for (let n = 0; n < 200; n += 1) await knock()
    const answerWithoutSubscribersMs = median(
      (await measureQuietWrites(quietRounds, knock, async () => 0)).map(({ answerMs }) => answerMs),
    )

    const audience = await startSubscribers(stage, {
      ...{ url: `${ours.url.replace('http', 'ws')}/graphql`, count: subscribers },
      ...{ token: world.owner.token, query: LEADERBOARD },
    })
    const hasIt = () => audience.waitFor(`"doorsKnocked":${doors}}`)
    await knock()
    await sleep(1_000)
    const quiet = await measureQuietWrites(
      quietRounds,
      knock,
      async () => (await hasIt()).atMs,
      () => audience.expect(`"doorsKnocked":${doors + 1}}`),
    )

    const bursts: { settledMs: number; mostMessages: number }[] = []
    for (let round = 0; round < 5; round += 1) {
      await sleep(400)
      audience.expect(`"doorsKnocked":${doors + 50}}`)
      const started = nowMs()
      await Promise.all(Array.from({ length: 50 }, knock))
      const { atMs, mostMessages } = await hasIt()
      bursts.push({ settledMs: atMs - started, mostMessages })
    }
    const plain = await plainSockets(stage)

    const push = median(quiet.map(({ pushedMs }) => pushedMs))
    const answer = median(quiet.map(({ answerMs }) => answerMs))
    const settled = quantile(
      bursts.map(({ settledMs }) => settledMs),
      1,
    )
    const most = Math.max(...bursts.map(({ mostMessages }) => mostMessages))
    return [
      {
        ...{ work: 'knock answered -> last of 1,000 subscribers', measured: formatValue(push, 'ms') },
        ...{ yardstick: `${formatValue(plain, 'ms')} plain ws`, ratio: push / plain, aim: '<= 20 ms', met: push <= 20 },
      },
      {
        ...{
          work: 'burst of 50 knocks -> all 1,000 settled',
          measured: `${formatValue(settled, 'ms')}, ${most} messages`,
        },
        ...{ yardstick: '', ratio: null, aim: '<= 300 ms, <= 3 messages', met: settled <= 300 && most <= 3 },
      },
      {
        ...{ work: "the writer's answer with 1,000 subscribers", measured: formatValue(answer, 'ms') },
        ...{
          yardstick: `${formatValue(answerWithoutSubscribersMs, 'ms')} without`,
          ratio: answer / answerWithoutSubscribersMs,
          aim: '<= 1.5 x',
          met: answer <= 1.5 * answerWithoutSubscribersMs,
        },
      },
    ]
  } finally {
    await stage.teardown()
  }
}

interface QuietWrite {
  answerMs: number
  pushedMs: number
}

/** Single writes with silence between them; the first two warm up. `arrived` answers when the last subscriber had it. */
async function measureQuietWrites(
  rounds: number,
  write: () => Promise<unknown>,
  arrived: () => Promise<number>,
  announce: () => void = () => {},
): Promise<QuietWrite[]> {
  const results: QuietWrite[] = []
  for (let round = 0; round < rounds + 2; round += 1) {
    await sleep(300)
    announce()
    const sent = nowMs()
    await write()
    const answered = nowMs()
    results.push({ answerMs: answered - sent, pushedMs: Math.max(0, (await arrived()) - answered) })
  }
  return results.slice(2)
}

async function plainSockets(stage: TestEnvironment): Promise<number> {
  const url = await startProgram(stage, 'plainSockets.ts')
  const audience = await startSubscribers(stage, { url: url.replace('http', 'ws'), count: subscribers })
  let n = 0
  const entries = Array.from({ length: 5 }, (_, rank) => ({
    rank,
    user: { id: uuidv7(), fullName: 'Sample Rep' },
    doorsKnocked: 7,
  }))
  const quiet = await measureQuietWrites(
    quietRounds,
    () => post(url, { n: (n += 1), entries, end: `mark ${n}.` }),
    async () => (await audience.waitFor(`mark ${n}.`)).atMs,
    () => audience.expect(`mark ${n + 1}.`),
  )
  return median(quiet.map(({ pushedMs }) => pushedMs))
}

/** Opens the sockets in a process of their own. `expect` before a write, `waitFor` after it. */
async function startSubscribers(stage: TestEnvironment, open: Extract<Command, { open: unknown }>['open']) {
  const child = fork(new URL('audience.ts', import.meta.url), { execArgv: ['--import', '@oxc-node/core/register'] })
  stage.onTeardown(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  })
  const opened = nextReply(child)
  sendCommand(child, { open })
  await opened
  let arrival: { marker: string; words: Promise<Reply> } | null = null
  const expect = (marker: string) => {
    const words = nextReply(child)
    // It may fail before anybody waits for it, when the stage is struck after another failure.
    words.catch(() => {})
    arrival = { marker, words }
    sendCommand(child, { waitFor: marker })
  }
  const waitFor = async (marker: string) => {
    if (arrival?.marker !== marker) throw new Error(`Nobody was told to wait for ${marker}`)
    const words = await arrival.words
    if (!('allHaveIt' in words)) throw new Error('The subscribers said something else')
    return { atMs: Number(words.allHaveIt.atNs) / 1e6, mostMessages: words.allHaveIt.mostMessages }
  }
  return { expect, waitFor }
}

function sendCommand(child: ChildProcess, command: Command): void {
  child.send(command)
}

function nextReply(child: ChildProcess): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Not every subscriber got it within 30 s')), 30_000)
    const onExit = () => reject(new Error('The subscribers are gone'))
    child.once('exit', onExit)
    child.once('message', (words) => {
      clearTimeout(timer)
      child.off('exit', onExit)
      resolve(words as Reply)
    })
  })
}

function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
