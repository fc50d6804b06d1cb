import type { LeadStatus } from '../../domain/words.ts'
import type { DemoUser } from '../people.ts'
import { type Random, below } from '../town/random.ts'
import { after } from './calendar.ts'
import type { Diary } from './diary.ts'
import type { LeadRow } from './rows.ts'

export interface Office {
  rep: DemoUser
  owner: DemoUser
  /** Who may delete leads; null where the tenant has none. */
  admin: DemoUser | null
}

const minutesADay = 1440

/** What becomes of a lead up to now: called back, done, sometimes opened again or deleted. */
export function liveLead(
  diary: Diary,
  lead: LeadRow,
  office: Office,
  closes: boolean,
  random: Random,
  now: Date,
): void {
  const actor = random() < 0.85 ? office.rep : (office.admin ?? office.owner)
  const deleted = random() < 0.03 ? laterDay(random, lead.created_at, 1, 6) : null
  if (deleted && office.admin) {
    if (deleted <= now) deleteLead(diary, lead, office.admin, deleted)
    return
  }
  const isReached = closes || random() < 0.82
  const steps: [to: LeadStatus, happens: boolean, days: [from: number, to: number]][] = [
    ['contacted', isReached, [1, 4]],
    ['completed', closes, [2, 9]],
    ['contacted', random() < 0.08, [1, 4]],
    ['completed', random() < 0.5, [2, 6]],
  ]
  let at = lead.created_at
  for (const [to, happens, [from, until]] of steps) {
    at = laterDay(random, at, from, until)
    if (!happens || at > now) return
    changeStatus(diary, lead, actor, at, to)
  }
}

/** Some days later, within two hours of the same time of the day: people work by day. */
function laterDay(random: Random, time: Date, from: number, to: number): Date {
  return after(time, (from + below(random, to - from + 1)) * minutesADay + (random() - 0.6) * 200)
}

function changeStatus(diary: Diary, lead: LeadRow, actor: DemoUser, at: Date, to: LeadStatus): void {
  const countedAt = lead.completed_at?.toISOString() ?? null
  diary.note(
    actor,
    at,
    { type: 'LeadStatusChanged', data: { ...diary.leadRef(lead), from: lead.status, to, countedAt } },
    lead.property_id,
  )
  lead.status = to
  lead.completed_at = to === 'completed' ? at : null
  lead.updated_at = at
}

function deleteLead(diary: Diary, lead: LeadRow, admin: DemoUser, at: Date): void {
  const counted = {
    countedAt: lead.created_at.toISOString(),
    convertedAt: lead.completed_at?.toISOString() ?? null,
    status: lead.status,
  }
  diary.note(admin, at, { type: 'LeadDeleted', data: { ...diary.leadRef(lead), ...counted } }, lead.property_id)
  diary.leads.delete(lead.id)
}
