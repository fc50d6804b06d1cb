import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../../api/database/embedded.ts'

// `npm run mutants` changes the rules of the field, the log and the outbox in one place at a time and shows which changes no test
// notices. `npm run mutants -- api/domain/totp.ts` does so with some files. What only it needs is in this folder's own packages.
const folder = fileURLToPath(new URL('.', import.meta.url))
const root = path.join(folder, '../..')
const groups = {
  pure: ['api/domain/**/*.ts', 'web/session/outbox/**/*.ts'],
  log: ['api/log/**/*.ts'],
}

if (!existsSync(path.join(folder, 'node_modules')))
  run('npm', ['ci', '--no-progress', '--loglevel=error', '--legacy-peer-deps'], { cwd: folder })
const files = process.argv.slice(2)
const isOfLog = (file: string) => file.startsWith('api/log/')
const pure = files.length > 0 ? files.filter((file) => !isOfLog(file)) : groups.pure
const log = files.length > 0 ? files.filter(isOfLog) : groups.log

const isPureEnough = pure.length === 0 || mutate(pure, 'pure')
const isLogEnough = log.length === 0 || (await withDatabase((url) => mutate(log, 'log', { MUTATED_DATABASE: url })))
process.exitCode = isPureEnough && isLogEnough ? 0 : 1

/** Returns whether the tests notice as many mutants as the options demand. */
function mutate(mutated: string[], name: string, env: Record<string, string> = {}): boolean {
  const program = path.join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const patterns = [...mutated, '!**/*.test.ts'].join()
  const args = [program, 'run', path.join(folder, 'stryker.config.mjs'), '--mutate', patterns]
  return run(process.execPath, args, { cwd: root, env: { ...process.env, MUTANTS_REPORT: name, ...env } })
}

async function withDatabase(work: (url: string) => boolean): Promise<boolean> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-mutants-'))
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off', full_page_writes: 'off' } })
  try {
    return work(server.url)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function run(program: string, args: string[], options: object): boolean {
  return spawnSync(program, args, { stdio: 'inherit', ...options }).status === 0
}
