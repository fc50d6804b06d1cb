import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../tests/support/server.ts'
import { createTestEnvironment, type TestEnvironment } from '../../tests/support/testEnvironment.ts'
import { migrate } from '../lifecycle/migrate.ts'
import { appPassword, appUrl } from './roles.ts'

describe('how the application signs in', () => {
  it('follows from the password of the owner, and from that alone', () => {
    const url = appUrl('postgres://owner:secret@db.example:5432/porchlight')
    expect(new URL(url)).toMatchObject({ username: 'porchlight_app', host: 'db.example:5432', pathname: '/porchlight' })
    expect(new URL(url).password).toMatch(/^[0-9a-f]{64}$/)
    expect(appPassword('postgres://another:secret@elsewhere.example/other')).toBe(new URL(url).password)
    expect(appPassword('postgres://owner:Secret@db.example:5432/porchlight')).not.toBe(new URL(url).password)
  })

  it('is without a password where the owner has none, which would be one that anybody can compute', () => {
    expect(appPassword('postgres://owner@db.example/porchlight')).toBeNull()
    expect(appUrl('postgres://owner@db.example/porchlight')).toBe('postgres://porchlight_app@db.example/porchlight')
  })
})

describe('the role of the application', () => {
  // Roles belong to a whole server, so this one is of the test's own.
  let stage: TestEnvironment
  beforeAll(async () => {
    stage = await createTestEnvironment({ fsync: 'off' })
  }, 60_000)
  afterAll(() => stage.teardown())

  it('has no password once an owner without one has migrated, and its own again by one who has', async () => {
    const owner = new pg.Client({ connectionString: stage.ownerUrl })
    await owner.connect()
    const stored = async () =>
      (await owner.query(`select rolpassword from pg_authid where rolname = 'porchlight_app'`)).rows
    const signsIn = async () => {
      const app = new pg.Client({ connectionString: stage.appUrl })
      await app.connect()
      await app.end()
    }
    const without = new URL(stage.ownerUrl)
    const { password } = without
    without.password = ''
    // PostgreSQL asks for it and libpq's variable holds it, but the address does not.
    process.env['PGPASSWORD'] = password
    await migrate(without.toString())
    delete process.env['PGPASSWORD']
    expect(await stored()).toEqual([{ rolpassword: null }])
    await expect(signsIn()).rejects.toThrow(/password authentication failed/)

    // libpq's file of passwords holds the owner's alone.
    const file = path.join(stage.dataDir, 'passwords')
    writeFileSync(file, `*:*:*:postgres:${password}\n`, { mode: 0o600 })
    const started = startServer({ databaseUrl: without.toString(), env: { PGPASSFILE: file } })
    await expect(started).rejects.toThrow('PostgreSQL asks the application for a password')

    await migrate(stage.ownerUrl)
    await signsIn()
    await owner.end()
  })
})
