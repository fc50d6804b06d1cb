import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { graphql, rest } from '../support/client.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createTestEnvironment } from '../support/testEnvironment.ts'
import { createTestTenant, type TestTenant } from '../support/testTenant.ts'
import type { Command, Report } from './hostileAttackers.ts'
import { averageOf, maxGrowth, residentMegabytes } from './memory.ts'
import type { FaultRow, RowResult } from './row.ts'

const normalUsers = 50
const attackers = 8
/** Limits of the long form. The short form measures no times, because other tests run at the same time; it checks that the server keeps running. */
const maxHealthMs = 200
const maxNormalMs = 1_000

/**
 * Anonymous and signed-in attackers send the worst of each kind beside normal users: long texts, deep and costly queries, names
 * that are never the same, and files that are made to stop their readers.
 */
export const hostile: FaultRow = {
  name: 'hostile',
  title: 'seconds of attacks of each kind beside 50 users',
  aim: `health <= ${maxHealthMs} ms, users p99 <= ${maxNormalMs} ms, memory flat, no restart`,
  longCount: 600,
  shortCount: 5,
  async run({ count, isLong, log }) {
    const environment = await createTestEnvironment()
    try {
      const users = await createTestTenant(environment.ownerUrl, { reps: normalUsers, propertiesPerRep: 20 })
      const others = await createTestTenant(environment.ownerUrl, { reps: 1, propertiesPerRep: 100 })
      const server = await startServer({
        databaseUrl: environment.ownerUrl,
        // Each attack comes from another address, so that limits per address do not hide what is behind them.
        env: { NODE_ENV: 'production', LOG_LEVEL: 'error', TRUSTED_PROXIES: '1', DATA_DIR: environment.dataDir },
      })
      environment.onTeardown(() => server.stop())
      return await measureAttacks(server, { users, others, seconds: count, isLong, log })
    } finally {
      await environment.teardown()
    }
  },
}

interface Attacks {
  /** The company whose users work meanwhile. */
  users: TestTenant
  /** The company of the attackers. */
  others: TestTenant
  seconds: number
  isLong: boolean
  log(message: string): void
}

async function measureAttacks(server: TestServer, attacks: Attacks): Promise<RowResult> {
  const { users, others, seconds, isLong, log } = attacks
  const { owner, reps } = others
  // Their start, which compiles their program, is none of the attacks.
  const attackerProcess = await startAttackers()
  // The attacks meet a server at work. How fast it is right after its start is measured by `bench -- starts`.
  await warmUp(server.url, users)
  const attacked = attack(attackerProcess, {
    url: server.url,
    tokens: { owner: owner.token, rep: reps[0]!.token },
    attackers,
    seconds,
  })
  const endsAt = performance.now() + seconds * 1_000
  const healthMs: number[] = []
  const normalMs: number[] = []
  const failed: string[] = []
  const megabytes: number[] = []

  const watchHealth = async () => {
    for (; performance.now() < endsAt; await sleep(100)) {
      const began = performance.now()
      const { ok } = await fetch(`${server.url}/api/health`).catch(() => ({ ok: false }))
      healthMs.push(performance.now() - began)
      if (!ok) failed.push('The health check failed.')
    }
  }
  const watchMemory = async () => {
    for (let n = 0; performance.now() < endsAt; n += 1, await sleep(1_000)) {
      megabytes.push(residentMegabytes(server.pid))
      if (n % 30 === 0) log(`${n} s: ${megabytes.at(-1)} MB, health at most ${Math.round(Math.max(0, ...healthMs))} ms`)
    }
  }
  const work = async (n: number) => {
    for (let turn = n; performance.now() < endsAt; turn += 1) {
      await sleep(1_000 + ((n * 37) % 1_000))
      const began = performance.now()
      const problem = await workOnce(server.url, users, n, turn).catch((error: Error) => error.message)
      normalMs.push(performance.now() - began)
      if (problem) failed.push(problem)
    }
  }
  const [report] = await Promise.all([attacked, watchHealth(), watchMemory(), ...users.reps.map((_rep, n) => work(n))])
  const [health, normal] = [Math.round(Math.max(...healthMs)), Math.round(quantileOf(normalMs, 0.99))]
  const [warm, end] = [averageOf(megabytes, 0.2, 0.3), averageOf(megabytes, 0.9, 1)]
  const attackCount = Object.values(report.attacks).reduce((sum, count) => sum + count, 0)
  return {
    count: seconds,
    figures:
      `${attackCount.toLocaleString('en-US')} attacks, health max ${health} ms (p99 ${Math.round(quantileOf(healthMs, 0.99))}), ` +
      `${normalMs.length.toLocaleString('en-US')} calls of users, p99 ${normal} ms, ${warm} -> ${end} MB`,
    problems: [
      ...(residentMegabytes(server.pid) === 0 ? [`The server ended:\n${server.output().slice(-4_000)}`] : []),
      ...(isLong && health > maxHealthMs ? [`Health took ${health} ms.`] : []),
      ...(isLong && normal > maxNormalMs ? [`The calls of users took ${normal} ms (p99).`] : []),
      ...(isLong && end > warm * maxGrowth ? [`Memory grew from ${warm} to ${end} MB.`] : []),
      ...new Set(failed.slice(0, 20)),
      ...new Set(report.faults.slice(0, 20)),
    ],
  }
}

/** Each user works twice. */
async function warmUp(url: string, users: TestTenant): Promise<void> {
  for (const round of [0, 4])
    for (const n of users.reps.keys())
      for (let turn = round; turn < round + 4; turn += 1) {
        const problem = await workOnce(url, users, n, turn)
        if (problem) throw new Error(problem)
      }
}

async function startAttackers(): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('hostileAttackers.ts', import.meta.url))
  const child = fork(file, [], { execArgv: ['--import', '@oxc-node/core/register'] })
  await once(child, 'message')
  // Attackers have computers of their own, so theirs does not take the processor from the server.
  os.setPriority(child.pid!, os.constants.priority.PRIORITY_BELOW_NORMAL)
  return child
}

async function attack(attackerProcess: ChildProcess, command: Command): Promise<Report> {
  attackerProcess.send(command)
  const [report] = (await once(attackerProcess, 'message')) as [Report]
  return report
}

const page = `query ($first: Int) { properties(first: $first) { edges { node { id address ownerName status leads { id status } } } } }`
const board = '{ leaderboard(period: WEEK) { entries { rank doorsKnocked user { id fullName } } } }'
const knock = `mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }`

/** What a rep does between two doors. Returns what went wrong. */
async function workOnce(
  url: string,
  { reps, properties }: TestTenant,
  n: number,
  turn: number,
): Promise<string | null> {
  const { token } = reps[n]!
  if (turn % 4 === 3) {
    const { status } = await rest(url, token, 'GET', '/leads?limit=20')
    return status === 200 ? null : `GET /leads answered ${status}.`
  }
  const propertyId = properties[n]![turn % properties[n]!.length]
  const input = { propertyId, outcome: 'TALKED', eventId: randomUUID() }
  const [query, variables] = [[page, { first: 20 }] as const, [board, {}] as const, [knock, { input }] as const][
    turn % 4
  ]!
  const { errors } = await graphql(url, token, query, variables)
  return errors ? `${query.slice(0, 40)}: ${JSON.stringify(errors).slice(0, 300)}` : null
}

function quantileOf(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
