import { runImport, runUndo } from '../tests/support/imports.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant } from '../tests/support/testTenant.ts'
import { cpuSeconds } from './cpu.ts'
import { formatValue, type Row } from './table.ts'

const rowCount = 50_000
const badRowCount = 500
const maxSeconds = 30

/** Imports of 50,000 rows of which 500 have errors that are left out, and an undo: from the upload until the job has ended. */
export async function imports(): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const { owner } = await createTestTenant(environment.ownerUrl, { reps: 4, propertiesPerRep: 0 })
    const server = await startServer({ databaseUrl: environment.ownerUrl })
    try {
      const rows: Row[] = []
      const cpuBefore = cpuSeconds(server.pid)
      for (const list of ['properties', 'leads'] as const) {
        const began = performance.now()
        const job = await runImport(server.url, owner, {
          list,
          file: makeFile(list),
          mapping: mappings[list],
          on_error: 'skip',
          on_duplicate: 'skip',
        })
        const seconds = (performance.now() - began) / 1000
        const { created, failed } = job['counts'] as { created: number; failed: number }
        rows.push({
          work: `import of ${rowCount.toLocaleString('en-US')} ${list}, ${badRowCount} bad rows`,
          measured: `${formatValue(seconds, 's')}; ${created.toLocaleString('en-US')} created, ${failed} bad`,
          baseline: '',
          ratio: null,
          target: `<= ${maxSeconds} s`,
          met: seconds <= maxSeconds && created === rowCount - badRowCount && failed === badRowCount,
        })
        const undoBegan = performance.now()
        if (list === 'leads') continue
        await runUndo(server.url, owner, job['id'] as string)
        rows.push({
          work: `undo of the import of ${list}`,
          measured: formatValue((performance.now() - undoBegan) / 1000, 's'),
          baseline: '',
          ratio: null,
          target: `<= ${maxSeconds} s`,
          met: (performance.now() - undoBegan) / 1000 <= maxSeconds,
        })
      }
      rows.push({
        work: 'CPU of the server process for all of these',
        measured: formatValue(cpuSeconds(server.pid) - cpuBefore, 's'),
        baseline: '',
        ratio: null,
        target: '-',
        met: true,
      })
      return rows
    } finally {
      await server.stop()
    }
  } finally {
    await environment.teardown()
  }
}

const mappings = {
  properties: { address: 'Address', lat: 'Y', lng: 'X', owner_name: 'Owner', parcel_id: 'Parcel', tags: 'Tag' },
  leads: { address: 'Address', lat: 'Y', lng: 'X', owner_name: 'Owner', parcel_id: 'Parcel', tag: 'Tag' },
}

/** Each hundredth row has an error: an unknown tag, a latitude that is none, or no address. */
function makeFile(list: 'properties' | 'leads'): string {
  const lines = ['Address,Y,X,Owner,Parcel,Tag']
  for (let n = 0; n < rowCount; n += 1) {
    const isBad = n % (rowCount / badRowCount) === 0
    const kind = isBad ? (n / (rowCount / badRowCount)) % 3 : null
    const address = kind === 2 ? '' : `${1 + (n % 250)} ${list} Import ${Math.floor(n / 250)} St`
    const lat = kind === 1 ? 'north' : (39 + n / 100_000).toFixed(6)
    const lng = (-86 - (list === 'leads' ? 1 : 0) - (n % 997) / 10_000).toFixed(6)
    const parcel = kind === 2 ? '' : `${list === 'leads' ? 'L' : 'P'}-${String(n).padStart(7, '0')}`
    lines.push(`${address},${lat},${lng},Sample Owner ${n},${parcel},${kind === 0 ? 'siding' : 'storm'}`)
  }
  return `${lines.join('\r\n')}\r\n`
}
