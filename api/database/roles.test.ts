import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../tests/support/server.ts'
import { createTestEnvironment, type TestEnvironment } from '../../tests/support/testEnvironment.ts'
import { migrate } from '../lifecycle/migrate.ts'
import { appPassword, appUrl } from './roles.ts'

describe('the password of the application role', () => {
  it('is derived from the owner password only', () => {
    const url = appUrl('postgres://owner:secret@db.example:5432/porchlight')
    expect(new URL(url)).toMatchObject({ username: 'porchlight_app', host: 'db.example:5432', pathname: '/porchlight' })
    expect(new URL(url).password).toMatch(/^[0-9a-f]{64}$/)
    expect(appPassword('postgres://another:secret@elsewhere.example/other')).toBe(new URL(url).password)
    expect(appPassword('postgres://owner:Secret@db.example:5432/porchlight')).not.toBe(new URL(url).password)
  })

  it('is not set if the owner has no password, because anyone could derive it', () => {
    expect(appPassword('postgres://owner@db.example/porchlight')).toBeNull()
    expect(appUrl('postgres://owner@db.example/porchlight')).toBe('postgres://porchlight_app@db.example/porchlight')
  })
})

describe('the role of the application', () => {
  // Roles are shared by all databases of a server, so this test starts its own server.
  let fixture: TestEnvironment
  beforeAll(async () => {
    fixture = await createTestEnvironment({ fsync: 'off' })
  }, 60_000)
  afterAll(() => fixture.teardown())

  it('loses its password when an owner without one migrates, and regains it when an owner with one does', async () => {
    const owner = new pg.Client({ connectionString: fixture.ownerUrl })
    await owner.connect()
    const storedPassword = async () =>
      (await owner.query(`select rolpassword from pg_authid where rolname = 'porchlight_app'`)).rows
    const signIn = async () => {
      const app = new pg.Client({ connectionString: fixture.appUrl })
      await app.connect()
      await app.end()
    }
    const urlWithoutPassword = new URL(fixture.ownerUrl)
    const { password } = urlWithoutPassword
    urlWithoutPassword.password = ''
    // PostgreSQL requires the password, and only libpq's variable has it.
    process.env['PGPASSWORD'] = password
    await migrate(urlWithoutPassword.toString())
    delete process.env['PGPASSWORD']
    expect(await storedPassword()).toEqual([{ rolpassword: null }])
    await expect(signIn()).rejects.toThrow(/password authentication failed/)

    // libpq's password file has only the password of the owner.
    const file = path.join(fixture.dataDir, 'passwords')
    writeFileSync(file, `*:*:*:postgres:${password}\n`, { mode: 0o600 })
    const started = startServer({ databaseUrl: urlWithoutPassword.toString(), env: { PGPASSFILE: file } })
    await expect(started).rejects.toThrow('PostgreSQL requires a password for the application role')

    await migrate(fixture.ownerUrl)
    await signIn()
    await owner.end()
  })

  it('gets another password with the owner; a process that was not restarted answers 503, says why, and goes on', async () => {
    const server = await startServer({ databaseUrl: fixture.ownerUrl })
    fixture.onTeardown(() => server.stop())
    const owner = new pg.Client({ connectionString: fixture.ownerUrl })
    await owner.connect()
    const read = async () => {
      const answer = await fetch(`${server.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'owner@sample.example', password: 'a sample password' }),
      })
      return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
    }
    const changeOwnerPassword = async (url: URL) => {
      await owner.query(`alter role postgres password '${url.password}'`)
      await migrate(url.toString())
    }
    const unknown = { status: 401, retryAfter: null }
    expect(await read()).toEqual(unknown)

    const changed = new URL(fixture.ownerUrl)
    changed.password = 'another-sample-password'
    await changeOwnerPassword(changed)
    await owner.query(`select pg_terminate_backend(pid, 20000) from pg_stat_activity where usename = 'porchlight_app'`)
    expect(await read()).toEqual({ status: 503, retryAfter: '5' })
    const readLog = async () => {
      expect((await read()).status).toBe(503)
      return server.output()
    }
    await expect.poll(readLog).toContain('PostgreSQL does not let this process sign in.')

    await changeOwnerPassword(new URL(fixture.ownerUrl))
    expect(await read()).toEqual(unknown)
    await owner.end()
  })
})
