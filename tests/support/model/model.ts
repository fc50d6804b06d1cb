import type { Period } from '../../../api/domain/enums.ts'

/**
 * Computes the metrics of the dashboards independently of the server: from the current entities, one by one, with
 * Intl's calendar. It has no log, no hourly counts and no corrections.
 */
export interface Knock {
  id: string
  team: string
  rep: string
  property: string
  at: Date
  exists: boolean
  late: boolean
}

export interface Lead {
  id: string
  team: string
  rep: string
  property: string
  at: Date
  tag: string
  status: 'new' | 'contacted' | 'completed'
  completedAt: Date | null
  neighborhood: string
  city: string
  exists: boolean
}

export interface Property {
  id: string
  team: string
  assignedTo: string
  neighborhood: string
  city: string
  at: Date
  exists: boolean
}

/** A billable call; every call is one. */
export interface Use {
  team: string
  actor: string
  at: Date
  type: string
  service: Service | null
  units: number
  /** Prices at the time of the call. */
  unitMicros: number
  callMicros: number
}

export type Service = 'regrid_lookups' | 'map_loads' | 'geocoding' | 'document_printing'

/** Work that was counted, and whether it was recorded late. */
export interface Counted {
  team: string
  rep: string
  at: Date
  late: boolean
}

export interface Target {
  team: string
  rep: string
  period: Period
  metric: 'leads_created' | 'leads_converted' | 'doors_knocked'
  value: number
}

export class Model {
  readonly knocks: Knock[] = []
  readonly leads: Lead[] = []
  readonly properties: Property[] = []
  readonly found: { team: string; rep: string; at: Date }[] = []
  readonly uses: Use[] = []
  readonly counted: Counted[] = []
  readonly targets = new Map<string, Target>()
  readonly zones: Map<string, string>
  readonly names: Map<string, string>

  constructor(zones: Map<string, string>, names: Map<string, string>) {
    this.zones = zones
    this.names = names
  }

  /** Doors, leads, conversions and properties of each rep of a team in the period around `now`. */
  work(team: string, period: Period, now: Date) {
    const within = this.within(team, period, now)
    const reps = new Map<string, Work>()
    const of = (rep: string) => {
      const known = reps.get(rep) ?? {
        doors: 0,
        leads: 0,
        conversions: 0,
        properties: 0,
        days: new Set(),
        tags: new Map(),
      }
      reps.set(rep, known)
      return known
    }
    for (const knock of this.knocks) {
      if (knock.team !== team || !knock.exists || !within(knock.at)) continue
      of(knock.rep).doors += 1
      of(knock.rep).days.add(localDate(knock.at, this.zones.get(team)!))
    }
    for (const lead of this.leads.filter((item) => item.team === team && item.exists)) {
      if (within(lead.at)) {
        const work = of(lead.rep)
        work.leads += 1
        work.tags.set(lead.tag, (work.tags.get(lead.tag) ?? 0) + 1)
      }
      if (lead.completedAt && within(lead.completedAt)) of(lead.rep).conversions += 1
    }
    for (const item of this.found) if (item.team === team && within(item.at)) of(item.rep).properties += 1
    return reps
  }

  /** The rows of the leaderboard in order. */
  board(team: string, period: Period, now: Date) {
    return [...this.work(team, period, now)]
      .filter(([, { doors, leads, conversions }]) => doors || leads || conversions)
      .map(([rep, { doors, leads, conversions }]) => ({ rep, name: this.names.get(rep)!, doors, leads, conversions }))
      .sort((a, b) => b.leads - a.leads || b.doors - a.doors || a.name.localeCompare(b.name))
  }

  late(team: string, period: Period, now: Date): number {
    const within = this.within(team, period, now)
    return this.counted.filter((item) => item.team === team && item.late && within(item.at)).length
  }

  /** Leads and conversions by 'neighborhood, city'. */
  places(team: string, period: Period, now: Date, rep?: string) {
    const within = this.within(team, period, now)
    const places = new Map<string, { leads: number; conversions: number }>()
    for (const lead of this.leads) {
      if (lead.team !== team || !lead.exists || (rep && lead.rep !== rep)) continue
      const key = `${lead.neighborhood}, ${lead.city}`
      const place = places.get(key) ?? { leads: 0, conversions: 0 }
      if (within(lead.at)) place.leads += 1
      if (lead.completedAt && within(lead.completedAt)) place.conversions += 1
      if (place.leads || place.conversions) places.set(key, place)
    }
    return places
  }

  /** Usage and cost of each service, in micro-dollars. */
  usage(team: string, expected: (use: Use) => boolean) {
    const services: Record<string, { count: number; micros: number }> = Object.fromEntries(
      ['regrid_lookups', 'map_loads', 'geocoding', 'document_printing', 'api_calls'].map((service) => [
        service,
        { count: 0, micros: 0 },
      ]),
    )
    for (const use of this.uses.filter((item) => item.team === team && expected(item))) {
      services['api_calls']!.count += 1
      services['api_calls']!.micros += use.callMicros
      if (!use.service) continue
      services[use.service]!.count += use.units
      services[use.service]!.micros += use.units * use.unitMicros
    }
    return services
  }

  /** Counts of existing properties, and of leads by status. */
  totals(team: string, rep?: string) {
    const leads = this.leads.filter((lead) => lead.team === team && lead.exists && (!rep || lead.rep === rep))
    const of = (status: string) => leads.filter((lead) => lead.status === status).length
    return {
      properties: this.properties.filter(
        (item) => item.team === team && item.exists && (!rep || item.assignedTo === rep),
      ).length,
      leads: leads.length,
      newLeads: of('new'),
      contactedLeads: of('contacted'),
      completedLeads: of('completed'),
    }
  }

  /** Returns a test for whether a time is in the team's calendar period around `now`. */
  within(team: string, period: Period, now: Date): (at: Date) => boolean {
    const zone = this.zones.get(team)!
    const expected = periodOf(localDate(now, zone), period)
    return (at) => periodOf(localDate(at, zone), period) === expected
  }
}

interface Work {
  doors: number
  leads: number
  conversions: number
  properties: number
  days: Set<string>
  tags: Map<string, number>
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The local date in the time zone, as YYYY-MM-DD. */
export function localDate(at: Date, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format.format(at)
}

/** The day, the Monday of the week, or the month of a local date. */
function periodOf(date: string, period: Period): string {
  if (period === 'day') return date
  if (period === 'month') return date.slice(0, 7)
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
