import { platformTenantId } from '../../api/events/catalog.ts'
import { type DemoTenant, type DemoUser, findDemoUser } from '../people.ts'
import type { TownParcel } from '../town/parcels.ts'
import type { Random } from '../town/random.ts'
import { DEMO_DAYS, type Day, addMinutes, timeAtHour, planDays } from './calendar.ts'
import { createActivityRandom, createQuota } from './activityRandom.ts'
import { ActivityBuilder } from './activityBuilder.ts'
import { type RepSimulation, simulateDay } from './sessions.ts'
import type { EventRow, KnockRow, LeadRow, PropertyRow, SessionRow, TagRow } from './rows.ts'
import { REP_PROFILES } from './repProfiles.ts'
import { sortInWalkingOrder } from './territory.ts'

/** The activity of one tenant: the final rows, and the events in log order. */
export interface TenantPlan {
  tenantId: string
  properties: PropertyRow[]
  property_tags: TagRow[]
  leads: LeadRow[]
  knock_sessions: SessionRow[]
  knocks: KnockRow[]
  events: EventRow[]
}

export interface DemoPeople {
  tenants: DemoTenant[]
  users: DemoUser[]
}

/**
 * Generates eight weeks of activity in the demo town, ending at `now`. The same `now` gives the same plan, ids
 * included. Projecting the events gives the same counts as the rows. The last plan is the platform's own log.
 */
export function planActivity(parcels: TownParcel[], people: DemoPeople, now: Date): TenantPlan[] {
  const days = planDays(now)
  const plans = people.tenants.map((tenant, i) => planTenant(tenant, people, parcels, days, now, i))
  return [...plans, planPlatform(people, days, now)]
}

function planTenant(
  tenant: DemoTenant,
  { users }: DemoPeople,
  parcels: TownParcel[],
  days: Day[],
  now: Date,
  number: number,
): TenantPlan {
  const activity = new ActivityBuilder(tenant.id, createActivityRandom(number, 1))
  const team = users.filter((user) => user.tenantId === tenant.id && user.status === 'active')
  const owner = team.find((user) => user.role === 'owner')!
  const admin = team.find((user) => user.role === 'admin') ?? null
  for (const profile of REP_PROFILES.filter(({ email }) => team.some((user) => user.email === email))) {
    const rep = findDemoUser(profile.email)
    const random = createActivityRandom(users.indexOf(rep), 2)
    const leadQuota = createQuota(createActivityRandom(users.indexOf(rep), 4))
    const completionQuota = createQuota(createActivityRandom(users.indexOf(rep), 5))
    const simulation: RepSimulation = {
      activity,
      profile,
      random,
      leadQuota,
      completionQuota,
      now,
      unvisited: sortInWalkingOrder(parcels, profile.neighborhoods),
      revisits: [],
      team: { rep, owner, admin },
    }
    for (const day of days) {
      // Every rep works today, so that a new visitor's dashboard shows the whole team.
      const isWorking = day.daysAgo === 0 || (day.weekday !== 0 && random() < profile.visits.daysPerWeek / 6)
      if (isWorking && day.daysAgo < rep.joinedDaysAgo) simulateDay(simulation, day)
    }
  }
  for (const leader of admin ? [owner, admin] : [owner])
    simulateLeader(activity, leader, days, now, createActivityRandom(users.indexOf(leader), 3))
  return buildPlan(activity)
}

/** Owners and admins sign in on most days and open the map. */
function simulateLeader(activity: ActivityBuilder, leader: DemoUser, days: Day[], now: Date, random: Random): void {
  for (const day of days) {
    const at = timeAtHour(day, 8.2 + random() * 2.5)
    const isSignedIn = random() < (day.weekday === 0 || day.weekday === 6 ? 0.2 : 0.9)
    if (!isSignedIn || addMinutes(at, 5) > now) continue
    activity.recordEvent(leader, at, 'UserSignedIn', { userId: leader.id }, leader.id)
    if (random() < 0.7) {
      const mapLoad = { lat: 39.77, lng: -86.16, zoom: 20, provider: 'maplibre' }
      activity.recordEvent(leader, addMinutes(at, 3), 'MapLoaded', mapLoad)
    }
  }
}

function planPlatform({ users }: DemoPeople, days: Day[], now: Date): TenantPlan {
  const activity = new ActivityBuilder(platformTenantId, createActivityRandom(99, 1))
  const random = createActivityRandom(99, 3)
  for (const user of users.filter(({ tenantId }) => tenantId === null)) {
    const joinedAt = addMinutes(now, -user.joinedDaysAgo * 1440)
    if (user.joinedDaysAgo < DEMO_DAYS)
      activity.recordEvent(user, joinedAt, 'UserRegistered', { userId: user.id }, user.id)
    if (user.status !== 'active') continue
    for (const day of days.filter(({ daysAgo }) => daysAgo % 2 === 1)) {
      activity.recordEvent(user, timeAtHour(day, 9 + random()), 'UserSignedIn', { userId: user.id }, user.id)
    }
  }
  return buildPlan(activity)
}

function buildPlan(activity: ActivityBuilder): TenantPlan {
  const properties = [...activity.properties.values()]
  const existingIds = new Set(properties.map((property) => property.id))
  return {
    tenantId: activity.tenantId,
    properties,
    property_tags: activity.tags.filter((row) => existingIds.has(row.property_id)),
    leads: [...activity.leads.values()],
    knock_sessions: activity.sessions,
    knocks: activity.knocks,
    events: activity.events.toSorted((a, b) => a.recorded_at.getTime() - b.recorded_at.getTime()),
  }
}
