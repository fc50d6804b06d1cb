import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { createSeededRandom } from '../api/domain/seededRandom.ts'
import { childrenOf } from '../tests/support/childProcesses.ts'
import { rest } from '../tests/support/client.ts'
import { zipFile } from '../tests/support/documents/createDocument.ts'
import { waitForJob } from '../tests/support/imports.ts'
import { partBytes, sendPart } from '../tests/support/parcelImports.ts'
import { dbfFile, projections, shpFile, usualColumns } from '../tests/support/shapefiles.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestEnvironment } from '../tests/support/testEnvironment.ts'
import { createTestTenant } from '../tests/support/testTenant.ts'
import { cpuSeconds, cpuSecondsWithChildren } from './cpu.ts'
import { quantile } from './load.ts'
import { formatValue, type Row } from './table.ts'

const megabytes = Number(process.env['BENCH_PARCEL_MEGABYTES'] ?? 500)
const maxServerMegabytes = 600
const maxHealthMs = 200
/** For 7,600,000 parcels, which are 500 MB here and three times those of the largest county. */
const maxCheckMs = 30 * 60_000

/** About 50 MB when they are packed, each with an outline of as many corners. */
const shapes = { parcels: 110_000, corners: 30 }
/** Its heap may have 256 MB. */
const maxReaderMegabytes = 400

interface CountyFile {
  what: string
  fileName: string
  totalBytes: number
  parts: Iterable<Buffer>
  mapping: Record<string, string>
}

/**
 * Uploads and checks a county's file of 500 MB, then a zipped shapefile of 50 MB, while another client asks for the health of the server:
 * the time, the processor time of the server and of PostgreSQL, the most memory of the server's process and of the one that reads the
 * file, and how long the health was waited for.
 */
export async function parcelUploads(): Promise<Row[]> {
  const mapping = { parcel_id: 'pin', address: 'addr', owner_name: 'own' }
  const table: CountyFile = {
    ...{ what: `${megabytes} MB`, fileName: 'county.csv', totalBytes: megabytes * partBytes },
    ...{ parts: makeParts(), mapping: { ...mapping, lat: 'lat', lng: 'lng' } },
  }
  const rows = await measureUpload(table)
  const bytes = makeShapefile()
  const zipped: CountyFile = {
    ...{ what: `a zipped shapefile of ${Math.round(bytes.length / partBytes)} MB`, fileName: 'county.zip' },
    ...{ totalBytes: bytes.length, parts: partsOf(bytes), mapping },
  }
  return [...rows, ...(await measureUpload(zipped))]
}

async function measureUpload({ what, fileName, totalBytes, parts, mapping }: CountyFile): Promise<Row[]> {
  const environment = await createTestEnvironment()
  try {
    const { owner } = await createTestTenant(environment.ownerUrl, { reps: 1, propertiesPerRep: 0 })
    const { url, pid, stop } = await startServer({
      databaseUrl: environment.ownerUrl,
      env: { PARCEL_IMPORT: 'owners' },
    })
    const readCpu = () => [cpuSeconds(pid), cpuSecondsWithChildren(environment.database.pid)] as const
    const [server, database] = readCpu()
    const quietMegabytes = peakMegabytes(pid)
    const began = performance.now()
    const endHealth = watchHealth(url)
    const started = await rest(url, owner.token, 'POST', '/parcel-imports', {
      ...{ name: 'sample-county', file_name: fileName, total_bytes: totalBytes },
    })
    const id = started.body['data'].id as string
    let part = 0
    for (const bytes of parts) {
      const { status } = await sendPart(url, owner, id, part, bytes)
      if (status !== 200) throw new Error(`Part ${part} was refused: ${status}`)
      part += 1
    }
    const uploadSeconds = (performance.now() - began) / 1_000
    const check = await rest(url, owner.token, 'POST', `/parcel-imports/${id}/check`, { mapping })
    const job = await waitForJob(url, owner, check.body['data'].job_id as string, {}, maxCheckMs)
    const seconds = (performance.now() - began) / 1_000
    // The process that read the file waits for another one.
    const [reader] = childrenOf(pid, 'parcelWorker')
    const readerPeak = reader === undefined ? 0 : peakMegabytes(reader)
    const readerSeconds = reader === undefined ? 0 : cpuSeconds(reader)
    const waits = await endHealth()
    const [serverAfter, databaseAfter] = readCpu()
    const { body } = await rest(url, owner.token, 'GET', '/parcel-imports')
    const peak = peakMegabytes(pid)
    await stop()
    const slowest = quantile(waits, 1)
    return [
      {
        work: `upload and check of ${what} with ${(body['data'][0].parcels as number).toLocaleString('en-US')} parcels`,
        measured: `${job['status'] === 'done' ? '' : `${job['error']} `}${formatValue(seconds, 's')}, of which the upload ${formatValue(uploadSeconds, 's')}; CPU ${formatValue(serverAfter - server, 's')} server, ${formatValue(readerSeconds, 's')} reader, ${formatValue(databaseAfter - database, 's')} PostgreSQL`,
        ...{ baseline: '', ratio: null, target: 'checked', met: job['status'] === 'done' },
      },
      {
        work: 'most memory of the server meanwhile',
        measured: `${peak} MB, ${quietMegabytes} MB before`,
        ...{ baseline: '', ratio: null, target: `<= ${maxServerMegabytes} MB`, met: peak <= maxServerMegabytes },
      },
      {
        work: 'most memory of the process that reads the file',
        measured: `${readerPeak} MB`,
        ...{ baseline: '', ratio: null, target: `<= ${maxReaderMegabytes} MB` },
        met: readerPeak > 0 && readerPeak <= maxReaderMegabytes,
      },
      {
        work: 'health of the server meanwhile',
        measured: `${formatValue(quantile(waits, 0.5), 'ms')} median, ${formatValue(slowest, 'ms')} at most`,
        ...{ baseline: '', ratio: null, target: `<= ${maxHealthMs} ms`, met: slowest <= maxHealthMs },
      },
    ]
  } finally {
    await environment.teardown()
  }
}

/** A zipped shapefile of parcels in feet, whose corners are as hard to pack as those that somebody has measured. */
function makeShapefile(): Buffer {
  const random = createSeededRandom(165)
  function* each<Item>(make: (n: number) => Item): Generator<Item> {
    for (let n = 0; n < shapes.parcels; n += 1) yield make(n)
  }
  const outline = (n: number): [number, number][][] => {
    const [x, y] = [328_083 + 150 * (n % 400), 1_300_000 + 150 * Math.floor(n / 400)]
    const corners = Array.from({ length: shapes.corners }, (_, corner): [number, number] => {
      const angle = (-2 * Math.PI * corner) / shapes.corners
      const radius = 60 + 10 * random()
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    })
    return [[...corners, corners[0]!]]
  }
  return zipFile({
    'county.shp': shpFile(each(outline)),
    'county.dbf': dbfFile(
      usualColumns,
      each((n) => ({
        ...{ pin: `C-${n}`, addr: `${1 + (n % 900)} Countyway ${n % 700} St`, own: `Sample Owner ${n}` },
      })),
    ),
    'county.prj': projections.indianaEastFeet,
  })
}

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += partBytes) yield bytes.subarray(start, start + partBytes)
}

/** The parts of a file of parcels, each made when it is sent. The file ends within its last row, which is filled up with spaces. */
function* makeParts(): Generator<Buffer> {
  let text = 'pin,addr,own,lat,lng\n'
  let n = 0
  for (let part = 0; part < megabytes; part += 1) {
    while (text.length < partBytes) {
      n += 1
      const place = `${(38 + (n % 100_000) / 50_000).toFixed(5)},${(-86 + Math.floor(n / 100_000) / 50).toFixed(5)}`
      text += `C-${n},${1 + (n % 900)} Countyway ${n % 700} St,Sample Owner ${n},${place}\n`
    }
    const isLast = part === megabytes - 1
    const end = isLast ? text.lastIndexOf('\n', partBytes - 1) + 1 : partBytes
    yield Buffer.from(text.slice(0, end).padEnd(partBytes, '\n'))
    text = text.slice(end)
  }
}

/** The most memory that the process has had. */
const peakMegabytes = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)

/** Asks for the health until the returned function is called, which returns how long each request took in milliseconds. */
function watchHealth(url: string): () => Promise<number[]> {
  const worker = new Worker(new URL('./watchHealth.mjs', import.meta.url), { workerData: { url } })
  return async () => {
    worker.postMessage('end')
    const [waits] = (await once(worker, 'message')) as [number[]]
    return waits
  }
}
