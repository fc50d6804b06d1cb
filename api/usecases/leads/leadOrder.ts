import type { LeadOrderField, SortDirection } from '../../domain/enums.ts'
import { Malformed } from '../../domain/errors.ts'
import { isStoredUuid } from '../../domain/ids.ts'
import { isDatabaseTimestamp } from '../../domain/paging.ts'

export interface LeadOrder {
  field: LeadOrderField
  /** By default the newest and the most valuable first, and every other field ascending. */
  direction?: SortDirection | null
}

export interface ResolvedLeadOrder {
  field: LeadOrderField
  direction: SortDirection
}

interface SortKey {
  /** The SQL expression of a lead `l`; together with the id an index begins with it, except for names of users. */
  sql: string
  type: 'timestamptz' | 'text' | 'int'
  isValid: (key: string) => boolean
}

const isText = (key: string) => !key.includes('\0')
const isRank = (key: string) => /^[0-2]$/.test(key)
const text = (sql: string): SortKey => ({ sql, type: 'text', isValid: isText })

const isFollowUp = (key: string) => key === 'infinity' || isDatabaseTimestamp(key)
const isCents = (key: string) => /^(-1|\d{1,10})$/.test(key) && Number(key) <= 2 ** 31 - 1
const userName = text(`(lower(coalesce(named.full_name, '')) collate "C")`)

/** Migrations 0018 and 0038 have the same expressions in its indexes. */
export const sortKeys: Record<LeadOrderField, SortKey> = {
  created_at: { sql: 'l.created_at', type: 'timestamptz', isValid: isDatabaseTimestamp },
  updated_at: { sql: 'l.updated_at', type: 'timestamptz', isValid: isDatabaseTimestamp },
  address: text('l.address_key'),
  owner: text('l.owner_key'),
  tag: text('l.tag'),
  priority: { sql: `(case l.priority when 'normal' then 0 else 1 end)`, type: 'int', isValid: isRank },
  status: {
    sql: `(case l.status when 'new' then 0 when 'contacted' then 1 else 2 end)`,
    type: 'int',
    isValid: isRank,
  },
  rep: userName,
  // Unassigned leads are last, like unknown owners.
  assignee: text(`(lower(coalesce(named.full_name, chr(1114109))) collate "C")`),
  follow_up: {
    sql: `(case when l.follow_up_at is null then 'infinity' else l.follow_up_at end)`,
    type: 'timestamptz',
    isValid: isFollowUp,
  },
  value: { sql: '(case when l.value_cents is null then -1 else l.value_cents end)', type: 'int', isValid: isCents },
}

/** The column of the user whose name is the sort key, which is joined as `named`. */
export const userColumns: Partial<Record<LeadOrderField, string>> = { rep: 'l.rep_id', assignee: 'l.assigned_to' }

const descendingByDefault: readonly LeadOrderField[] = ['created_at', 'updated_at', 'value']

export function resolveOrder(order: LeadOrder | null | undefined): ResolvedLeadOrder {
  const field = order?.field ?? 'created_at'
  return { field, direction: order?.direction ?? (descendingByDefault.includes(field) ? 'desc' : 'asc') }
}

/** A position in a list with this order. The cursors of the default order name no field. */
export function encodeLeadCursor(field: LeadOrderField, key: string, id: string): string {
  const position = field === 'created_at' ? `${key}|${id}` : `${field}|${key}|${id}`
  return Buffer.from(position).toString('base64url')
}

/** Throws `Malformed` if `encodeLeadCursor` cannot have produced the cursor for this field. */
export function decodeLeadCursor(field: LeadOrderField, cursor: string): { key: string; id: string } {
  const position = Buffer.from(cursor, 'base64url').toString()
  const prefix = field === 'created_at' ? '' : `${field}|`
  const end = position.lastIndexOf('|')
  const key = position.slice(prefix.length, end)
  const id = position.slice(end + 1)
  if (end < prefix.length || !position.startsWith(prefix) || !sortKeys[field].isValid(key) || !isStoredUuid(id))
    throw new Malformed('The cursor is not valid for this list.')
  return { key, id }
}
