import { type ActivityFact, platformTenantId } from '../../events/catalogue.ts'
import { type DemoTenant, type DemoUser, demoUser } from '../people.ts'
import type { TownParcel } from '../town/parcels.ts'
import type { Random } from '../town/random.ts'
import { DEMO_DAYS, type Day, after, atHour, daysUntil } from './calendar.ts'
import { chanceOf, quotaOf } from './chance.ts'
import { Diary } from './diary.ts'
import { type Walk, walkDay } from './rounds.ts'
import type { EventRow, KnockRow, LeadRow, PropertyRow, SessionRow, TagRow } from './rows.ts'
import { TALENTS } from './talents.ts'
import { walkingOrder } from './turf.ts'

/** Everything that happened in one tenant: the rows as they stand, and the events in the order of its log. */
export interface TenantPlan {
  tenantId: string
  properties: PropertyRow[]
  property_tags: TagRow[]
  leads: LeadRow[]
  knock_sessions: SessionRow[]
  knocks: KnockRow[]
  events: EventRow[]
}

export interface People {
  tenants: DemoTenant[]
  users: DemoUser[]
}

/**
 * About eight weeks of work in the demo town, ending now: the same for the same moment, to the last id. Rows and events
 * agree: the events, projected, give the figures that the rows have. The last plan is the platform's own log.
 */
export function planActivity(parcels: TownParcel[], people: People, now: Date): TenantPlan[] {
  const days = daysUntil(now)
  const plans = people.tenants.map((tenant, i) => planTenant(tenant, people, parcels, days, now, i))
  return [...plans, planPlatform(people, days, now)]
}

function planTenant(
  tenant: DemoTenant,
  { users }: People,
  parcels: TownParcel[],
  days: Day[],
  now: Date,
  number: number,
): TenantPlan {
  const diary = new Diary(tenant.id, chanceOf(number, 1))
  const team = users.filter((user) => user.tenantId === tenant.id && user.status === 'active')
  const owner = team.find((user) => user.role === 'owner')!
  const admin = team.find((user) => user.role === 'admin') ?? null
  for (const talent of TALENTS.filter(({ email }) => team.some((user) => user.email === email))) {
    const rep = demoUser(talent.email)
    const random = chanceOf(users.indexOf(rep), 2)
    const [wins, closes] = [quotaOf(chanceOf(users.indexOf(rep), 4)), quotaOf(chanceOf(users.indexOf(rep), 5))]
    const ahead = walkingOrder(parcels, talent.turf)
    const walk: Walk = { diary, talent, random, wins, closes, now, ahead, again: [], office: { rep, owner, admin } }
    for (const day of days) {
      // Everybody is out today, so that the first look at a dashboard shows the whole team.
      const isOut = day.daysAgo === 0 || (day.weekday !== 0 && random() < talent.daysAWeek / 6)
      if (isOut && day.daysAgo < rep.joinedDaysAgo) walkDay(walk, day)
    }
  }
  for (const leader of admin ? [owner, admin] : [owner])
    leadDays(diary, leader, days, now, chanceOf(users.indexOf(leader), 3))
  return planOf(diary)
}

/** Owners and admins sign in on most days and look at the map. */
function leadDays(diary: Diary, leader: DemoUser, days: Day[], now: Date, random: Random): void {
  for (const day of days) {
    const at = atHour(day, 8.2 + random() * 2.5)
    const isIn = random() < (day.weekday === 0 || day.weekday === 6 ? 0.2 : 0.9)
    if (!isIn || after(at, 5) > now) continue
    diary.note(leader, at, { type: 'UserSignedIn', data: { userId: leader.id } }, leader.id)
    if (random() < 0.7) {
      const map = { lat: 39.77, lng: -86.16, zoom: 20, provider: 'maplibre' }
      diary.note(leader, after(at, 3), { type: 'MapLoaded', data: map }, null)
    }
  }
}

function planPlatform({ users }: People, days: Day[], now: Date): TenantPlan {
  const diary = new Diary(platformTenantId, chanceOf(99, 1))
  const random = chanceOf(99, 3)
  const notes: [DemoUser, Date, ActivityFact][] = []
  for (const user of users.filter(({ tenantId }) => tenantId === null)) {
    const joined = after(now, -user.joinedDaysAgo * 1440)
    if (user.joinedDaysAgo < DEMO_DAYS)
      notes.push([user, joined, { type: 'UserRegistered', data: { userId: user.id } }])
    if (user.status !== 'active') continue
    for (const day of days.filter(({ daysAgo }) => daysAgo % 2 === 1)) {
      notes.push([user, atHour(day, 9 + random()), { type: 'UserSignedIn', data: { userId: user.id } }])
    }
  }
  for (const [user, at, fact] of notes) diary.note(user, at, fact, user.id)
  return planOf(diary)
}

function planOf(diary: Diary): TenantPlan {
  const properties = [...diary.properties.values()]
  const kept = new Set(properties.map((property) => property.id))
  return {
    tenantId: diary.tenantId,
    properties,
    property_tags: diary.tags.filter((row) => kept.has(row.property_id)),
    leads: [...diary.leads.values()],
    knock_sessions: diary.sessions,
    knocks: diary.knocks,
    events: diary.events.toSorted((a, b) => a.recorded_at.getTime() - b.recorded_at.getTime()),
  }
}
