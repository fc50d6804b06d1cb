import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { queryRows } from '../../database/connection.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { maintainRegistries } from './registryMaintenance.ts'

const { ctx, database, tenantId, repId } = await createRepContext({ propertiesPerRep: 0 })
const mail = { MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'mail@porchlight.example' }
const config = { ...ctx.config, ...readConfig(mail) }
const day = 86_400_000
const expiry = Date.parse('2026-12-31T00:00:00Z')

const query = (sql: string, values: unknown[] = []) =>
  database.within({ tenantId }, (em) => queryRows<Record<string, unknown>>(em, sql, values))
const maintainAt = (time: number) => maintainRegistries({ ...ctx, config, now: () => new Date(time) })
const mails = async () =>
  (await query(`select content from mails where kind = 'registry_expires' order by created_at`)).map(
    ({ content }) => content,
  )

async function addRegistry(city: string, savedAt: string | null, replacedAt: string | null = null): Promise<string> {
  const id = uuidv7()
  await query(
    `insert into registries (tenant_id, id, city, city_key, file_name, imported_by, created_at, saved_at, effective_from, expires_at, replaced_at)
     values ($1, $2, $3, $3, 'list.csv', $4, '2026-06-01', $5, '2026-06-01', $6, $7)`,
    [tenantId, id, city, repId, savedAt, new Date(expiry), replacedAt],
  )
  return id
}

it('tells the managers 30 and 7 days before a list expires, once each, and not of one that was replaced', async () => {
  await addRegistry('Grove City', '2026-06-01')
  await addRegistry('Older List', '2026-05-01', '2026-06-01')
  await addRegistry('Renewed List', '2026-05-01', new Date(expiry).toISOString())
  await maintainAt(expiry - 31 * day)
  expect(await mails()).toEqual([])
  await maintainAt(expiry - 30 * day)
  await maintainAt(expiry - 29 * day)
  expect(await mails()).toEqual([{ city: 'Grove City', days: 30, url: expect.stringMatching(/\/do-not-knock$/) }])
  await maintainAt(expiry - 7 * day)
  await maintainAt(expiry - day)
  expect(await mails()).toEqual([
    expect.objectContaining({ days: 30 }),
    expect.objectContaining({ city: 'Grove City', days: 7 }),
  ])
})

it('deletes a list that was only checked, after a day', async () => {
  const checked = await addRegistry('Checked City', null)
  const kept = async () => (await query('select id from registries where id = $1', [checked])).length
  await maintainAt(Date.parse('2026-06-01T23:00:00Z'))
  expect(await kept()).toBe(1)
  await maintainAt(Date.parse('2026-06-02T01:00:00Z'))
  expect(await kept()).toBe(0)
})
