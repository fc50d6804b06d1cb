import { randomUUID } from 'node:crypto'
import type { Context } from '../../context.ts'
import { changeHeld, claimSql, givenUp, isFree, leaseMs } from '../../database/leases.ts'
import { queryReachable } from '../../database/tenantByTenant.ts'
import { mailHistoryMs, nextMailAttempt } from '../../domain/mails/mailQueue.ts'
import type { MailContents, MailKind } from '../../domain/mails/mailTexts.ts'
import { renderMail } from '../../domain/mails/renderMail.ts'
import type { MailResult } from '../../services/mails/mailer.ts'

type SendContext = Pick<Context, 'database' | 'live' | 'now' | 'services' | 'config'>

/** Sends the mails that are due. Any number of processes may have one: each mail is sent by one of them at a time. */
export interface MailSender {
  /** Sends the mails of the tenant that are due; resolves when this is done. Calls may overlap. */
  send(tenantId: string): Promise<void>
  /** Ends what is being sent, and gives it up for other processes. */
  stop(): Promise<void>
}

/** How many mails of one tenant a process sends at a time. */
const mailsAtOnce = 3
/** How many tenants' mails a process sends at a time; those of others wait until they are looked for again. */
const maxTenants = 5

type ClaimedMail = {
  [Kind in MailKind]: {
    id: string
    kind: Kind
    to: string
    content: MailContents[Kind]
    /** The number of this try. */
    attempt: number
    expiresAt: Date
  }
}[MailKind]

/** Sends nothing without a mail server: what is queued then waits for one, or expires. */
export function makeMailSender(ctx: SendContext): MailSender {
  const stopping = new AbortController()
  /** By tenant; true if more was queued meanwhile. */
  const running = new Map<string, { again: boolean; done: Promise<void> }>()

  function send(tenantId: string): Promise<void> {
    const current = running.get(tenantId)
    if (current) current.again = true
    if (current) return current.done
    if (!ctx.services.mailer || stopping.signal.aborted || running.size >= maxTenants) return Promise.resolve()
    const started = { again: false, done: Promise.resolve() }
    running.set(tenantId, started)
    started.done = sendAll(tenantId, started).finally(() => running.delete(tenantId))
    return started.done
  }

  async function sendAll(tenantId: string, self: { again: boolean }): Promise<void> {
    while (!stopping.signal.aborted) {
      self.again = false
      const leaseId = randomUUID()
      const claimed = await claimMails(ctx, tenantId, leaseId)
      await Promise.all(claimed.map((mail) => sendOne({ tenantId, leaseId }, mail)))
      if (claimed.length === 0 && !self.again) return
    }
  }

  async function sendOne(held: { tenantId: string; leaseId: string }, mail: ClaimedMail): Promise<void> {
    const { id, to, attempt, expiresAt } = mail
    const isExpired = expiresAt <= ctx.now()
    const result: MailResult = isExpired
      ? { outcome: 'refused', error: 'It could not be sent while its content was valid.' }
      : await ctx.services.mailer!.send({ id, to, ...render(ctx, mail) }, stopping.signal)
    const now = ctx.now()
    const nextAt = result.outcome === 'failed' ? nextMailAttempt(attempt, now, expiresAt) : null
    const change = (set: string, ...values: unknown[]) =>
      ctx.database.within({ tenantId: held.tenantId }, (em) =>
        changeHeld(em, 'mails', { ...held, ids: [id] }, `${set}, ${givenUp}`, values),
      )
    const ended = `status = $4, attempts = $5, last_error = $6, finished_at = $7, content = null, next_attempt_at = null`
    const tries = isExpired ? attempt - 1 : attempt
    if (result.outcome === 'sent') await change(ended, 'sent', tries, null, now)
    // A try that the stop of this process cut off does not count.
    else if (stopping.signal.aborted) await change('attempts = attempts')
    else if (!nextAt) await change(ended, 'failed', tries, result.error, now)
    else {
      await change('attempts = $4, last_error = $5, next_attempt_at = $6', tries, result.error, nextAt)
      ctx.live.startDue({ kind: 'mails', tenantId: held.tenantId, id: held.tenantId }, nextAt)
    }
  }

  return {
    send,
    async stop() {
      stopping.abort()
      await Promise.allSettled([...running.values()].map(({ done }) => done))
    },
  }
}

const render = <Kind extends MailKind>({ config }: SendContext, mail: { kind: Kind; content: MailContents[Kind] }) =>
  renderMail(mail.kind, mail.content, config.publicUrl)

async function claimMails({ database, now }: SendContext, tenantId: string, leaseId: string): Promise<ClaimedMail[]> {
  const at = now()
  const claimed = claimSql({
    table: 'mails',
    due: `d.status = 'queued' and d.next_attempt_at <= $2`,
    order: 'order by d.next_attempt_at, d.id',
    limit: String(mailsAtOnce),
    returning: 'd.id, d.kind, d.recipient as "to", d.content, d.attempts + 1 as attempt, d.expires_at as "expiresAt"',
    leaseId: '$3',
    now: '$2',
    until: '$4',
  })
  return database.query<ClaimedMail>({ tenantId }, `with ${claimed} select c.* from claimed c`, [
    tenantId,
    at,
    leaseId,
    new Date(at.getTime() + leaseMs),
  ])
}

/** The tenants with mails that are due. While a node of a distributed database is missing, only those of tenants on other nodes. */
export async function findTenantsWithDueMails({
  database,
  now,
  services,
}: Pick<SendContext, 'database' | 'now' | 'services'>): Promise<string[]> {
  if (!services.mailer) return []
  const due = await queryReachable<{ tenantId: string }>(
    database,
    `select d.tenant_id as "tenantId" from mails d
     where d.tenant_id = :tenant and d.status = 'queued' and d.next_attempt_at <= $1 and ${isFree('$1')}
     group by d.tenant_id order by min(d.next_attempt_at)`,
    [now()],
  )
  return due.map(({ tenantId }) => tenantId)
}

/**
 * Deletes the mails of all tenants that ended 30 days ago. While a node of a distributed database is missing, only those of tenants on
 * other nodes.
 */
export async function deleteOldMails({ database, now }: Pick<SendContext, 'database' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - mailHistoryMs)
  const old = await queryReachable<{ tenantId: string }>(
    database,
    'select m.tenant_id as "tenantId" from mails m where m.tenant_id = :tenant and m.finished_at < $1 group by m.tenant_id',
    [before],
  )
  for (const { tenantId } of old)
    await database.query({ tenantId }, 'delete from mails where tenant_id = $1 and finished_at < $2', [
      tenantId,
      before,
    ])
}
