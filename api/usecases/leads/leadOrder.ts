import { createListOrders, rankKey, textKey, timeKey, type ListOrder, type SortKey } from '../../database/listOrder.ts'
import { leadStatuses, priorities, type LeadOrderField } from '../../domain/enums.ts'

export type LeadOrder = ListOrder<LeadOrderField>

/** Of a lead `l`. Migration 0018 has the same expressions in its indexes, except for the rep. */
export const sortKeys: Record<LeadOrderField, SortKey> = {
  created_at: timeKey('l.created_at'),
  updated_at: timeKey('l.updated_at'),
  address: textKey('l.address_key'),
  owner: textKey('l.owner_key'),
  tag: textKey('l.tag'),
  priority: rankKey('l.priority', priorities),
  status: rankKey('l.status', leadStatuses),
  rep: textKey(`(lower(coalesce(rep.full_name, '')) collate "C")`),
}

export const leadOrders = createListOrders(sortKeys, 'created_at')
