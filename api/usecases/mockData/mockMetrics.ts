import { periodContaining } from '../../domain/periods.ts'
import {
  microsToDollars,
  usageServiceLabels,
  usageServices,
  type UsageService,
} from '../../domain/usage/usageServices.ts'
import { propertyTypes, type Period } from '../../domain/enums.ts'
import type { ActivityStats } from '../activity/activityLog.ts'
import { createMockRep } from './mockRows.ts'
import type { SalesPerformance } from '../performance/performance.ts'
import type { UsageSummary } from '../usage/usage.ts'

const mockTimeZone = 'America/Indiana/Indianapolis'
/** The fixed current time of mock data. */
const mockNow = new Date(Date.UTC(2024, 1, 15, 21))
const daysPerPeriod: Record<Period, number> = { day: 1, week: 7, month: 30 }

/** Events of one day by type, highest count first. A longer time has the same numbers on each day. */
const dailyActions = {
  MapLoaded: 240,
  DoorKnocked: 132,
  PropertySaved: 48,
  ParcelLookedUp: 36,
  LeadCreated: 24,
  LeadStatusChanged: 18,
  LettersPrinted: 6,
  UserSignedIn: 4,
} as const

/** The use of each service in one day, with the price of a unit in micro-dollars. */
const dailyUsage: Record<UsageService, { count: number; micros: number }> = {
  regrid_lookups: { count: 36, micros: 100_000 },
  map_loads: { count: 240, micros: 7_000 },
  geocoding: { count: 40, micros: 5_000 },
  document_printing: { count: 6, micros: 10_000 },
  api_calls: { count: 508, micros: 100 },
}

/** The metrics of one rep in one day. */
const dailyRepMetrics = { propertiesSearched: 9, leadsCreated: 5, leadsConverted: 1, doorsKnocked: 26 }

export function createMockStats(days: number): ActivityStats {
  const byAction = Object.entries(dailyActions).map(([action, count]) => ({ action, count: count * days }))
  return { days, apiCalls: byAction.reduce((sum, { count }) => sum + count, 0), byAction }
}

export function createMockUsage(period: Period): UsageSummary {
  const byService = usageServices.map((service) => {
    const { count, micros } = dailyUsage[service]
    const { name, unitName } = usageServiceLabels[service]
    return {
      service,
      name,
      unitName,
      count: count * daysPerPeriod[period],
      micros: count * daysPerPeriod[period] * micros,
    }
  })
  return {
    ...spanOf(period),
    totalCost: microsToDollars(byService.reduce((sum, { micros }) => sum + micros, 0)),
    byService: byService.map(({ micros, ...use }) => ({ ...use, cost: microsToDollars(micros) })),
  }
}

export function createMockSales(period: Period): SalesPerformance {
  const { id, fullName, email, tenant } = createMockRep()
  const days = daysPerPeriod[period]
  const leadsCreated = dailyRepMetrics.leadsCreated * days
  const leadsConverted = dailyRepMetrics.leadsConverted * days
  return {
    ...spanOf(period),
    member: {
      user: { id, fullName, email },
      tenant,
      propertiesSearched: dailyRepMetrics.propertiesSearched * days,
      leadsCreated,
      leadsConverted,
      doorsKnocked: dailyRepMetrics.doorsKnocked * days,
      conversionRate: (100 * leadsConverted) / leadsCreated,
      avgDoorsPerDay: dailyRepMetrics.doorsKnocked,
      tagsBreakdown: propertyTypes.slice(0, 2).map((tag, rank) => ({ tag, count: (3 - rank) * days })),
    },
  }
}

const spanOf = (period: Period) => ({
  period,
  timeZone: mockTimeZone,
  ...periodContaining(period, mockNow, mockTimeZone),
})
