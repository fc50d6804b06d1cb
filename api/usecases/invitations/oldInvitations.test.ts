import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { queryRows } from '../../database/connection.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { deleteOldInvitations } from './oldInvitations.ts'

const { database, tenantId, repId } = await createRepContext({ propertiesPerRep: 0 })
const now = () => new Date('2026-06-30T12:00:00Z')

const query = (sql: string, values: unknown[] = []) =>
  database.within({ tenantId }, (em) => queryRows<Record<string, unknown>>(em, sql, values))
const addInvitation = async (expiresAt: string, revokedAt: string | null = null) => {
  const id = uuidv7()
  await query(
    `insert into invitations (tenant_id, id, token_hash, role, uses, created_by, created_at, expires_at, revoked_at)
     values ($1, $2, $3, 'sales_rep', 2, $4, '2026-01-01', $5, $6)`,
    [tenantId, id, Buffer.from(id), repId, expiresAt, revokedAt],
  )
  return id
}

it('deletes invitations that ended more than 90 days ago, with who came by them, and no others', async () => {
  const expired = await addInvitation('2026-03-31T12:00:00Z')
  const revoked = await addInvitation('2026-06-29T12:00:00Z', '2026-03-31T12:00:00Z')
  const kept = [
    await addInvitation('2026-04-02T12:00:00Z'),
    await addInvitation('2026-07-20T12:00:00Z'),
    await addInvitation('2026-07-20T12:00:00Z', '2026-04-02T12:00:00Z'),
  ]
  for (const id of [expired, revoked, ...kept])
    await query(
      `insert into invitation_uses (tenant_id, invitation_id, user_id, used_at) values ($1, $2, $3, '2026-02-01')`,
      [tenantId, id, repId],
    )
  await deleteOldInvitations({ database, now })
  const left = await query('select id from invitations')
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(kept))
  const uses = await query('select invitation_id as id from invitation_uses')
  expect(new Set(uses.map(({ id }) => id))).toEqual(new Set(kept))
})
