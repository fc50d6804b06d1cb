import { expect, it } from 'vitest'
import { rectangle } from '../../../tests/support/areas.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { readConfig } from '../../config.ts'
import { queryRows } from '../../database/connection.ts'
import { tellOfExpiringPermits } from './permitMaintenance.ts'
import { savePermit } from './permits.ts'

const { ctx, database, tenantId } = await createRepContext({ propertiesPerRep: 0 })
const mail = { MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'mail@porchlight.example' }
const config = { ...ctx.config, ...readConfig(mail) }
const day = 86_400_000
/** The end of Dec 31 in Indianapolis. */
const expiry = Date.parse('2027-01-01T05:00:00Z')
const area = rectangle(-86.2, 39.7, -86.1, 39.8)
const admin = { ...ctx, actor: { ...ctx.actor!, role: 'admin' as const } }

const save = (city: string, more: { id?: string; validFrom?: string; validTo?: string | null } = {}) =>
  savePermit(admin, { city, area, validFrom: '2026-01-01', validTo: '2026-12-31', ...more })
const maintainAt = (time: number) => tellOfExpiringPermits({ ...ctx, config, now: () => new Date(time) })
const mails = async () => {
  const rows = await database.within({ tenantId }, (em) =>
    queryRows<{ content: { city: string; days: number; url: string } }>(
      em,
      `select content from mails where kind = 'permit_expires' order by created_at, content->>'city'`,
    ),
  )
  return rows.map(({ content: { city, days } }) => [city, days])
}

it('tells the managers 30 and 7 days before the end of the last day, once each, and again when it has another end', async () => {
  const { id } = await save('Grove City')
  await save('Renewed City')
  await save('renewed city', { validFrom: '2027-01-01', validTo: null })
  await maintainAt(expiry - 30 * day - 60_000)
  expect(await mails()).toEqual([])
  await maintainAt(expiry - 30 * day)
  await maintainAt(expiry - 29 * day)
  expect(await mails()).toEqual([['Grove City', 30]])
  await maintainAt(expiry - 7 * day)
  await maintainAt(expiry - day)
  const both = [
    ['Grove City', 30],
    ['Grove City', 7],
  ]
  expect(await mails()).toEqual(both)
  await save('Grove City', { id, validTo: '2027-02-28' })
  await maintainAt(expiry)
  expect(await mails()).toEqual(both)
  await maintainAt(Date.parse('2027-02-20T12:00:00Z'))
  expect(await mails()).toEqual([...both, ['Grove City', 9]])
})
