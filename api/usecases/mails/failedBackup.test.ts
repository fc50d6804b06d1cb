import { beforeEach, expect, it } from 'vitest'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { readConfig } from '../../config.ts'
import { queryRows } from '../../database/connection.ts'
import { recordBackupResult } from '../../database/failedBackup.ts'
import type { BackupFailure } from '../../domain/mails/mailTexts.ts'
import { platformTenantId } from '../../events/catalog.ts'
import { mailFailedBackup } from './failedBackup.ts'

const { ctx } = await createRepContext({ propertiesPerRep: 0 })
const withMail = readConfig({ MAIL_URL: 'smtp://mail.example', MAIL_FROM: 'mail@porchlight.example' })
const minutes = (n: number) => new Date(Date.UTC(2026, 10, 29, 22, n))

const onPlatform = <Row>(sql: string, values: unknown[] = []) =>
  ctx.database.within('platform', (em) => queryRows<Row>(em, sql, values))
const record = (failure: BackupFailure | null, at = minutes(0)) =>
  ctx.database.within('platform', (em) =>
    recordBackupResult((sql, parameters) => queryRows(em, sql, parameters), failure, at),
  )
const tell = (config = withMail) => mailFailedBackup({ ...ctx, config })
const queued = async () =>
  (
    await ctx.database.within({ tenantId: platformTenantId }, (em) =>
      queryRows<{ recipient: string; content: object }>(
        em,
        `select recipient, content from mails where tenant_id = $1 and kind = 'backup_failed' order by created_at`,
        [platformTenantId],
      ),
    )
  ).map(({ recipient, content }) => [recipient, content])

beforeEach(async () => {
  await ctx.database.within({ tenantId: platformTenantId }, (em) =>
    queryRows(em, 'delete from mails where tenant_id = $1', [platformTenantId]),
  )
  await record(null)
  await onPlatform(
    `update users set role = 'global_admin', tenant_id = null, email = 'chief@sample.example'
    where id = $1`,
    [ctx.actor!.userId],
  )
})

const mailOf = (failure: BackupFailure, at: Date) => [
  'chief@sample.example',
  { failure, at: at.toISOString(), url: 'http://localhost:4000/' },
]

it('a backup that fails is told to global admins once, and again only after one that succeeded', async () => {
  await tell()
  expect(await queued()).toEqual([])
  await record('not_made', minutes(1))
  await record('not_verified', minutes(2))
  await Promise.all([tell(), tell(), tell()])
  await record('not_made', minutes(3))
  await tell()
  expect(await queued()).toEqual([mailOf('not_made', minutes(1))])
  await record(null)
  await tell()
  expect(await queued()).toHaveLength(1)
  await record('not_copied', minutes(4))
  await tell()
  expect(await queued()).toEqual([mailOf('not_made', minutes(1)), mailOf('not_copied', minutes(4))])
})

it('a backup that fails before there is a mail server is told as soon as there is one', async () => {
  await record('not_copied')
  await tell(readConfig({}))
  expect(await queued()).toEqual([])
  await tell()
  expect(await queued()).toEqual([mailOf('not_copied', minutes(0))])
})
