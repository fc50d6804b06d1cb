import { queryRows, type EntityManager } from '../database/connection.ts'
import type { Span } from '../domain/periods.ts'

/** A span of time of one tenant: the same calendar week begins at another moment in another time zone. */
export interface TenantSpan extends Span {
  tenantId: string
}

export interface TenantCalendar {
  tenantId: string
  name: string
  companyName: string
  timeZone: string
}

/** The tenants that may be seen, each with the time zone its days are counted in. */
export function readCalendars(em: EntityManager): Promise<TenantCalendar[]> {
  return queryRows<TenantCalendar>(
    em,
    'select id as "tenantId", name, company_name as "companyName", time_zone as "timeZone" from tenants',
  )
}

/** SQL of the relation `s (tenant_id, "from", "to")` that the bound value (`spanValue`) becomes. */
export function spansSql(parameter: string): string {
  return `jsonb_to_recordset(${parameter}::jsonb) as s (tenant_id uuid, "from" timestamptz, "to" timestamptz)`
}

export function spansParameter(spans: readonly TenantSpan[]): string {
  return JSON.stringify(spans.map(({ tenantId, from, to }) => ({ tenant_id: tenantId, from, to })))
}
