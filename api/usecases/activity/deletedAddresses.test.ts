import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { queryRows } from '../../database/connection.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { deleteOldAddresses } from './deletedAddresses.ts'

const { database, tenantId } = await createRepContext({ propertiesPerRep: 0 })
const now = () => new Date('2026-06-30T12:00:00Z')

it('deletes the addresses of properties that were deleted more than 90 days ago', async () => {
  const [old, recent] = [randomUUID(), randomUUID()]
  await database.within({ tenantId }, (em) =>
    queryRows(
      em,
      `insert into deleted_addresses (tenant_id, property_id, address, deleted_at)
       values ($1, $2, '1 Old St', '2026-04-01T11:59:59Z'), ($1, $3, '1 Recent St', '2026-04-01T12:00:00Z')`,
      [tenantId, old, recent],
    ),
  )
  expect(await deleteOldAddresses({ database, now })).toBe(1)
  const left = await database.within({ tenantId }, (em) =>
    queryRows<{ id: string }>(em, 'select property_id as id from deleted_addresses'),
  )
  expect(left).toEqual([{ id: recent }])
  expect(await deleteOldAddresses({ database, now })).toBe(0)
})
