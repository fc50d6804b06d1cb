import { beforeEach, describe, expect, it } from 'vitest'
import { createRepContext } from '../../../tests/support/repContext.ts'
import type { Context } from '../../context.ts'
import { verifyPassword } from '../../domain/auth/passwords.ts'
import { findAccount } from '../../records/userWrites.ts'
import { readConfig } from '../../config.ts'
import { deleteExpiredSignIns } from './authMaintenance.ts'
import { requestPasswordReset, resetPassword } from './forgottenPassword.ts'
import { insertPasswordLink } from './passwordLinks.ts'

const { ctx: request, repId } = await createRepContext({ propertiesPerRep: 0 })
const minute = 60_000
const day = 24 * 60 * minute
/** How far the clock is ahead. */
let aheadMs = 0
const ctx = {
  ...request,
  actor: null,
  now: () => new Date(Date.now() + aheadMs),
  live: { announceSessions: () => undefined },
} as unknown as Context

beforeEach(() => {
  aheadMs = 0
})

const newToken = () => ctx.database.within('accounts', async (em) => (await insertPasswordLink(ctx, em, repId)).token)
const choose = (token: string, newPassword = 'words of my own') => resetPassword(ctx, { token, newPassword })

describe('a link to choose a password', () => {
  it('is valid for 30 minutes, says for a week that it was, and is unknown afterwards', async () => {
    const token = await newToken()
    aheadMs = 30 * minute + 1_000
    await expect(choose(token)).rejects.toThrow('This link is no longer valid.')
    aheadMs = 7 * day
    await deleteExpiredSignIns(ctx)
    await expect(choose(token)).rejects.toThrow('This link is no longer valid.')
    aheadMs = 7 * day + 31 * minute
    await deleteExpiredSignIns(ctx)
    await expect(choose(token)).rejects.toThrow('There is no such link.')

    aheadMs = 0
    const other = await newToken()
    aheadMs = 30 * minute - 2_000
    await expect(choose(other)).resolves.toBeUndefined()
  })

  it('is used by one of 20 callers at the same time', async () => {
    const token = await newToken()
    const passwords = Array.from({ length: 20 }, (_, n) => `words of caller ${n}`)
    const results = await Promise.allSettled(passwords.map((one) => choose(token, one)))
    const winners = passwords.filter((_, n) => results[n]!.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toHaveProperty('message', 'This link is no longer valid.')
    const account = await ctx.database.within('accounts', (em) => findAccount(em, { id: repId }))
    expect(await verifyPassword(winners[0]!, account!.passwordHash)).toBe(true)
  })

  it('is not made without a mail server', async () => {
    const account = await ctx.database.within('accounts', (em) => findAccount(em, { id: repId }))
    await requestPasswordReset({ ...ctx, config: readConfig({}) }, { email: account!.email })
    const links = await ctx.database.within('accounts', (em) =>
      em
        .getKysely<{ password_links: { user_id: string; ended_at: Date | null } }>()
        .selectFrom('password_links')
        .where('ended_at', 'is', null)
        .where('user_id', '=', repId)
        .selectAll()
        .execute(),
    )
    expect(links).toEqual([])
  })
})
