import { spawn } from 'node:child_process'
import { beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { ensureBuilt } from './build.mjs'
import { describeKnownFailure } from './ownerClient.ts'

beforeAll(() => ensureBuilt(() => undefined, ['server']))

/** Runs a built script and returns its exit code and standard error. */
async function run(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [`dist/server/scripts/${script}.js`, ...args], {
    env: { ...process.env, BACKUP_ENCRYPTION: 'off', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, output }
}

const unreachableUrl = 'postgres://owner:secret@127.0.0.1:9/porchlight'

describe.each([
  ['verifyLog', []],
  ['anchorLog', []],
  ['rebuildProjections', []],
  ['backup', ['/nowhere/backup']],
  ['distribute', []],
  ['distribute', ['--nodes', '127.0.0.1:9,127.0.0.1:10']],
  ['import-parcels', ['package.json', '--map', 'parcel_id=a']],
])('%s', (script, args) => {
  it.each([
    ['an unreachable database', { DATABASE_URL: unreachableUrl }, /DATABASE_URL cannot be reached/],
    ['an invalid setting', { DATABASE_URL: unreachableUrl, PORT: 'eighty' }, /A setting is invalid\.\n.*PORT/],
  ])('reports %s without a stack trace or a secret', async (_, env, message) => {
    const { code, output } = await run(script, args, env)
    expect(output).toMatch(message)
    expect(output).not.toMatch(/\n {4}at /)
    expect(output).not.toContain('secret')
    expect(code).toBe(1)
  })
})

describe('pgbouncerUsers', () => {
  it.each([
    ['no database', {}, /Set DATABASE_DIRECT_URL/],
    [
      'no password',
      { DATABASE_URL: 'postgres://owner@127.0.0.1:9/porchlight' },
      /derived from the password of the owner/,
    ],
    ['an invalid setting', { DATABASE_URL: unreachableUrl, PORT: 'eighty' }, /A setting is invalid\.\n.*PORT/],
  ])('reports %s without a stack trace or a secret', async (_, env, message) => {
    const { code, output } = await run('pgbouncerUsers', [], env)
    expect(output).toMatch(message)
    expect(output).not.toMatch(/\n {4}at /)
    expect(output).not.toContain('secret')
    expect(code).toBe(1)
  })
})

describe('a failure that PostgreSQL reports', () => {
  it('is told in a sentence, with the node of a cluster where it happened', () => {
    const error = Object.assign(new pg.DatabaseError('permission denied for schema sample', 0, 'error'), {
      code: '42501',
    })
    expect(describeKnownFailure(error)).toBe('PostgreSQL reported: permission denied for schema sample')
    error.where = 'while executing command on worker1:5432'
    expect(describeKnownFailure(error)).toBe(
      'PostgreSQL reported: permission denied for schema sample (while executing command on worker1:5432)',
    )
  })

  it('is nothing else', () => {
    expect(describeKnownFailure(new Error('of the code'))).toBe(null)
  })
})
