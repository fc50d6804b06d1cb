import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../../api/database/embedded.ts'
import { mutated, type MutatedGroup } from './groups.ts'

// `npm run mutants` changes the rules of the field, the log and the outbox in one place at a time and shows which changes no test
// notices. `npm run mutants -- api/domain/auth/totp.ts` does so with some files. What only it needs is in this folder's own packages.
const folder = fileURLToPath(new URL('.', import.meta.url))
const root = path.join(folder, '../..')

if (!existsSync(path.join(folder, 'node_modules')))
  run('npm', ['ci', '--no-progress', '--loglevel=error', '--legacy-peer-deps'], { cwd: folder })
const files = process.argv.slice(2)
for (const group of Object.keys(mutated) as MutatedGroup[]) {
  const chosen = files.filter((file) => file.startsWith(mutated[group].files))
  if (files.length > 0 && chosen.length === 0) continue
  const isEnough = await mutate(group, chosen.length > 0 ? chosen : [`${mutated[group].files}**/*.ts`])
  if (!isEnough) process.exitCode = 1
}

/** Returns whether the tests notice as many mutants as the options demand. */
async function mutate(group: MutatedGroup, patterns: string[]): Promise<boolean> {
  const program = path.join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  const args = [
    program,
    'run',
    path.join(folder, 'stryker.config.mjs'),
    '--mutate',
    [...patterns, '!**/*.test.ts'].join(),
  ]
  const env = { ...process.env, MUTATED_GROUP: group }
  if (group !== 'log') return run(process.execPath, args, { cwd: root, env })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-mutants-'))
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off', full_page_writes: 'off' } })
  try {
    return run(process.execPath, args, { cwd: root, env: { ...env, MUTATED_DATABASE: server.url } })
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function run(program: string, args: string[], options: object): boolean {
  return spawnSync(program, args, { stdio: 'inherit', ...options }).status === 0
}
