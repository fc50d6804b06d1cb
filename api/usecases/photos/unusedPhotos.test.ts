import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { queryRows } from '../../database/connection.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { deleteUnusedPhotos } from './unusedPhotos.ts'

const { ctx: ofRep, database, tenantId, repId, propertyIds } = await createRepContext({ propertiesPerRep: 1 })
const now = new Date('2026-06-30T12:00:00Z')
const ctx = { ...ofRep, actor: null, now: () => now }
const scope = { tenantId, userId: repId }

const addPhoto = async (createdAt: string) => {
  const id = uuidv7()
  await database.within(scope, (em) =>
    queryRows(
      em,
      `insert into photos (tenant_id, id, content_type, content, uploaded_by, created_at)
       values ($1, $2, 'image/jpeg', 'x', $3, $4)`,
      [tenantId, id, repId, createdAt],
    ),
  )
  return id
}
const readIds = async () =>
  (await database.within(scope, (em) => queryRows<{ id: string }>(em, 'select id from photos'))).map(({ id }) => id)

it('deletes photos without a knock after 30 days, once, and logs it', async () => {
  const [unused, used, recent] = [
    await addPhoto('2026-05-30T12:00:00Z'),
    await addPhoto('2026-05-30T12:00:00Z'),
    await addPhoto('2026-06-01T12:00:00Z'),
  ]
  await database.within(scope, async (em) => {
    const knockId = uuidv7()
    await queryRows(
      em,
      `insert into knocks (tenant_id, event_id, property_id, rep_id, outcome, occurred_at)
       values ($1, $2, $3, $4, 'talked', $5)`,
      [tenantId, knockId, propertyIds[0], repId, now],
    )
    await queryRows(em, 'insert into knock_photos (tenant_id, knock_id, place, photo_id) values ($1, $2, 2, $3)', [
      tenantId,
      knockId,
      used,
    ])
  })
  expect(await deleteUnusedPhotos(ctx)).toBe(1)
  expect((await readIds()).sort()).toEqual([used, recent].sort())
  expect(await deleteUnusedPhotos(ctx)).toBe(0)
  const events = await database.within(scope, (em) =>
    queryRows(em, `select data from activity_events where type = 'UnusedPhotosDeleted'`),
  )
  expect(events).toEqual([{ data: { photoIds: [unused] } }])
})
