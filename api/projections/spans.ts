import { queryRows, type EntityManager } from '../database/connection.ts'
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

export function spansParameter(spans: readonly TenantSpan[]): string {
  return JSON.stringify(spans.map(({ tenantId, from, to }) => ({ tenant_id: tenantId, from, to })))
}
