import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createRepContext } from '../../tests/support/repContext.ts'
import { Conflict } from '../domain/errors.ts'
import { findAccount, insertUsers, updateUsers, type NewUserRow } from './userWrites.ts'

const { ctx, tenantId } = await createRepContext({ propertiesPerRep: 0 })
const newUser = (email: string): NewUserRow => ({
  ...{ id: randomUUID(), email, fullName: 'Sample User', role: 'sales_rep', tenantId, phone: null },
  ...{ passwordHash: 'none', status: 'active', mustChangePassword: false, createdAt: new Date('2026-05-01T12:00:00Z') },
})

it('gives an address to one of two transactions that save it at the same time, and Conflict to the other', async () => {
  const users = [newUser('Twice@sample.example'), newUser('twice@SAMPLE.example')]
  const saved = await Promise.allSettled(
    users.map((user) => ctx.database.within('platform', (em) => insertUsers(em, [user]))),
  )
  expect(saved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(saved.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(Conflict) as Conflict })
  const found = await ctx.database.within('platform', (em) => findAccount(em, { emailKey: 'twice@sample.example' }))
  expect(users.map(({ id }) => id)).toContain(found!.id)
  expect(found).toMatchObject({ demo: false, deletedAt: null, isTenantArchived: false })
})

it('saves none of several accounts if one of the addresses is in use', async () => {
  const users = [newUser('first@sample.example'), newUser('twice@sample.example')]
  await expect(ctx.database.within('platform', (em) => insertUsers(em, users))).rejects.toThrow(Conflict)
  const find = ctx.database.within('platform', (em) => findAccount(em, { id: users[0]!.id }))
  expect(await find).toBeNull()
})

it('changes only the accounts of a tenant, if one is given', async () => {
  const user = newUser('moved@sample.example')
  const phone = await ctx.database.within('platform', async (em) => {
    await insertUsers(em, [user])
    await updateUsers(em, [{ id: user.id, phone: '555 0100' }], randomUUID())
    const before = await findAccount(em, { id: user.id })
    await updateUsers(em, [{ id: user.id, phone: '555 0100' }], tenantId)
    return [before!.phone, (await findAccount(em, { id: user.id }))!.phone]
  })
  expect(phone).toEqual([null, '555 0100'])
})
