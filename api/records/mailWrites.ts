import { v7 as uuidv7 } from 'uuid'
import type { Config } from '../config.ts'
import { queryRows, type EntityManager } from '../database/connection.ts'
import { normalizeEmail } from '../domain/auth/accounts.ts'
import { QuotaExceeded } from '../domain/errors.ts'
import { mailLifetimeMs, maxMailsPerAddress } from '../domain/mails/mailQueue.ts'
import type { MailContents, MailKind } from '../domain/mails/mailTexts.ts'
import { countUse } from '../log/quotas.ts'
import type { WriteContext, WriteTransaction } from '../log/transact.ts'

/** A mail of one kind to one address. */
export type NewMail = {
  [Kind in MailKind]: {
    kind: Kind
    to: string
    content: MailContents[Kind]
    /** When what the mail says is no longer valid, such as the end of its link; by default in a day. */
    expiresAt?: Date
    /** Why it is not sent. It is listed as failed at once, so that a mail to nobody takes as long as one that is sent. */
    failure?: string
  }
}[MailKind]

/** The address of a path of the client, for a mail. */
export const linkTo = ({ config }: { config: Pick<Config, 'publicUrl'> }, path: string): string =>
  `${config.publicUrl}${path}`

/**
 * The same for whoever sent the request alone: without `PUBLIC_URL` it begins with the address under which they reached the server, which
 * others cannot trust.
 */
export const linkForCaller = (
  ctx: { config: Pick<Config, 'publicUrl' | 'hasPublicUrl'>; origin?: string },
  path: string,
): string => (ctx.origin && !ctx.config.hasPublicUrl ? `${ctx.origin}${path}` : linkTo(ctx, path))

/**
 * Mails are sent together at the second full second from now. If one were sent at once, it would take time from the request that queued
 * it, which would tell strangers whether the address that they gave to it has an account.
 */
const sendingTime = (now: Date): Date => new Date(Math.ceil(now.getTime() / 1_000) * 1_000 + 1_000)

/**
 * Queues a mail in the transaction of what causes it, in the tenant of its log: it is sent a moment after the commit, and never without it. Without
 * `MAIL_URL`, or if the address has had its mails of the day or the tenant its own, nothing is queued.
 */
export function queueMail(
  ctx: WriteContext & { config: Pick<Config, 'mail' | 'quotas'> },
  { beforeCommit, startAfterCommit }: Pick<WriteTransaction, 'beforeCommit' | 'startAfterCommit'>,
  { kind, to, content, failure, ...mail }: NewMail,
): void {
  if (!ctx.config.mail) return
  beforeCommit(async (em, tenantId) => {
    const now = ctx.now()
    const key = normalizeEmail(to)
    const [recent] = await queryRows<{ n: number }>(
      em,
      'select count(*)::int as n from mails where tenant_id = $1 and recipient_key = $2 and created_at > $3',
      [tenantId, key, new Date(now.getTime() - mailLifetimeMs)],
    )
    if (recent!.n >= maxMailsPerAddress) return
    try {
      await countUse(em, { ...ctx, tellRateLimit: undefined }, tenantId, 'mails')
    } catch (error) {
      // What causes the mail is done in any case.
      if (error instanceof QuotaExceeded) return
      throw error
    }
    const isQueued = failure === undefined
    const expiresAt = mail.expiresAt ?? new Date(now.getTime() + mailLifetimeMs)
    await queryRows(
      em,
      `insert into mails (tenant_id, id, kind, recipient, recipient_key, content, status, next_attempt_at, last_error, created_at,
         expires_at, finished_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        ...[tenantId, uuidv7(), kind, to, key, isQueued ? JSON.stringify(content) : null],
        ...[
          isQueued ? 'queued' : 'failed',
          isQueued ? now : null,
          failure ?? null,
          now,
          expiresAt,
          isQueued ? null : now,
        ],
      ],
    )
    if (isQueued) startAfterCommit({ kind: 'mails', tenantId, id: tenantId, at: sendingTime(now) })
  })
}

/** The addresses of those who can approve accounts, at most ten. */
export async function addressesOfGlobalAdmins(em: EntityManager): Promise<string[]> {
  const found = await queryRows<{ email: string }>(
    em,
    `select email from users where role = 'global_admin' and status = 'active' and deleted_at is null and not demo
     order by created_at limit 10`,
  )
  return found.map(({ email }) => email)
}

/** The addresses of the owners and admins of a tenant, at most ten. */
export async function addressesOfManagers(em: EntityManager, tenantId: string): Promise<string[]> {
  const found = await queryRows<{ email: string }>(
    em,
    `select email from users where tenant_id = $1 and role in ('owner', 'admin') and status = 'active' and deleted_at is null
     order by role desc, created_at limit 10`,
    [tenantId],
  )
  return found.map(({ email }) => email)
}
