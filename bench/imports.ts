import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { rest } from '../tests/support/client.ts'
import { runImport, runUndo, sendImport, waitForJob } from '../tests/support/imports.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { addUser, createTestTenant, type TestUser } from '../tests/support/testTenant.ts'
import { worstFiles } from '../tests/support/worstFiles.ts'
import { cpuSeconds, cpuSecondsWithChildren } from './cpu.ts'
import { quantile } from './load.ts'
import { formatValue, type Row } from './table.ts'

const rowCount = 50_000
const badRowCount = 500
const visitCount = 20_000
const visitedCount = 5_000
const maxVisitSeconds = 60
const maxSeconds = 30

const mappings = {
  properties: { address: 'Address', lat: 'Y', lng: 'X', owner_name: 'Owner', parcel_id: 'Parcel', tags: 'Tag' },
  leads: { address: 'Address', lat: 'Y', lng: 'X', owner_name: 'Owner', parcel_id: 'Parcel', tag: 'Tag' },
  parcels: { address: 'Address', lat: 'Y', lng: 'X', owner_name: 'Owner', parcel_id: 'Parcel' },
}

/**
 * Imports files of 50,000 rows with 500 invalid ones, which are skipped: properties, undone again, leads with new properties, and
 * parcels. The time is measured from the upload to the end of the job, with the CPU time of the server and of PostgreSQL. Then checks
 * the worst files, while another client asks for the health of the server. While properties and leads are imported and undone, reps
 * save houses and knock.
 */
export async function imports(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const { owner, reps } = await createTestTenant(environment.ownerUrl, { reps: 4, propertiesPerRep: 0 })
    const globalAdmin = await addGlobalAdmin(environment.ownerUrl)
    const { url, pid, stop } = await startServer({ databaseUrl: environment.ownerUrl })
    const readCpu = () => [cpuSeconds(pid), cpuSecondsWithChildren(environment.database.pid)] as const
    const measure = async <T>(
      work: string,
      run: () => Promise<T>,
      isRight: (result: T) => boolean,
      limit = maxSeconds,
    ) => {
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
      return { row, result }
    }
    const measureAlone: typeof measureWithReps = async (...work) => {
      const { row, result } = await measure(...work)
      return { result, rows: [row] }
    }
    /** `measure` while reps of the same tenant work, with rows of how long they wait. */
    const measureWithReps = async <T>(
      work: string,
      run: () => Promise<T>,
      isRight: (result: T) => boolean,
      limit = maxSeconds,
    ) => {
      const measured = measure(work, run, isRight, limit)
      const waits = await workUntil(url, reps, measured)
      const { row, result } = await measured
      return {
        result,
        rows: [row, waitRow('saves of reps meanwhile', waits.saves), waitRow('knocks of reps meanwhile', waits.knocks)],
      }
    }
    const importList = (list: keyof typeof mappings) =>
      (list === 'parcels' ? measureAlone : measureWithReps)(
        `import of ${rowCount.toLocaleString('en-US')} ${list}, ${badRowCount} invalid`,
        () =>
          runImport(url, list === 'parcels' ? globalAdmin : owner, {
            list,
            file: makeFile(list),
            mapping: mappings[list],
            ...(list === 'parcels' && { dataset: 'sample-county' }),
            on_error: 'skip',
          }),
        ({ counts }) => counts.created === rowCount - badRowCount && counts.failed === badRowCount,
      )
    try {
      const properties = await importList('properties')
      const undo = await measureWithReps(
        'undo of the import of properties',
        () => runUndo(url, owner, properties.result['id'] as string),
        ({ status }) => status === 'done',
      )
      const visits = await measureWithReps(
        `import of ${visitCount.toLocaleString('en-US')} visits at ${visitedCount.toLocaleString('en-US')} properties`,
        () =>
          runImport(url, owner, {
            file: makeVisits(),
            mapping: { address: 'Address', lat: 'Y', lng: 'X', visit_outcome: 'Result', visited_at: 'Date' },
            on_error: 'skip',
          }),
        ({ counts, import: found }) => counts.created === visitedCount && found.visits === visitCount,
        maxVisitSeconds,
      )
      const undoOfVisits = await measureWithReps(
        'undo of the import of visits',
        () => runUndo(url, owner, visits.result['id'] as string),
        ({ undo: undone }) => undone.removed === visitedCount,
        maxVisitSeconds,
      )
      const leads = await importList('leads')
      const parcels = await importList('parcels')
      const worst: Row[] = []
      for (const name of Object.keys(worstFiles)) worst.push(await measureWorst(url, owner, name))
      return [
        ...properties.rows,
        ...undo.rows,
        ...visits.rows,
        ...undoOfVisits.rows,
        ...leads.rows,
        ...parcels.rows,
        ...worst,
      ]
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

const maxHealthMs = 200
const healthPauseMs = 5

/** Checks one of the worst files and measures how long the health of the server is waited for, compared with a quiet server. */
async function measureWorst(url: string, owner: TestUser, name: string): Promise<Row> {
  const { file, message } = worstFiles[name]!
  const content = file()
  const quiet = await slowestHealth(url, sleep(500))
  const began = performance.now()
  const checking = sendImport(url, owner.token, { file: content, dry_run: 'true', on_error: 'skip' }).then(
    async ({ status, body }) => {
      if (status !== 202) return body['detail'] as string
      const { error } = await waitForJob(url, owner, body['data'].id as string)
      return error as string | null
    },
  )
  const busy = await slowestHealth(url, checking)
  const seconds = (performance.now() - began) / 1_000
  const answer = await checking
  const isRight = message === null ? answer === null : (answer?.includes(message) ?? false)
  return {
    work: `health while it checks ${name}`,
    measured: `${formatValue(busy, 'ms')} at most; the file takes ${formatValue(seconds, 's')}`,
    baseline: `${formatValue(quiet, 'ms')} quiet`,
    ratio: null,
    target: `<= ${maxHealthMs} ms`,
    met: busy <= maxHealthMs && isRight,
  }
}

/** The longest time in milliseconds that the health of the server was waited for until `work` ended. */
async function slowestHealth(url: string, work: Promise<unknown>): Promise<number> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  work.then(end, end)
  let slowest = 0
  while (!isOver) {
    const began = performance.now()
    const response = await fetch(`${url}/api/health/live`)
    await response.arrayBuffer()
    slowest = Math.max(slowest, response.ok ? performance.now() - began : Infinity)
    await sleep(healthPauseMs)
  }
  return slowest
}

async function addGlobalAdmin(ownerUrl: string): Promise<TestUser> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    return await addUser(client, null, 'global_admin', 'Sample Boss')
  } finally {
    await client.end()
  }
}

/** A file in which every 100th row is invalid: an unknown tag, a latitude that is not a number, or neither address nor parcel id. */
function makeFile(list: keyof typeof mappings): string {
  const step = rowCount / badRowCount
  const lines = ['Address,Y,X,Owner,Parcel,Tag']
  for (let n = 0; n < rowCount; n += 1) {
    const wrong = n % step === 0 ? (['tag', 'latitude', 'house'] as const)[(n / step) % 3] : null
    // Parcels have no tag.
    const fault = list === 'parcels' && wrong === 'tag' ? 'latitude' : wrong
    const address = fault === 'house' ? '' : `${1 + (n % 250)} ${list} Import ${Math.floor(n / 250)} St`
    const lat = fault === 'latitude' ? 'north' : (39 + n / 100_000).toFixed(6)
    const lng = (-86 - (n % 997) / 10_000).toFixed(6)
    const parcel = fault === 'house' ? '' : `${list}-${n}`
    lines.push(`${address},${lat},${lng},Sample Owner ${n},${parcel},${fault === 'tag' ? 'siding' : 'storm'}`)
  }
  return `${lines.join('\r\n')}\r\n`
}

/** Properties with several visits each, as a history of visits has them: in the order of the visits. */
function makeVisits(): string {
  const results = ['Not Home', 'Interested', 'Not Interested', 'Callback']
  const lines = ['Address,Y,X,Result,Date']
  for (let n = 0; n < visitCount; n += 1) {
    const house = n % visitedCount
    const place = `${(41 + house / 100_000).toFixed(6)},${(-86 - (house % 997) / 10_000).toFixed(6)}`
    const day = new Date(Date.UTC(2025, 0, 1 + Math.floor(n / 100))).toISOString().slice(0, 10)
    lines.push(
      `${1 + (house % 250)} Visited Import ${Math.floor(house / 250)} St,${place},${results[n % results.length]},${day}`,
    )
  }
  return `${lines.join('\r\n')}\r\n`
}
