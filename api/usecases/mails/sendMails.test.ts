import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailServer, type MailServer } from '../../../tests/support/mailServer.ts'
import { createRepContext } from '../../../tests/support/repContext.ts'
import { readConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { mailRetryDelaysMs, maxMailsPerAddress } from '../../domain/mails/mailQueue.ts'
import { transactInTenant } from '../../log/transact.ts'
import { linkTo, queueMail, type NewMail } from '../../records/mailWrites.ts'
import { createMailer } from '../../services/mails/mailer.ts'
import { countMails, listMails } from './mails.ts'
import { deleteOldMails, findTenantsWithDueMails, makeMailSender, type MailSender } from './sendMails.ts'

const { ctx: request, tenantId } = await createRepContext({ propertiesPerRep: 0 })
const token = 'TOKEN-in-a-link'
/** How far the clock is ahead. */
let aheadMs = 0
let server: MailServer
let ctx: Context
let sender: MailSender
let started: { kind: string; at?: Date }[]

beforeAll(async () => {
  server = await startMailServer()
})
beforeEach(async () => {
  server.received.length = 0
  server.refusedAddresses.clear()
  server.refuseContent = null
  server.beforeAnswer = () => undefined
  aheadMs = 0
  await query('delete from mails')
  await query('update quota_uses set used = 0')
  ctx = contextFor(server.url)
  sender = makeMailSender(ctx)
})
afterEach(() => sender.stop())
afterAll(() => server.close())

const query = (sql: string) =>
  request.database.within({ tenantId }, (em) => queryRows<Record<string, unknown>>(em, sql))

function contextFor(mailUrl: string, settings: Record<string, string> = {}): Context {
  started = []
  const startDue = ({ kind }: { kind: string }, at?: Date) => void started.push({ kind, at })
  const config = readConfig({
    MAIL_URL: mailUrl,
    MAIL_FROM: 'Porchlight Sample <mail@porchlight.example>',
    PUBLIC_URL: 'https://porchlight.example',
    ...settings,
  })
  return {
    ...request,
    config,
    now: () => new Date(Date.now() + aheadMs),
    live: { startDue },
    afterCommit: (_tenant: string, _types: unknown, _count: number, due: { kind: string; at?: Date }[]) =>
      due.forEach((work) => startDue(work, work.at)),
    services: { mailer: createMailer(config.mail!) },
  } as unknown as Context
}

const queue = (...mails: NewMail[]) =>
  transactInTenant(ctx, tenantId, async (writing) => {
    for (const mail of mails) queueMail(ctx, writing, mail)
  })
const reset = (to = 'riley@sample.example', more: Partial<NewMail> = {}): NewMail => ({
  kind: 'password_reset',
  to,
  content: { url: linkTo(ctx, `/reset-password/${token}`), minutes: 30 },
  ...(more as object),
})
const asGlobalAdmin = (): Context => ({ ...ctx, actor: { ...ctx.actor!, role: 'global_admin', tenantId } })
const list = async () => (await listMails(asGlobalAdmin(), {}, { limit: 100 })).items
const columns = async () => (await query('select * from mails'))[0]!

describe('a mail', () => {
  it('is queued with what causes it, started after the commit, sent, and forgets what it said', async () => {
    await queue(reset())
    expect(started).toEqual([{ kind: 'mails', at: expect.any(Date) }])
    const waitMs = started[0]!.at!.getTime() - (await list())[0]!.createdAt.getTime()
    expect([waitMs >= 1_000, waitMs <= 2_000]).toEqual([true, true])
    expect(await list()).toMatchObject([
      { kind: 'password_reset', state: 'queued', tries: 0, sentAt: null, error: null },
    ])
    expect(await findTenantsWithDueMails(ctx)).toEqual([tenantId])

    await sender.send(tenantId)
    expect(server.received).toHaveLength(1)
    const [mail] = server.received
    expect(mail).toMatchObject({
      recipients: ['riley@sample.example'],
      from: { name: 'Porchlight Sample', address: 'mail@porchlight.example' },
      to: [{ address: 'riley@sample.example' }],
      subject: 'Choose a new password for Porchlight',
    })
    const link = `https://porchlight.example/reset-password/${token}`
    expect(mail!.text).toContain(`Choose New Password:\n${link}`)
    expect(mail!.html).toContain(`<a href="${link}"`)
    const [listed] = await list()
    expect(listed).toMatchObject({ state: 'sent', tries: 1, sentAt: expect.any(Date), nextTryAt: null, error: null })
    expect(mail!.messageId).toBe(`<${listed!.id}@porchlight.example>`)
    expect(JSON.stringify(await columns())).not.toContain(token)
    expect(await findTenantsWithDueMails(ctx)).toEqual([])
  })

  it('is not queued if what causes it fails', async () => {
    const work = transactInTenant(ctx, tenantId, async (writing) => {
      queueMail(ctx, writing, reset())
      throw new Error('Sample failure')
    })
    await expect(work).rejects.toThrow('Sample failure')
    expect(await list()).toEqual([])
    expect(started).toEqual([])
  })

  it('is not queued without a mail server', async () => {
    await transactInTenant(ctx, tenantId, async (writing) =>
      queueMail({ ...ctx, config: readConfig({}) }, writing, reset()),
    )
    expect(await list()).toEqual([])
  })

  it('that is for nobody is listed and never sent', async () => {
    await queue(reset('nobody@sample.example', { failure: 'No account has this address.' }))
    await sender.send(tenantId)
    expect(await list()).toMatchObject([{ state: 'failed', tries: 0, error: 'No account has this address.' }])
    expect(server.received).toEqual([])
    expect(started).toEqual([])
  })

  it('is kept while the server is down, tried again after longer and longer, and given up at its end', async () => {
    const down = await startMailServer()
    await down.close()
    ctx = contextFor(down.url)
    sender = makeMailSender(ctx)
    await queue(reset('riley@sample.example', { expiresAt: new Date(Date.now() + 30 * 60_000) }))
    await sender.send(tenantId)
    const [first] = await list()
    expect(first).toMatchObject({
      state: 'queued',
      tries: 1,
      error: 'The mail server cannot be reached (ESOCKET).',
    })
    expect(started.at(-1)).toEqual({ kind: 'mails', at: first!.nextTryAt })
    const pauses = [first!.nextTryAt!.getTime() - Date.now()]

    for (let tries = 2; (await list())[0]!.state === 'queued'; tries += 1) {
      aheadMs = (await list())[0]!.nextTryAt!.getTime() - Date.now()
      await sender.send(tenantId)
      const [mail] = await list()
      expect(mail!.tries).toBe(tries)
      if (mail!.nextTryAt) pauses.push(mail!.nextTryAt.getTime() - ctx.now().getTime())
    }
    // The fourth would be an hour later, when the link is no longer valid.
    expect(pauses.map((pause) => Math.round(pause / 60_000))).toEqual([1, 5, 15])
    expect(await list()).toMatchObject([{ state: 'failed', tries: 4 }])
    expect(JSON.stringify(await columns())).not.toContain(token)
  })

  it('is sent when the server is back', async () => {
    const port = server.port
    const down = server
    await down.close()
    await queue(reset())
    await sender.send(tenantId)
    expect(await list()).toMatchObject([{ state: 'queued', tries: 1 }])
    server = await startMailServer({}, port)
    await sender.send(tenantId)
    expect(server.received).toEqual([])
    aheadMs = mailRetryDelaysMs[0]! + 1_000
    await sender.send(tenantId)
    expect(await list()).toMatchObject([{ state: 'sent', tries: 2, error: null }])
    expect(server.received).toHaveLength(1)
  })

  it('to an address that the server refuses has failed at once, with what the server said', async () => {
    server.refusedAddresses.set('gone@sample.example', { code: 550, text: '5.1.1 No such mailbox\r\nhere' })
    server.refusedAddresses.set('full@sample.example', { code: 452, text: '4.2.2 Mailbox full' })
    await queue(reset('gone@sample.example'), reset('full@sample.example'))
    await sender.send(tenantId)
    const states = Object.fromEntries((await list()).map(({ to, state, error }) => [to, { state, error }]))
    expect(states['gone@sample.example']).toEqual({
      state: 'failed',
      error: expect.stringMatching(/^The mail server did not accept the address: 550 5\.1\.1 No such mailbox/),
    })
    expect(states['full@sample.example']).toMatchObject({
      state: 'queued',
      error: expect.stringContaining('452 4.2.2'),
    })
  })

  it('shows nothing of itself in an error, whatever the server quotes', async () => {
    server.refuseContent = (raw) => ({
      code: 554,
      text: `Spam: ${raw.replaceAll(/=\r\n/g, '').match(/https:\S+/)![0]}`,
    })
    await queue(reset())
    await sender.send(tenantId)
    expect(await list()).toMatchObject([{ state: 'failed', error: 'The mail server did not accept the mail (554).' }])
  })

  it('is sent again with the same Message-ID if the process ended after the server took it', async () => {
    await queue(reset())
    const lost = makeMailSender(ctx)
    // The process stops before it can note that the mail was sent: the lease ends, and another process takes the row.
    const first = new Promise<void>((resolve) => {
      server.beforeAnswer = () => {
        resolve()
        return new Promise(() => undefined)
      }
    })
    void lost.send(tenantId)
    await first
    server.beforeAnswer = () => undefined
    await sender.send(tenantId)
    expect(server.received).toHaveLength(1)
    await lost.stop()
    expect(await list()).toMatchObject([{ state: 'queued', tries: 0 }])
    await sender.send(tenantId)
    expect(server.received).toHaveLength(2)
    expect(server.received[1]!.messageId).toBe(server.received[0]!.messageId)
    expect(await list()).toMatchObject([{ state: 'sent', tries: 1 }])
  })

  it('is sent once by several processes', async () => {
    await queue(...Array.from({ length: 12 }, (_, i) => reset(`rep${i}@sample.example`)))
    const senders = [sender, makeMailSender(ctx), makeMailSender(ctx)]
    await Promise.all(senders.map((one) => one.send(tenantId)))
    expect(server.received.flatMap(({ recipients }) => recipients).toSorted()).toHaveLength(12)
    expect(new Set(server.received.flatMap(({ recipients }) => recipients)).size).toBe(12)
    for (const one of senders) await one.stop()
  })

  it('cannot be sent more often to an address, or by a company, than its limits of a day', async () => {
    for (let i = 0; i < maxMailsPerAddress + 3; i += 1) await queue(reset(i % 2 ? 'Riley@sample.example' : undefined))
    expect(await countMails(asGlobalAdmin(), {})).toBe(maxMailsPerAddress)
    ctx = contextFor(server.url, { MAILS_PER_DAY: String(maxMailsPerAddress + 2) })
    for (let i = 0; i < 5; i += 1) await queue(reset(`rep${i}@sample.example`))
    expect(await countMails(asGlobalAdmin(), {})).toBe(maxMailsPerAddress + 2)
    aheadMs = 24 * 60 * 60_000
    await queue(reset())
    expect(await countMails(asGlobalAdmin(), {})).toBe(maxMailsPerAddress + 3)
  })

  it('is listed for 30 days after it ended', async () => {
    await queue(reset())
    await sender.send(tenantId)
    aheadMs = 29 * 24 * 60 * 60_000
    await deleteOldMails(ctx)
    expect(await list()).toHaveLength(1)
    aheadMs = 31 * 24 * 60 * 60_000
    await deleteOldMails(ctx)
    expect(await list()).toEqual([])
  })
})

describe('the list of mails', () => {
  it('is filtered by kind, state and address, and ordered by time or address', async () => {
    await queue(reset('b@sample.example'))
    await queue(reset('a@sample.example', { failure: 'No account has this address.' }))
    const found = async (...[filter, order]: [Parameters<typeof listMails>[1], Parameters<typeof listMails>[3]?]) =>
      (await listMails(asGlobalAdmin(), filter, { limit: 10 }, order)).items.map(({ to }) => to)
    expect(await found({})).toEqual(['a@sample.example', 'b@sample.example'])
    expect(await found({}, { field: 'to', direction: 'desc' })).toEqual(['b@sample.example', 'a@sample.example'])
    expect(await found({ state: 'failed' })).toEqual(['a@sample.example'])
    expect(await found({ search: 'B@' })).toEqual(['b@sample.example'])
    expect(await found({ kind: 'invitation' })).toEqual([])
    const first = await listMails(asGlobalAdmin(), {}, { limit: 1 })
    const next = await listMails(asGlobalAdmin(), {}, { limit: 1, after: first.cursors[0]! })
    expect(next.items.map(({ to }) => to)).toEqual(['b@sample.example'])
  })
})
