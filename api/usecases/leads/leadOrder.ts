import { createListOrders, rankKey, textKey, timeKey, type ListOrder, type SortKey } from '../../database/listOrder.ts'
import { orNoUserId, type UserColumn } from '../../database/userOrder.ts'
import { leadStatuses, priorities, type LeadOrderField } from '../../domain/enums.ts'
import { isDatabaseTimestamp } from '../../domain/paging.ts'

export type LeadOrder = ListOrder<LeadOrderField>

/** Of a lead `l`. Migrations 0018, 0038 and 0056 have the same expressions in their indexes, except for names of users. */
export const sortKeys: Record<LeadOrderField, SortKey> = {
  created_at: timeKey('l.created_at'),
  updated_at: timeKey('l.updated_at'),
  address: textKey('l.address_key'),
  owner: textKey('l.owner_key'),
  tag: textKey('l.tag'),
  priority: rankKey('l.priority', priorities),
  status: rankKey('l.status', leadStatuses),
  rep: textKey('named.name'),
  // Unassigned leads are last, like unknown owners.
  assignee: textKey('named.name'),
  // Leads without a follow-up are last.
  follow_up: {
    sql: `(case when l.follow_up_at is null then 'infinity' else l.follow_up_at end)`,
    type: 'timestamptz',
    isValid: (key) => key === 'infinity' || isDatabaseTimestamp(key),
    defaultDirection: 'asc',
  },
  value: {
    sql: '(case when l.value_cents is null then -1 else l.value_cents end)',
    type: 'int',
    isValid: (key) => /^(-1|\d{1,10})$/.test(key) && Number(key) <= 2 ** 31 - 1,
    defaultDirection: 'desc',
  },
}

/** The users whose names are sort keys. */
export const userColumns: Partial<Record<LeadOrderField, UserColumn>> = {
  rep: { table: 'leads', alias: 'l', idSql: 'l.rep_id' },
  assignee: { table: 'leads', alias: 'l', idSql: orNoUserId('l.assigned_to') },
}

export const leadOrders = createListOrders(sortKeys, 'created_at')
