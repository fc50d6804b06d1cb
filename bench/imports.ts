import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runImport, runUndo, sendImport, waitForJob } from '../tests/support/imports.ts'
import { addUser, type TestUser } from '../tests/support/testTenant.ts'
import { makeWorstFiles } from '../tests/support/worstFiles.ts'
import { withImportBench } from './measureImports.ts'
import { formatValue, type Row } from './table.ts'

const rowCount = 50_000
const badRowCount = 500

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
export function imports(): Promise<Row[]> {
  return withImportBench(async ({ url, ownerUrl, owner, measureAlone, measureWithReps }) => {
    const globalAdmin = await addGlobalAdmin(ownerUrl)
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
    const properties = await importList('properties')
    const undo = await measureWithReps(
      'undo of the import of properties',
      () => runUndo(url, owner, properties.result['id'] as string),
      ({ status }) => status === 'done',
    )
    const leads = await importList('leads')
    const parcels = await importList('parcels')
    const worst: Row[] = []
    for (const name of Object.keys(worstFiles)) worst.push(await measureWorst(url, owner, name))
    return [...properties.rows, ...undo.rows, ...leads.rows, ...parcels.rows, ...worst]
  })
}

const maxHealthMs = 200
const healthPauseMs = 5

const worstFiles = makeWorstFiles(true)

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
