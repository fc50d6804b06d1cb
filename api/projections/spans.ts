import { queryRows, type EntityManager } from '../database/connection.ts'
import type { Bind } from '../database/parameters.ts'
import type { Span } from '../domain/periods.ts'

/** A span of time of one tenant. The same calendar week begins at different times in different time zones. */
export interface TenantSpan extends Span {
  tenantId: string
}

export interface TenantCalendar {
  tenantId: string
  name: string
  companyName: string
  timeZone: string
}

/** The tenants in the scope of the transaction, with the time zones of their calendars. */
export function readCalendars(em: EntityManager): Promise<TenantCalendar[]> {
  return queryRows<TenantCalendar>(
    em,
    'select id as "tenantId", name, company_name as "companyName", time_zone as "timeZone" from tenants',
  )
}

/** SQL for the relation `s (tenant_id, "from", "to")`. The value of the parameter is `spansParameter`. */
export function spansSql(parameter: string): string {
  return `jsonb_to_recordset(${parameter}::jsonb) as s (tenant_id uuid, "from" timestamptz, "to" timestamptz)`
}

/** The tenant of the spans of the relation `s`, as a condition of `alias`: the parameter of a single tenant shows the node that has its rows. */
export function spanTenantSql(spans: readonly TenantSpan[], bind: Bind, alias: string): string {
  const condition = `${alias}.tenant_id = s.tenant_id`
  return spans.length === 1 ? `${condition} and ${alias}.tenant_id = ${bind(spans[0]!.tenantId)}` : condition
}

export function spansParameter(spans: readonly TenantSpan[]): string {
  return JSON.stringify(spans.map(({ tenantId, from, to }) => ({ tenant_id: tenantId, from, to })))
}
