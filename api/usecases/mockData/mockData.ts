import type { Context } from '../../context.ts'
import { checkDays } from '../../domain/periods.ts'
import { authorize } from '../../domain/permissions.ts'
import type { Period } from '../../domain/enums.ts'
import type { ActivityStats } from '../activity/activityLog.ts'
import type { LeadView } from '../leads/leads.ts'
import { createMockSales, createMockStats, createMockUsage } from './mockMetrics.ts'
import {
  createMockLead,
  mockLeadCount,
  createMockProperty,
  mockPropertyCount,
  createMockUser,
  mockUserCount,
} from './mockRows.ts'
import type { SalesPerformance } from '../performance/performance.ts'
import type { PropertyView } from '../../records/propertyRows.ts'
import type { UsageSummary } from '../usage/usage.ts'
import type { UserView } from '../users/users.ts'

// Only for a global admin who does not view the app as another role. None of this data is in the database.

export interface MockPage {
  limit: number
  offset?: number
}

export interface MockList<T> {
  items: T[]
  /** The number of items on all pages. */
  total: number
}

export const listMockProperties = (ctx: Context, page: MockPage): MockList<PropertyView> =>
  mockList(ctx, mockPropertyCount, createMockProperty, page)

export const listMockLeads = (ctx: Context, page: MockPage): MockList<LeadView> =>
  mockList(ctx, mockLeadCount, createMockLead, page)

export const listMockUsers = (ctx: Context, page: MockPage): MockList<UserView> =>
  mockList(ctx, mockUserCount, createMockUser, page)

export function readMockStats(ctx: Context, days: number): ActivityStats {
  authorize(ctx.actor, 'mockData.use')
  checkDays(days)
  return createMockStats(days)
}

export function readMockUsage(ctx: Context, input: { period: Period }): UsageSummary {
  authorize(ctx.actor, 'mockData.use')
  return createMockUsage(input.period)
}

export function readMockSales(ctx: Context, input: { period: Period }): SalesPerformance {
  authorize(ctx.actor, 'mockData.use')
  return createMockSales(input.period)
}

function mockList<T>(
  ctx: Context,
  total: number,
  createRow: (n: number) => T,
  { limit, offset = 0 }: MockPage,
): MockList<T> {
  authorize(ctx.actor, 'mockData.use')
  const length = Math.max(0, Math.min(limit, total - offset))
  return { items: Array.from({ length }, (_, index) => createRow(offset + index)), total }
}
