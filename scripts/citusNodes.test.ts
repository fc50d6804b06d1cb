import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findCitus } from './citusNodes.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Makes a folder with empty files in place of the programs of PostgreSQL, and a `pg_config` that names it. */
function install(version: string, files: string[]): { folder: string; pgConfig: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-postgres-'))
  folders.push(folder)
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), '')
  }
  const pgConfig = path.join(folder, 'pg_config')
  writeFileSync(pgConfig, `#!/bin/sh\necho 'PostgreSQL ${version}'\necho '${folder}/bin'\necho '${folder}/share'\n`)
  chmodSync(pgConfig, 0o755)
  return { folder, pgConfig }
}

const server = ['bin/initdb', 'bin/postgres']
const extension = 'share/extension/citus.control'
const advice = 'Install Citus 13 for PostgreSQL 15 or later, and if its pg_config is not found, name it in PG_CONFIG.'

describe('the PostgreSQL with the citus extension', () => {
  it('is that of the pg_config', () => {
    const { folder, pgConfig } = install('16.4 (Sample 16.4-1)', [...server, extension])
    expect(findCitus(pgConfig)).toEqual({
      majorVersion: '16',
      initdb: `${folder}/bin/initdb`,
      postgres: `${folder}/bin/postgres`,
    })
  })

  it.each([
    ['the extension', '16.4', server, (folder: string) => `${folder}/${extension} does not exist`],
    ['the server', '16.4', [extension], (folder: string) => `${folder}/bin has no server`],
    [
      'a version that is new enough',
      '14.9',
      [...server, extension],
      (folder: string) => `${folder}/pg_config is of PostgreSQL 14.9`,
    ],
  ])('is refused without %s, with what to do', (_, version, files, reason) => {
    const { folder, pgConfig } = install(version, files)
    expect(() => findCitus(pgConfig)).toThrow(
      `The citus extension is not on this machine (${reason(folder)}). ${advice}`,
    )
  })

  it('is refused with a pg_config that cannot be run', () => {
    expect(() => findCitus('/does/not/exist/pg_config')).toThrow('(/does/not/exist/pg_config cannot be run)')
  })

  it('is named by the command that starts the nodes, which ends with one sentence', () => {
    const { folder, pgConfig } = install('16.4', server)
    const program = spawnSync(process.execPath, ['--import', '@oxc-node/core/register', 'scripts/citusCluster.ts'], {
      encoding: 'utf8',
      env: { ...process.env, PG_CONFIG: pgConfig, DATA_DIR: folder },
    })
    expect({ status: program.status, output: program.stdout + program.stderr }).toEqual({
      status: 1,
      output: `The citus extension is not on this machine (${folder}/${extension} does not exist). ${advice}\n`,
    })
  })
})
