import { createListOrders, rankKey, textKey, timeKey, type ListOrder, type SortKey } from '../../database/listOrder.ts'
import { leadStatuses, priorities, type LeadOrderField } from '../../domain/enums.ts'
import { isDatabaseTimestamp } from '../../domain/paging.ts'

export type LeadOrder = ListOrder<LeadOrderField>

/** Of a lead `l`. Migrations 0018 and 0038 have the same expressions in their indexes, except for names of users. */
export const sortKeys: Record<LeadOrderField, SortKey> = {
  created_at: timeKey('l.created_at'),
  updated_at: timeKey('l.updated_at'),
  address: textKey('l.address_key'),
  owner: textKey('l.owner_key'),
  tag: textKey('l.tag'),
  priority: rankKey('l.priority', priorities),
  status: rankKey('l.status', leadStatuses),
  rep: textKey(`(lower(coalesce(named.full_name, '')) collate "C")`),
  // Unassigned leads are last, like unknown owners.
  assignee: textKey(`(lower(coalesce(named.full_name, chr(1114109))) collate "C")`),
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

/** The column of the user whose name is the sort key, which is joined as `named`. */
export const userColumns: Partial<Record<LeadOrderField, string>> = { rep: 'l.rep_id', assignee: 'l.assigned_to' }

export const leadOrders = createListOrders(sortKeys, 'created_at')
