import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../demo/people.ts'
import { findFreePort } from '../api/database/embeddedServer.ts'
import { median } from './load.ts'
import { copyProject } from './copyProject.ts'
import { formatValue, type Row } from './table.ts'

/**
 * Measures the time until `npm start` responds: on the first start after the installation (with build, database and demo
 * town), on later starts, and after all processes were killed with kill -9. All acknowledged data must still be present.
 */
export async function starts(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-starts-'))
  try {
    copyProject(folder)
    const first = await timeStart(folder)
    const next: number[] = []
    for (let round = 0; round < 3; round += 1) next.push(await timeStart(folder))
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
      {
        work: 'first start after installation',
        measured: formatValue(first / 1000, 's'),
        baseline: '',
        ratio: null,
        target: '<= 10 s',
        met: first <= 10_000,
      },
      {
        work: 'next start',
        measured: formatValue(median(next) / 1000, 's'),
        baseline: '',
        ratio: null,
        target: '<= 2 s',
        met: median(next) <= 2_000,
      },
      {
        work: 'start after kill -9, with all data present',
        measured: formatValue(killed / 1000, 's'),
        baseline: '',
        ratio: null,
        target: '< 3 s',
        met: killed < 3_000,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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

/**
 * Returns the milliseconds until the server responds, calls `work` with its URL, and stops it as Ctrl-C does unless it
 * has ended.
 */
async function timeStart(folder: string, work = async (_url: string) => {}): Promise<number> {
  const port = await findFreePort()
  const env = { ...process.env, PORT: `${port}`, DATA_DIR: path.join(folder, '.data'), DATABASE_URL: '' }
  const started = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`npm start exited with code ${child.exitCode}`)
      const url = `http://127.0.0.1:${port}`
      const health = await fetch(`${url}/api/health`).catch(() => null)
      if (health?.ok) {
        const durationMs = performance.now() - started
        await work(url)
        return durationMs
      }
      if (performance.now() - started > 120_000) throw new Error('npm start did not respond within two minutes')
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
