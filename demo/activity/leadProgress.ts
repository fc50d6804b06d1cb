import type { LeadStatus } from '../../api/domain/enums.ts'
import type { DemoUser } from '../people.ts'
import { type Random, randomInt } from '../town/random.ts'
import { addMinutes } from './calendar.ts'
import type { ActivityBuilder } from './activityBuilder.ts'
import type { LeadRow } from './rows.ts'

export interface TenantTeam {
  rep: DemoUser
  owner: DemoUser
  /** The user who may delete leads; null if the tenant has no admin. */
  admin: DemoUser | null
}

const minutesPerDay = 1440

/** Generates the events of a lead until now: contacted, completed, sometimes reopened or deleted. */
export function simulateLead(
  activity: ActivityBuilder,
  lead: LeadRow,
  team: TenantTeam,
  isCompleted: boolean,
  random: Random,
  now: Date,
): void {
  const actor = random() < 0.85 ? team.rep : (team.admin ?? team.owner)
  const deletedAt = random() < 0.03 ? daysLater(random, lead.created_at, 1, 6) : null
  if (deletedAt && team.admin) {
    if (deletedAt <= now) deleteLead(activity, lead, team.admin, deletedAt)
    return
  }
  const isReached = isCompleted || random() < 0.82
  const steps: [to: LeadStatus, applies: boolean, days: [from: number, to: number]][] = [
    ['contacted', isReached, [1, 4]],
    ['completed', isCompleted, [2, 9]],
    ['contacted', random() < 0.08, [1, 4]],
    ['completed', random() < 0.5, [2, 6]],
  ]
  let at = lead.created_at
  for (const [to, applies, [from, until]] of steps) {
    at = daysLater(random, at, from, until)
    if (!applies || at > now) break
    changeStatus(activity, lead, actor, at, to)
  }
  if (lead.status === 'contacted') planWork(activity, lead, team.rep, now)
}

const sources = ['Door', 'Referral', 'Yard sign', 'Phone']

/** Assigns a contacted lead to its rep, with a follow-up from yesterday to next week and, for two of three, a value and a source. */
function planWork(activity: ActivityBuilder, lead: LeadRow, rep: DemoUser, now: Date): void {
  // Its own numbers instead of random ones, so that what follows in the generated activity does not depend on it.
  const n = activity.leads.size
  const age = Math.floor((now.getTime() - lead.created_at.getTime()) / 60_000 / minutesPerDay)
  const followUp = addMinutes(lead.created_at, (age + ((n * 5) % 9)) * minutesPerDay)
  followUp.setUTCMinutes(followUp.getUTCMinutes() < 30 ? 0 : 30, 0, 0)
  lead.assigned_to = rep.id
  lead.follow_up_at = followUp
  if (n % 3 > 0) {
    lead.value_cents = (40 + ((n * 37) % 160)) * 5_000
    lead.source = sources[n % sources.length]!
  }
  const ref = activity.toLeadRef(lead)
  const at = lead.updated_at
  activity.recordEvent(rep, at, 'LeadAssigned', { ...ref, from: null, to: rep.id }, lead.property_id)
  const fields = n % 3 > 0 ? ['followUpAt', 'value', 'source'] : ['followUpAt']
  activity.recordEvent(rep, at, 'LeadEdited', { ...ref, fields }, lead.property_id)
}

/** A time some days later, within two hours of the same time of day, because people work during the day. */
function daysLater(random: Random, time: Date, from: number, to: number): Date {
  return addMinutes(time, (from + randomInt(random, to - from + 1)) * minutesPerDay + (random() - 0.6) * 200)
}

function changeStatus(activity: ActivityBuilder, lead: LeadRow, actor: DemoUser, at: Date, to: LeadStatus): void {
  const countedAt = lead.completed_at?.toISOString() ?? null
  const data = { ...activity.toLeadRef(lead), from: lead.status, to, countedAt }
  activity.recordEvent(actor, at, 'LeadStatusChanged', data, lead.property_id)
  lead.status = to
  lead.completed_at = to === 'completed' ? at : null
  lead.updated_at = at
}

function deleteLead(activity: ActivityBuilder, lead: LeadRow, admin: DemoUser, at: Date): void {
  const data = {
    ...activity.toLeadRef(lead),
    countedAt: lead.created_at.toISOString(),
    convertedAt: lead.completed_at?.toISOString() ?? null,
    status: lead.status,
  }
  activity.recordEvent(admin, at, 'LeadDeleted', data, lead.property_id)
  activity.leads.delete(lead.id)
}
