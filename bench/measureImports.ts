import { setTimeout as sleep } from 'node:timers/promises'
import { rest } from '../tests/support/client.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant, type TestUser } from '../tests/support/testTenant.ts'
import { cpuSeconds, cpuSecondsWithChildren } from './cpu.ts'
import { quantile } from './load.ts'
import { formatValue, type Row } from './table.ts'

const maxSeconds = 30

interface Measured<T> {
  result: T
  rows: Row[]
}

type Measure = <T>(
  work: string,
  run: () => Promise<T>,
  isRight: (result: T) => boolean,
  limit?: number,
) => Promise<Measured<T>>

/** A server whose imports are measured. */
export interface ImportBench {
  url: string
  ownerUrl: string
  owner: TestUser
  reps: readonly TestUser[]
  /** Runs an import or its undo, with the CPU time of the server and of PostgreSQL. */
  measureAlone: Measure
  /** The same while reps of the tenant save houses and knock, with rows of how long they wait. */
  measureWithReps: Measure
}

/** Starts a server and measures imports on it. */
export async function withImportBench(measureAll: (bench: ImportBench) => Promise<Row[]>): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const { ownerUrl } = environment
    const { owner, reps } = await createTestTenant(ownerUrl, { reps: 4, propertiesPerRep: 0 })
    const { url, pid, stop } = await startServer({ databaseUrl: ownerUrl })
    const readCpu = () => [cpuSeconds(pid), cpuSecondsWithChildren(environment.database.pid)] as const
    const measureAlone: Measure = async (work, run, isRight, limit = maxSeconds) => {
      const [server, database] = readCpu()
      const began = performance.now()
      const result = await run()
      const seconds = (performance.now() - began) / 1_000
      const [serverAfter, databaseAfter] = readCpu()
      const cpu = `CPU ${formatValue(serverAfter - server, 's')} server, ${formatValue(databaseAfter - database, 's')} PostgreSQL`
      const row: Row = {
        work,
        measured: `${formatValue(seconds, 's')}; ${cpu}`,
        baseline: '',
        ratio: null,
        target: `<= ${limit} s`,
        met: seconds <= limit && isRight(result),
      }
      return { result, rows: [row] }
    }
    const measureWithReps: Measure = async (...work) => {
      const measured = measureAlone(...work)
      const waits = await workUntil(url, reps, measured)
      const { result, rows } = await measured
      return {
        result,
        rows: [
          ...rows,
          waitRow('saves of reps meanwhile', waits.saves),
          waitRow('knocks of reps meanwhile', waits.knocks),
        ],
      }
    }
    try {
      return await measureAll({ url, ownerUrl, owner, reps, measureAlone, measureWithReps })
    } finally {
      await stop()
    }
  } finally {
    await environment.teardown()
  }
}

const maxWaitMs = 500
/** How long a rep takes from one door to the next, in this measurement. */
const walkMs = 100

/** Each measurement has streets of its own. */
let streets = 0

/** How long reps waited, in milliseconds, for each house that they saved and each knock at it until `work` ended. */
async function workUntil(url: string, reps: readonly TestUser[], work: Promise<unknown>) {
  const waits = { saves: [] as number[], knocks: [] as number[] }
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  const send = async (rep: TestUser, path: string, body: object, into: number[]) => {
    const began = performance.now()
    const answer = await rest(url, rep.token, 'POST', path, body)
    into.push(answer.status < 300 ? performance.now() - began : Infinity)
    return answer.body['data']?.id as string
  }
  streets += 1
  const street = `Rep ${streets} St`
  await Promise.all(
    reps.map(async (rep, n) => {
      for (let door = 1; !isOver; door += 1) {
        const house = { address: `${door} ${street} ${n}`, lat: 39 + door / 10_000, lng: -87 - streets - n / 100 }
        const id = await send(rep, '/properties', house, waits.saves)
        if (id) await send(rep, '/crm/door-knocks', { property_id: id, outcome: 'nobody_home' }, waits.knocks)
        await sleep(walkMs)
      }
    }),
  )
  return waits
}

function waitRow(work: string, waits: readonly number[]): Row {
  const p99 = quantile(waits, 0.99)
  return {
    work,
    measured: `p50 ${formatValue(quantile(waits, 0.5), 'ms')}, p99 ${formatValue(p99, 'ms')} of ${waits.length.toLocaleString('en-US')}`,
    baseline: '',
    ratio: null,
    target: `p99 <= ${maxWaitMs} ms`,
    met: p99 <= maxWaitMs,
  }
}
