import { execFileSync, spawn } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../demo/people.ts'
import { findFreePort } from '../api/database/embeddedServer.ts'
import { median } from './load.ts'
import { cpuSeconds } from './cpu.ts'
import { copyProject } from './copyProject.ts'
import { formatValue, type Row } from './table.ts'

/**
 * Measures the time until `npm start` responds: in a fresh clone with an empty and with a filled cache of npm, on later starts, and
 * after all processes were killed with kill -9, when all acknowledged data must still be present. The parts of the first start are
 * also measured one by one: in it, the web client is built beside the server and its database.
 */
export async function starts(): Promise<Row[]> {
  const parent = mkdtempSync(path.join(tmpdir(), 'porchlight-starts-'))
  const folder = path.join(parent, 'porchlight')
  const npmCache = { npm_config_cache: path.join(parent, 'npm-cache') }
  try {
    const cold = await timeFreshStart(folder, npmCache)
    let packages: Row[] = []
    // What the explorer needs is installed later.
    const warm = await timeFreshStart(folder, npmCache, async () => void (packages = measurePackages(folder)))
    const next: number[] = []
    for (let round = 0; round < 3; round += 1) next.push((await timeStart(folder)).listeningMs)
    let eventsBefore = 0
    await timeStart(folder, async (url) => {
      eventsBefore = await countEvents(url)
      killEverything(folder)
    })
    const killed = await timeStart(folder, async (url) => {
      const eventCount = await countEvents(url)
      if (eventCount <= eventsBefore)
        throw new Error(
          `The log had ${eventsBefore} events before the kill, and has ${eventCount} after it and another sign-in`,
        )
    })
    return [
      timeRow('fresh clone to response, empty npm cache', cold.listeningMs, 45_000),
      timeRow('of that: packages', cold.installedMs),
      timeRow('fresh clone to response, filled npm cache', warm.listeningMs, 30_000),
      timeRow('of that: packages', warm.installedMs),
      ...(await measureParts(folder)),
      ...packages,
      timeRow('next start', median(next), 2_000),
      timeRow('start after kill -9, with all data present', killed.listeningMs, 3_000),
    ]
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

function timeRow(work: string, ms: number, maxMs?: number, cpu = ''): Row {
  return {
    work,
    measured: formatValue(ms / 1000, 's') + cpu,
    baseline: '',
    ratio: null,
    target: maxMs === undefined ? '' : `<= ${maxMs / 1000} s`,
    met: maxMs === undefined || ms <= maxMs,
  }
}

/** Starts in a new copy of the sources, without packages. */
function timeFreshStart(folder: string, npmCache: NodeJS.ProcessEnv, work?: () => Promise<void>): Promise<StartTimes> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  copyProject(folder)
  rmSync(path.join(folder, 'node_modules'))
  return timeStart(folder, work, npmCache)
}

/** The builds, and the start with a new database, each alone and with its CPU time. */
async function measureParts(folder: string): Promise<Row[]> {
  const measure = async (work: string, run: () => Promise<number>) => {
    const cpuBefore = cpuSeconds(process.pid)
    const ms = await run()
    return timeRow(work, ms, undefined, ` (${(cpuSeconds(process.pid) - cpuBefore).toFixed(1)} s of CPU)`)
  }
  const build = (part: string) => async () => {
    const started = performance.now()
    execFileSync(process.execPath, ['scripts/build.mjs', part], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    return performance.now() - started
  }
  rmSync(path.join(folder, 'dist'), { recursive: true })
  rmSync(path.join(folder, '.data'), { recursive: true })
  return [
    await measure('alone: build of the server', build('server')),
    await measure('alone: build of the web client', build('web')),
    await measure('alone: database, demo and listening', async () => (await timeStart(folder)).listeningMs),
  ]
}

function measurePackages(folder: string): Row[] {
  const modules = path.join(folder, 'node_modules')
  const { packages } = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>
  }
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce(
    (sum, { parentPath, name }) => sum + lstatSync(path.join(parentPath, name)).blocks * 512,
    0,
  )
  const limit = (work: string, value: number, unit: string, max: number): Row => ({
    ...timeRow(work, 0),
    measured: formatValue(value, unit),
    target: `<= ${max} ${unit}`.trim(),
    met: value <= max,
  })
  return [
    limit('packages installed', Object.keys(packages).length, '', 650),
    limit('size of node_modules', bytes / 1_048_576, 'MB', 700),
  ]
}

/** Signs in as the demo's owner and returns the number of events in their log. */
async function countEvents(url: string): Promise<number> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'quinn@maple-demo.example', password: DEMO_PASSWORD }),
  })
  if (!login.ok) throw new Error(`The sign-in of the demo owner returned status ${login.status}`)
  const { access_token: token } = (await login.json()) as { access_token: string }
  const log = await fetch(`${url}/api/activity/logs?limit=1`, { headers: { authorization: `Bearer ${token}` } })
  return ((await log.json()) as { total: number }).total
}

/** Kills every process that runs in the folder, including PostgreSQL, to simulate a power failure. */
function killEverything(folder: string): void {
  const databasePid = Number.parseInt(readFileSync(path.join(folder, '.data/postgres/postmaster.pid'), 'utf8'), 10)
  const processesInFolder = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder
    } catch {
      return false
    }
  })
  for (const pid of [...processesInFolder.map(Number), databasePid]) process.kill(pid, 'SIGKILL')
}

interface StartTimes {
  /** Until the packages are installed and the first build begins; 0 if nothing was built. */
  installedMs: number
  listeningMs: number
}

/**
 * Measures a start until the server responds, calls `work` with its URL, and stops it as Ctrl-C does unless it has ended.
 */
async function timeStart(
  folder: string,
  work = async (_url: string) => {},
  env: NodeJS.ProcessEnv = {},
): Promise<StartTimes> {
  const port = await findFreePort()
  const started = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...process.env, PORT: `${port}`, DATA_DIR: path.join(folder, '.data'), DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let installedMs = 0
  child.stdout.on('data', (text: Buffer) => {
    if (installedMs === 0 && text.includes('Building ')) installedMs = performance.now() - started
  })
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`npm start exited with code ${child.exitCode}`)
      const url = `http://127.0.0.1:${port}`
      const health = await fetch(`${url}/api/health`).catch(() => null)
      if (health?.ok) {
        const listeningMs = performance.now() - started
        await work(url)
        return { installedMs, listeningMs }
      }
      if (performance.now() - started > 300_000) throw new Error('npm start did not respond within five minutes')
      await sleep(20)
    }
  } finally {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      // Ctrl-C signals the whole process group: npm and everything it runs.
      process.kill(-child.pid, 'SIGINT')
      await Promise.race([new Promise((resolve) => child.once('exit', resolve)), sleep(20_000)])
    }
  }
}
