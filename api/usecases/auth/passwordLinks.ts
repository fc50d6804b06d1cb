import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { hashToken } from './sessions.ts'

/** How long a link is valid. */
export const passwordLinkMinutes = 30

/** How many links an account gets in an hour, from all who ask for one. Earlier ones stay valid, so that nobody else can end them. */
export const maxPasswordLinks = 5

const hourMs = 60 * 60_000
/** How long a link that ended is known, so that its holder learns why it does not work. */
const rememberedMs = 7 * 24 * hourMs

export interface PasswordLink {
  token: string
  expiresAt: Date
}

/** Makes a link for an account, or one that leads nowhere for null. */
export async function insertPasswordLink(
  { now }: Pick<Context, 'now'>,
  em: EntityManager,
  userId: string | null,
): Promise<PasswordLink> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now().getTime() + passwordLinkMinutes * 60_000)
  await queryRows(
    em,
    'insert into password_links (token_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
    [hashToken(token), userId, now(), expiresAt],
  )
  return { token, expiresAt }
}

/** Whether the account has got its links of the last hour. */
export async function hasAllPasswordLinks(
  { now }: Pick<Context, 'now'>,
  em: EntityManager,
  userId: string | null,
): Promise<boolean> {
  const [recent] = await queryRows<{ n: number }>(
    em,
    'select count(*)::int as n from password_links where user_id = $1 and created_at > $2',
    [userId, new Date(now().getTime() - hourMs)],
  )
  return recent!.n >= maxPasswordLinks
}

/** The account of a link and whether it can be used; null for an unknown one. */
export async function findPasswordLink(
  { now }: Pick<Context, 'now'>,
  em: EntityManager,
  token: string,
): Promise<{ userId: string | null; isOpen: boolean } | null> {
  const [found] = await queryRows<{ userId: string | null; isOpen: boolean }>(
    em,
    `select user_id as "userId", ended_at is null and expires_at > $2 as "isOpen" from password_links where token_hash = $1`,
    [hashToken(token), now()],
  )
  return found ?? null
}

/** Uses a link. Returns whether it could be: of several callers at the same time, one. */
export async function usePasswordLink(
  { now }: Pick<Context, 'now'>,
  em: EntityManager,
  token: string,
): Promise<boolean> {
  const used = await queryRows(
    em,
    `update password_links set ended_at = $2 where token_hash = $1 and ended_at is null and expires_at > $2
     returning token_hash`,
    [hashToken(token), now()],
  )
  return used.length > 0
}

/** Ends the open links of an account. */
export async function endPasswordLinks({ now }: Pick<Context, 'now'>, em: EntityManager, userId: string) {
  await queryRows(em, 'update password_links set ended_at = $2 where user_id = $1 and ended_at is null', [
    userId,
    now(),
  ])
}

/** Deletes the links that ended a week ago. */
export async function deleteOldPasswordLinks(em: EntityManager, now: Date): Promise<void> {
  await queryRows(em, 'delete from password_links where expires_at <= $1', [new Date(now.getTime() - rememberedMs)])
}
