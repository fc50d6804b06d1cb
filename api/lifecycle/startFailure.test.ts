import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { startServer } from '../../tests/support/server.ts'

let database: TestDatabase
const blocker = createServer()

beforeAll(async () => {
  database = await createTestDatabase()
  blocker.listen(0, '127.0.0.1')
  await once(blocker, 'listening')
})
afterAll(async () => {
  blocker.close()
  await database.close()
})

const databaseUrl = (change: (url: URL) => void) => {
  const url = new URL(database.ownerUrl)
  change(url)
  return url.toString()
}

it('the server reports a port in use before it creates its database', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'porchlight-port-'))
  const { port } = blocker.address() as AddressInfo
  try {
    await expect(startServer({ env: { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: `${port}` } })).rejects.toThrow(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another port: PORT=${port + 1} npm start`,
    )
    expect(readdirSync(dataDir)).toEqual([])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

it.each([
  [
    'a port in use',
    () => ({ HOST: '127.0.0.1', PORT: `${(blocker.address() as AddressInfo).port}` }),
    /Port \d+ is in use\./,
  ],
  ['an unreachable database', () => ({ DATABASE_URL: databaseUrl((url) => (url.port = '9')) }), /cannot be reached/],
  [
    'a wrong password',
    () => ({ DATABASE_URL: databaseUrl((url) => (url.password = 'wrong')) }),
    /rejected the user or password/,
  ],
  [
    'an unknown database',
    () => ({ DATABASE_URL: databaseUrl((url) => (url.pathname = '/none')) }),
    /does not exist\. Create it/,
  ],
  ['an invalid setting', () => ({ DATABASE_POOL: 'many' }), /A setting is invalid\.\nDATABASE_POOL/],
])('the server reports %s at startup, without a stack trace or a secret', async (_, env, message) => {
  const failure: Error = await startServer({ databaseUrl: database.ownerUrl, env: env() }).then(
    async (server) => {
      await server.stop()
      throw new Error('It started')
    },
    (error: Error) => error,
  )
  expect(failure.message).toMatch(/Porchlight could not start\./)
  expect(failure.message).toMatch(message)
  expect(failure.message).not.toMatch(/\n {4}at /)
  expect(failure.message).not.toContain(new URL(database.ownerUrl).password)
})
