import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../api/database/embeddedServer.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createTestEnvironment, type TestEnvironment } from '../support/testEnvironment.ts'
import { createTestTenant, type TestTenant } from '../support/testTenant.ts'
import { auditKnocks, type KnockAudit, type KnockLoad } from './knockLoad.ts'
import type { RowResult } from './row.ts'

/** The part of a test environment that a scenario uses. */
export type ScenarioEnvironment = Pick<TestEnvironment, 'dataDir' | 'database' | 'ownerUrl' | 'onTeardown' | 'teardown'>

/** A database with one tenant, whose reps send knocks while faults are injected. */
export interface KnockScenario {
  environment: ScenarioEnvironment
  testTenant: TestTenant
  /** Starts an API process on this port, on the database or on a proxy in front of it. */
  startApi(port: number, databaseUrl?: string): Promise<TestServer>
}

/** What was counted while and after faults were injected under load. */
export interface Outcome extends KnockAudit {
  /** How often the fault was injected. */
  rounds: number
  retries: number
  replays: number
  refusals: string[]
}

export interface ScenarioOptions {
  /** PostgreSQL settings. */
  settings?: Record<string, string>
  /** The number of reps; each sends knocks without pause. */
  clients?: number
  createEnvironment?: (settings: Record<string, string>) => Promise<ScenarioEnvironment>
}

/**
 * Runs `injectFaults`, which returns its load and how often it injected the fault, then waits until the load has ended and
 * compares the database with what was acknowledged.
 */
export async function withKnockScenario(
  { settings = {}, clients = 8, createEnvironment = createTestEnvironment }: ScenarioOptions,
  injectFaults: (scenario: KnockScenario) => Promise<{ load: KnockLoad; rounds: number }>,
): Promise<Outcome> {
  const environment = await createEnvironment(settings)
  try {
    const testTenant = await createTestTenant(environment.ownerUrl, { reps: clients, propertiesPerRep: 50 })
    const { load, rounds } = await injectFaults({
      environment,
      testTenant,
      startApi: (port, databaseUrl = environment.ownerUrl) => startApi(environment, port, databaseUrl),
    })
    await load.stop()
    const audit = await auditKnocks(environment.ownerUrl, testTenant, load)
    return { ...audit, rounds, retries: load.retries(), replays: load.replays(), refusals: load.refusals }
  } finally {
    await environment.teardown()
  }
}

/** A scenario with one API process on a fixed port, so that clients find it again after a restart. */
export function withOneApi(
  options: ScenarioOptions,
  injectFaults: (
    scenario: KnockScenario & { server: TestServer; port: number },
  ) => Promise<{ load: KnockLoad; rounds: number }>,
): Promise<Outcome> {
  return withKnockScenario(options, async (scenario) => {
    const port = await findFreePort()
    return injectFaults({ ...scenario, port, server: await scenario.startApi(port) })
  })
}

async function startApi(environment: ScenarioEnvironment, port: number, databaseUrl: string): Promise<TestServer> {
  // Use a small pool: if each fault leaked a connection, the pool would soon be empty.
  const env = { PORT: `${port}`, DATA_DIR: environment.dataDir, DATABASE_POOL: '3' }
  const server = await startServer({ databaseUrl, env })
  environment.onTeardown(() => server.kill())
  return server
}

/** Waits until this many more knocks are acknowledged, so that the fault hits a working system under load. */
export async function waitForMoreKnocks(load: KnockLoad, more: number): Promise<void> {
  const target = load.acknowledged.size + more
  for (const deadline = Date.now() + 40_000; load.acknowledged.size < target; await sleep(2)) {
    if (load.refusals.length > 0) throw new Error(`A knock was refused: ${load.refusals[0]}`)
    if (Date.now() > deadline) throw new Error('No knock was acknowledged for 40 s: the API does not recover')
  }
}

/** The aim of every row in which knocks are sent while something fails. */
export const keptAim = '0 lost, 0 doubled, no gap'

/** The result of a row whose fault breaks connections, and whose aim is that every acknowledged knock is in the log once. */
export function interruptedResult(outcome: Outcome): RowResult {
  const result = keptResult(outcome)
  if (outcome.retries === 0) result.problems.push('No request was interrupted: the fault did not hit the load.')
  return result
}

/** The result of a row whose aim is that every acknowledged knock is in the log once. */
export function keptResult(outcome: Outcome, ...extraFigures: string[]): RowResult {
  return {
    count: outcome.rounds,
    figures: [describeOutcome(outcome), ...extraFigures].join(', '),
    problems: problemsOf(outcome),
  }
}

/** Joins the outcomes of scenarios that ran side by side. */
export function sumOutcomes(outcomes: Outcome[]): Outcome {
  const sum = (name: 'acknowledged' | 'lost' | 'duplicated' | 'rounds' | 'retries' | 'replays') =>
    outcomes.reduce((total, outcome) => total + outcome[name], 0)
  return {
    acknowledged: sum('acknowledged'),
    lost: sum('lost'),
    duplicated: sum('duplicated'),
    rounds: sum('rounds'),
    retries: sum('retries'),
    replays: sum('replays'),
    isGapless: outcomes.every(({ isGapless }) => isGapless),
    isConsistent: outcomes.every(({ isConsistent }) => isConsistent),
    faults: outcomes.flatMap(({ faults }) => faults),
    refusals: outcomes.flatMap(({ refusals }) => refusals),
  }
}

function describeOutcome({ acknowledged, lost, duplicated, isGapless, retries, replays }: Outcome): string {
  const n = (value: number) => value.toLocaleString('en-US')
  return (
    `${n(lost)} lost, ${n(duplicated)} doubled of ${n(acknowledged)}, ${isGapless ? 'no gap' : 'GAPS'}, ` +
    `${n(retries)} resent, ${n(replays)} of them already in the log`
  )
}

function problemsOf({ lost, duplicated, isGapless, isConsistent, faults, refusals }: Outcome): string[] {
  return [
    ...(lost > 0 ? [`${lost} acknowledged knocks are not in the log.`] : []),
    ...(duplicated > 0 ? [`${duplicated} knocks were counted more than once.`] : []),
    ...(isGapless ? [] : ['The positions of the log have gaps.']),
    ...(isConsistent ? [] : ['The log, the knocks and the counters do not have the same number of knocks.']),
    ...faults,
    ...refusals,
  ]
}
