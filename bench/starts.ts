import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../api/database/embeddedServer.ts'
import { median } from './load.ts'
import { copyProject } from './project.ts'
import { figure, type Row } from './table.ts'

/** `npm start` until it answers: the first time after installing (build, database, demo town), and the next times. */
export async function starts(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-starts-'))
  try {
    copyProject(folder)
    const first = await timeStart(folder)
    const next: number[] = []
    for (let round = 0; round < 3; round += 1) next.push(await timeStart(folder))
    return [
      {
        ...{ work: 'first start after install', measured: figure(first / 1000, 's'), yardstick: '' },
        ...{ ratio: null, aim: '< 10 s', met: first < 10_000 },
      },
      {
        ...{ work: 'next start', measured: figure(median(next) / 1000, 's'), yardstick: '' },
        ...{ ratio: null, aim: '< 3 s', met: median(next) < 3_000 },
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timeStart(folder: string): Promise<number> {
  const port = await freePort()
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
      if (child.exitCode !== null) throw new Error(`npm start ended with exit code ${child.exitCode}`)
      const health = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null)
      if (health?.ok) return performance.now() - started
      if (performance.now() - started > 120_000) throw new Error('npm start did not answer within two minutes')
      await sleep(20)
    }
  } finally {
    if (child.exitCode === null && child.pid !== undefined) {
      // As Ctrl-C does: to npm and everything it runs in the terminal's group.
      process.kill(-child.pid, 'SIGINT')
      await Promise.race([new Promise((resolve) => child.once('exit', resolve)), sleep(20_000)])
    }
  }
}
