import { periodAround } from '../domain/periods.ts'
import { dollarsOf, serviceWords, usageServices, type UsageService } from '../domain/usage.ts'
import { propertyTypes, type Period } from '../domain/words.ts'
import type { ActivityStats } from './activityLog.ts'
import { mockRep } from './mockRows.ts'
import type { SalesPerformance } from './performance.ts'
import type { UsageSummary } from './usage.ts'

/** Invented figures that add up: a longer time is so many times one day. */

const TIME_ZONE = 'America/Indiana/Indianapolis'
/** The invented day on which it is always now. */
const NOW = new Date(Date.UTC(2024, 1, 15, 21))
const DAYS: Record<Period, number> = { day: 1, week: 7, month: 30 }

/** What happens in a day, most first. */
const ACTIONS_A_DAY = {
  MapLoaded: 240,
  DoorKnocked: 132,
  PropertySaved: 48,
  ParcelLookedUp: 36,
  LeadCreated: 24,
  LeadStatusChanged: 18,
  LettersPrinted: 6,
  UserSignedIn: 4,
} as const

/** What is used in a day, and what one costs in micro-dollars. */
const USE_A_DAY: Record<UsageService, { count: number; micros: number }> = {
  regrid_lookups: { count: 36, micros: 100_000 },
  map_loads: { count: 240, micros: 7_000 },
  geocoding: { count: 40, micros: 5_000 },
  document_printing: { count: 6, micros: 10_000 },
  api_calls: { count: 508, micros: 100 },
}

/** Figures of a rep's day. */
const REP_A_DAY = { propertiesSearched: 9, leadsCreated: 5, leadsConverted: 1, doorsKnocked: 26 }

export function mockStats(days: number): ActivityStats {
  const byAction = Object.entries(ACTIONS_A_DAY).map(([action, count]) => ({ action, count: count * days }))
  return { days, apiCalls: byAction.reduce((sum, { count }) => sum + count, 0), byAction }
}

export function mockUsage(period: Period): UsageSummary {
  const byService = usageServices.map((service) => {
    const { count, micros } = USE_A_DAY[service]
    const { name, unitName } = serviceWords[service]
    return { service, name, unitName, count: count * DAYS[period], micros: count * DAYS[period] * micros }
  })
  return {
    ...spanOf(period),
    totalCost: dollarsOf(byService.reduce((sum, { micros }) => sum + micros, 0)),
    byService: byService.map(({ micros, ...use }) => ({ ...use, cost: dollarsOf(micros) })),
  }
}

export function mockSales(period: Period): SalesPerformance {
  const { id, fullName, email, tenant } = mockRep()
  const days = DAYS[period]
  const leadsCreated = REP_A_DAY.leadsCreated * days
  const leadsConverted = REP_A_DAY.leadsConverted * days
  return {
    ...spanOf(period),
    member: {
      user: { id, fullName, email },
      tenant,
      propertiesSearched: REP_A_DAY.propertiesSearched * days,
      leadsCreated,
      leadsConverted,
      doorsKnocked: REP_A_DAY.doorsKnocked * days,
      conversionRate: (100 * leadsConverted) / leadsCreated,
      avgDoorsPerDay: REP_A_DAY.doorsKnocked,
      tagsBreakdown: propertyTypes.slice(0, 2).map((tag, rank) => ({ tag, count: (3 - rank) * days })),
    },
  }
}

const spanOf = (period: Period) => ({ period, timeZone: TIME_ZONE, ...periodAround(period, NOW, TIME_ZONE) })
