import { readScope, type Context } from '../../context.ts'
import { queryRows } from '../../database/connection.ts'
import { filter, filterConditions, oneOf, type FilterValues } from '../../database/listFilters.ts'
import { createListOrders, textKey, timeKey, type ListOrder, type SortKey } from '../../database/listOrder.ts'
import { createParameters } from '../../database/parameters.ts'
import { mailStates, type MailOrderField, type MailState } from '../../domain/enums.ts'
import { mailKinds, type MailKind } from '../../domain/mails/mailTexts.ts'
import type { Page, PageRequest } from '../../domain/paging.ts'
import { authorize } from '../../domain/permissions.ts'

/** A mail as a global admin sees it: what became of it, and nothing of what it says. */
export interface MailView {
  id: string
  kind: MailKind
  to: string
  state: MailState
  tries: number
  createdAt: Date
  sentAt: Date | null
  /** When it is tried again; null if it was sent or given up. */
  nextTryAt: Date | null
  /** Why the last try failed. */
  error: string | null
}

/** The filters of a list of mails `m`. A mail must match all that are set. */
export const mailFilters = {
  search: filter('text', 'A part of the address, ignoring case.', 'position(lower($) in m.recipient_key) > 0'),
  kind: oneOf(mailKinds, 'Mails of this kind.', 'm.kind = $'),
  state: oneOf(mailStates, 'Mails in this state.', 'm.status = $'),
}
export type MailFilter = FilterValues<typeof mailFilters>

export type MailOrder = ListOrder<MailOrderField>

/** Of a mail `m`. Mails are kept for 30 days, and each tenant has a limit of them, so no index is needed. */
const sortKeys: Record<MailOrderField, SortKey> = {
  created_at: timeKey('m.created_at'),
  to: textKey(`(m.recipient_key collate "C")`),
}
const orders = createListOrders(sortKeys, 'created_at')

const mailColumns = `m.id, m.kind, m.recipient as "to", m.status as state, m.attempts as tries, m.created_at as "createdAt",
  case when m.status = 'sent' then m.finished_at end as "sentAt", m.next_attempt_at as "nextTryAt", m.last_error as error`

const conditionsOf = (given: MailFilter, bind: (value: unknown) => string): string[] => [
  'm.tenant_id = :tenant',
  ...filterConditions(mailFilters, given, bind),
]

/** The mails of the platform and all tenants, or of the chosen tenant, by default newest first. */
export async function listMails(
  ctx: Context,
  given: MailFilter,
  page: PageRequest,
  orderBy?: MailOrder | null,
): Promise<Page<MailView>> {
  authorize(ctx.actor, 'mail.read')
  const order = orders.resolve(orderBy)
  const parameters = createParameters()
  const rows = { columns: mailColumns, from: 'mails m', id: 'm.id', where: conditionsOf(given, parameters.bind) }
  return ctx.database.within(readScope(ctx), (em) => orders.read<MailView>(em, rows, order, page, parameters))
}

/** The number of mails that `listMails` returns over all pages. */
export async function countMails(ctx: Context, given: MailFilter): Promise<number> {
  authorize(ctx.actor, 'mail.read')
  const { values, bind } = createParameters()
  const where = conditionsOf(given, bind)
  const [row] = await ctx.database.within(readScope(ctx), (em) =>
    queryRows<{ n: number }>(em, `select count(*)::int as n from mails m where ${where.join(' and ')}`, values),
  )
  return row!.n
}
