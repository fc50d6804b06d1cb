import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { queryRows, type EntityManager } from '../../database/connection.ts'
import { makeCode, normalizeCode } from '../../domain/auth/codes.ts'
import { check } from '../../domain/errors.ts'

/** Names the setting and where to find the code, because its reader may not have started the server. */
const message = 'The set-up code is printed when the server starts.'

/** Whether no global admin has registered yet. The one of the demo does not count (design §7). */
export async function isGlobalAdminMissing(em: EntityManager): Promise<boolean> {
  // The row of `installation` remains after that account is demoted or deleted, so the first-time setup cannot run again.
  const found = await queryRows(
    em,
    `select from users where role = 'global_admin' and not demo union all select from installation where key = 'global_admin' limit 1`,
  )
  return found.length === 0
}

/**
 * The code with which the first global admin registers or opens the set-up link, for the server to print; null once there is one. It
 * stays the same until then, so that the code that any process prints works on all of them.
 */
export async function readSetupCode({ database }: Pick<Context, 'database'>): Promise<string | null> {
  return database.within('platform', async (em) => ((await isGlobalAdminMissing(em)) ? findSetupCode(em) : null))
}

/** Throws `Refused` unless `given` is the code. For the registration of the first global admin only. */
export async function checkSetupCode(em: EntityManager, given: string | null | undefined): Promise<void> {
  check(await isSetupCode(em, given), message, { setup_code: message })
}

export async function isSetupCode(em: EntityManager, given: string | null | undefined): Promise<boolean> {
  const expected = Buffer.from(normalizeCode(await findSetupCode(em))!)
  const actual = Buffer.from(normalizeCode(given ?? '') ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Records that there is a global admin, so that nobody else becomes the first one, and removes the code. */
export async function endFirstSetup(em: EntityManager): Promise<void> {
  await queryRows(em, `insert into installation values ('global_admin', 'true')`)
  await queryRows(em, `delete from installation where key = 'setup_code'`)
}

async function findSetupCode(em: EntityManager): Promise<string> {
  await queryRows(em, `insert into installation values ('setup_code', to_jsonb($1::text)) on conflict do nothing`, [
    makeCode(),
  ])
  const [row] = await queryRows<{ code: string }>(
    em,
    `select value #>> '{}' as code from installation where key = 'setup_code'`,
  )
  return row!.code
}
