import { filter, oneOf, type FilterValues } from '../../database/listFilters.ts'
import { accountStatuses, roles } from '../../domain/enums.ts'
import { parseId } from '../../domain/ids.ts'

/** The filters of a list of accounts `u`. An account must match all that are set. */
export const userFilters = {
  search: filter(
    'text',
    'A part of the name, the email address or the phone number, ignoring case.',
    `position(lower($) in lower(concat_ws(' ', u.full_name, u.email, u.phone))) > 0`,
  ),
  tenantId: filter(
    'id',
    'Accounts of this tenant; only for a global admin.',
    (id, bind) => `u.tenant_id = ${bind(parseId(id, 'Tenant'))}`,
    { view: 'tenant' },
  ),
  role: oneOf(roles, 'Accounts with this role.', 'u.role = $'),
  status: oneOf(accountStatuses, 'Accounts with this status.', 'u.status = $'),
  active: filter(
    'boolean',
    '`true` for active accounts only, `false` for blocked and pending accounts only.',
    (active) => `u.status ${active ? '=' : '<>'} 'active'`,
    { graphql: false, rest: 'is_active', view: false },
  ),
}

export type UserFilter = FilterValues<typeof userFilters>
