import type { Period } from '../../../api/domain/enums.ts'

/**
 * What the figures of the dashboards should be, worked out another way than the server does: from the things as they
 * stand now, looked through one by one, with the calendar of Intl. It knows no log, no hours and no corrections.
 */
export interface Knock {
  id: string
  team: string
  rep: string
  property: string
  at: Date
  stands: boolean
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
  stands: boolean
}

export interface Property {
  id: string
  team: string
  assignedTo: string
  neighborhood: string
  city: string
  at: Date
  stands: boolean
}

/** Something that cost something: every call does. */
export interface Use {
  team: string
  actor: string
  at: Date
  type: string
  service: Service | null
  units: number
  /** What a unit and what a call cost at the time. */
  unitMicros: number
  callMicros: number
}

export type Service = 'regrid_lookups' | 'map_loads' | 'geocoding' | 'document_printing'

/** Work that counted when it happened, whether it was written down late, and what it was. */
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
      if (knock.team !== team || !knock.stands || !within(knock.at)) continue
      of(knock.rep).doors += 1
      of(knock.rep).days.add(localDate(knock.at, this.zones.get(team)!))
    }
    for (const lead of this.leads.filter((one) => one.team === team && one.stands)) {
      if (within(lead.at)) {
        const work = of(lead.rep)
        work.leads += 1
        work.tags.set(lead.tag, (work.tags.get(lead.tag) ?? 0) + 1)
      }
      if (lead.completedAt && within(lead.completedAt)) of(lead.rep).conversions += 1
    }
    for (const one of this.found) if (one.team === team && within(one.at)) of(one.rep).properties += 1
    return reps
  }

  /** The rows of the leaderboard, in order. */
  board(team: string, period: Period, now: Date) {
    return [...this.work(team, period, now)]
      .filter(([, { doors, leads, conversions }]) => doors || leads || conversions)
      .map(([rep, { doors, leads, conversions }]) => ({ rep, name: this.names.get(rep)!, doors, leads, conversions }))
      .sort((a, b) => b.leads - a.leads || b.doors - a.doors || a.name.localeCompare(b.name))
  }

  late(team: string, period: Period, now: Date): number {
    const within = this.within(team, period, now)
    return this.counted.filter((one) => one.team === team && one.late && within(one.at)).length
  }

  /** Leads and conversions by place, as 'neighbourhood, city'. */
  places(team: string, period: Period, now: Date, rep?: string) {
    const within = this.within(team, period, now)
    const places = new Map<string, { leads: number; conversions: number }>()
    for (const lead of this.leads) {
      if (lead.team !== team || !lead.stands || (rep && lead.rep !== rep)) continue
      const key = `${lead.neighborhood}, ${lead.city}`
      const place = places.get(key) ?? { leads: 0, conversions: 0 }
      if (within(lead.at)) place.leads += 1
      if (lead.completedAt && within(lead.completedAt)) place.conversions += 1
      if (place.leads || place.conversions) places.set(key, place)
    }
    return places
  }

  /** What was used of each service and what it cost, in micro-dollars. */
  usage(team: string, wanted: (use: Use) => boolean) {
    const services: Record<string, { count: number; micros: number }> = Object.fromEntries(
      ['regrid_lookups', 'map_loads', 'geocoding', 'document_printing', 'api_calls'].map((service) => [
        service,
        { count: 0, micros: 0 },
      ]),
    )
    for (const use of this.uses.filter((one) => one.team === team && wanted(one))) {
      services['api_calls']!.count += 1
      services['api_calls']!.micros += use.callMicros
      if (!use.service) continue
      services[use.service]!.count += use.units
      services[use.service]!.micros += use.units * use.unitMicros
    }
    return services
  }

  /** How many leads stand, by status. */
  totals(team: string, rep?: string) {
    const leads = this.leads.filter((lead) => lead.team === team && lead.stands && (!rep || lead.rep === rep))
    const of = (status: string) => leads.filter((lead) => lead.status === status).length
    return {
      properties: this.properties.filter((one) => one.team === team && one.stands && (!rep || one.assignedTo === rep))
        .length,
      leads: leads.length,
      newLeads: of('new'),
      contactedLeads: of('contacted'),
      completedLeads: of('completed'),
    }
  }

  /** Whether a time lies in the calendar period around `now` of the team. */
  within(team: string, period: Period, now: Date): (at: Date) => boolean {
    const zone = this.zones.get(team)!
    const wanted = periodOf(localDate(now, zone), period)
    return (at) => periodOf(localDate(at, zone), period) === wanted
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

/** YYYY-MM-DD on the wall of the time zone. */
export function localDate(at: Date, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format.format(at)
}

/** Names the day, week (by its Monday) or month that a local date lies in. */
function periodOf(date: string, period: Period): string {
  if (period === 'day') return date
  if (period === 'month') return date.slice(0, 7)
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
