import { queryRows, type EntityManager } from '../../database/connection.ts'
import { hashWithSalt } from '../../domain/auth/passwords.ts'
import { normalizeCode } from '../../domain/auth/codes.ts'
import { findTotpStep } from '../../domain/auth/totp.ts'

/** The second factor of an account. */
export interface SecondFactor {
  secret: Buffer
  recoverySalt: Buffer
}

/** A code that fits a second factor and may have been used already. */
export type MatchingCode = { step: number } | { recoveryHash: Buffer }

/** The second factor of an account; null if it has none. */
export async function findSecondFactor(em: EntityManager, userId: string): Promise<SecondFactor | null> {
  const [found] = await queryRows<SecondFactor>(
    em,
    `select secret, recovery_salt as "recoverySalt" from two_factors where user_id = $1 and confirmed_at is not null`,
    [userId],
  )
  return found ?? null
}

/**
 * What `useCode` needs for this code of the authenticator app or recovery code; null if it is neither. Not in a transaction,
 * because hashing takes time.
 */
export async function matchCode(factor: SecondFactor, code: string, now: Date): Promise<MatchingCode | null> {
  const step = findTotpStep(factor.secret, code.replaceAll(/\s/g, ''), now)
  if (step !== null) return { step }
  const recoveryCode = normalizeCode(code)
  return recoveryCode ? { recoveryHash: await hashWithSalt(recoveryCode, factor.recoverySalt) } : null
}

/**
 * Uses a code up, and returns the number of recovery codes that are left, or null if it was no recovery code. Returns false if it
 * was used before, also by a concurrent request, or is wrong.
 */
export async function useCode(em: EntityManager, userId: string, code: MatchingCode): Promise<number | null | false> {
  if ('step' in code) {
    const used = await queryRows(
      em,
      `update two_factors set last_step = $2 where user_id = $1 and confirmed_at is not null and last_step < $2 returning 1`,
      [userId, code.step],
    )
    return used.length === 0 ? false : null
  }
  const used = await queryRows(em, 'delete from recovery_codes where user_id = $1 and code_hash = $2 returning 1', [
    userId,
    code.recoveryHash,
  ])
  return used.length === 0 ? false : countRecoveryCodes(em, userId)
}

/** The number of unused recovery codes of an account; null if it has no second factor. */
export async function countRecoveryCodes(em: EntityManager, userId: string): Promise<number | null> {
  const [row] = await queryRows<{ n: number }>(
    em,
    `select (select count(*)::int from recovery_codes c where c.user_id = f.user_id) as n
     from two_factors f where f.user_id = $1 and f.confirmed_at is not null`,
    [userId],
  )
  return row?.n ?? null
}

/** Removes the second factor of an account, also one that is being set up. Returns whether it had one. */
export async function deleteSecondFactor(em: EntityManager, userId: string): Promise<boolean> {
  await queryRows(em, 'delete from recovery_codes where user_id = $1', [userId])
  const deleted = await queryRows<{ isConfirmed: boolean }>(
    em,
    'delete from two_factors where user_id = $1 returning confirmed_at is not null as "isConfirmed"',
    [userId],
  )
  return deleted.some(({ isConfirmed }) => isConfirmed)
}
