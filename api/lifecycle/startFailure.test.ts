import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { startServer } from '../../tests/support/server.ts'

let database: TestDatabase
const taken = createServer()

beforeAll(async () => {
  database = await createTestDatabase()
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
})
afterAll(async () => {
  taken.close()
  await database.close()
})

const address = (change: (url: URL) => void) => {
  const url = new URL(database.ownerUrl)
  change(url)
  return url.toString()
}

it.each([
  [
    'a port that is taken',
    () => ({ HOST: '127.0.0.1', PORT: `${(taken.address() as AddressInfo).port}` }),
    /Port \d+ is taken\./,
  ],
  ['a database that is not there', () => ({ DATABASE_URL: address((url) => (url.port = '9')) }), /cannot be reached/],
  [
    'a wrong password',
    () => ({ DATABASE_URL: address((url) => (url.password = 'wrong')) }),
    /refused the user or password/,
  ],
  [
    'an unknown database',
    () => ({ DATABASE_URL: address((url) => (url.pathname = '/none')) }),
    /does not exist\. Create it/,
  ],
  ['a setting that is wrong', () => ({ DATABASE_POOL: 'many' }), /A setting is wrong\.\nDATABASE_POOL/],
])('the server that meets %s says what to do, without a stack or a secret', async (_, env, sentence) => {
  const failure: Error = await startServer({ databaseUrl: database.ownerUrl, env: env() }).then(
    async (server) => {
      await server.stop()
      throw new Error('It started')
    },
    (error: Error) => error,
  )
  expect(failure.message).toMatch(/Porchlight could not start\./)
  expect(failure.message).toMatch(sentence)
  expect(failure.message).not.toMatch(/\n {4}at /)
  expect(failure.message).not.toContain(new URL(database.ownerUrl).password)
})
