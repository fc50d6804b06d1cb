import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { hashToken } from './sessions.ts'

/** How long a device is known after the last sign-in on it. */
export const deviceLifetimeDays = 180

/** Of those that have signed in once, and of those that have come back, so that neither kind displaces the other. */
const maxDevices = 10

/**
 * The hash of the device's token if somebody has signed in to the account on it, otherwise null. It is no authentication: it
 * only says which limit of failed sign-ins applies.
 */
export async function findDevice(
  { deviceToken, now }: Pick<Context, 'deviceToken' | 'now'>,
  em: EntityManager,
  emailKey: string,
): Promise<Buffer | null> {
  if (!deviceToken) return null
  const tokenHash = hashToken(deviceToken)
  const found = await queryRows(
    em,
    `select from sign_in_devices d join users u on u.id = d.user_id
     where u.email_key = $1 and d.token_hash = $2 and d.expires_at > $3`,
    [emailKey, tokenHash, now()],
  )
  return found.length > 0 ? tokenHash : null
}

/**
 * Remembers that the account has signed in on this device, and returns the token that the device keeps: the one it sent if this
 * server gave it to it, otherwise a new one. Forgets the account's oldest devices.
 */
export async function rememberDevice(
  { deviceToken, now }: Pick<Context, 'deviceToken' | 'now'>,
  em: EntityManager,
  userId: string,
): Promise<string> {
  const known = deviceToken
    ? await queryRows(em, 'select from sign_in_devices where token_hash = $1 and expires_at > $2 limit 1', [
        hashToken(deviceToken),
        now(),
      ])
    : []
  const token = known.length > 0 ? deviceToken! : randomBytes(32).toString('base64url')
  await queryRows(
    em,
    `insert into sign_in_devices (user_id, token_hash, expires_at) values ($1, $2, $3)
     on conflict (user_id, token_hash) do update set has_returned = true, expires_at = excluded.expires_at`,
    [userId, hashToken(token), new Date(now().getTime() + deviceLifetimeDays * 86_400_000)],
  )
  await queryRows(
    em,
    `delete from sign_in_devices where user_id = $1 and token_hash in (
       select token_hash from (
         select token_hash, row_number() over (partition by has_returned order by expires_at desc, token_hash) as n
         from sign_in_devices where user_id = $1) d
       where d.n > $2)`,
    [userId, maxDevices],
  )
  return token
}

/** Whether a device of the account is known, on which it was not the first sign-in since its password was set. */
export async function hasDevices(em: EntityManager, userId: string): Promise<boolean> {
  return (await queryRows(em, 'select from sign_in_devices where user_id = $1 limit 1', [userId])).length > 0
}

/** Forgets all devices of an account. */
export async function forgetDevices(em: EntityManager, userId: string): Promise<void> {
  await queryRows(em, 'delete from sign_in_devices where user_id = $1', [userId])
}
