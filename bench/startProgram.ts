import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../api/database/embeddedServer.ts'
import type { TestEnvironment } from '../tests/support/testEnvironment.ts'

export interface Program {
  url: string
  pid: number
}

/** Starts a program of this folder as a separate process. The program gets a free port as its last argument. */
export async function startProgram(environment: TestEnvironment, file: string, args: string[] = []): Promise<Program> {
  const port = await findFreePort()
  const program = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, ['--import', '@oxc-node/core/register', program, ...args, `${port}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  environment.onTeardown(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
  })
  const url = `http://127.0.0.1:${port}`
  for (const giveUp = Date.now() + 20_000; Date.now() < giveUp; await sleep(20)) {
    if (child.exitCode !== null) throw new Error(`${file} exited with code ${child.exitCode}`)
    const response = await fetch(url).catch(() => null)
    if (response) return { url, pid: child.pid! }
  }
  throw new Error(`${file} did not respond within 20 s`)
}
