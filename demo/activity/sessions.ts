import type { KnockOutcome, PropertyType } from '../../api/domain/enums.ts'
import { type Random } from '../town/random.ts'
import { type Day, addMinutes, sessionStarts } from './calendar.ts'
import { type Quota, pickAround, createIdAt, pickOne, pickWeighted } from './activityRandom.ts'
import type { ActivityBuilder } from './activityBuilder.ts'
import { type TenantTeam, simulateLead } from './leadProgress.ts'
import type { PropertyRow } from './rows.ts'
import type { RepProfile } from './repProfiles.ts'
import { FIRST_VIEW_OUTCOMES, type ResidentialParcel } from './territory.ts'

/** The state of one rep's simulation: the parcels not yet visited, and the properties to visit again. */
export interface RepSimulation {
  activity: ActivityBuilder
  team: TenantTeam
  profile: RepProfile
  random: Random
  leadQuota: Quota
  completionQuota: Quota
  now: Date
  /** Parcels not yet visited, in walking order. */
  unvisited: ResidentialParcel[]
  revisits: { property: PropertyRow; visits: number }[]
}

/** Minutes from the lookup of a property to the lead. No visit starts later than this before now. */
const maxVisitMinutes = 10
const retryOutcomes: KnockOutcome[] = ['nobody_home', 'come_back', 'left_flyer']
const sampleNotes = [
  'Asks for a call after five',
  'Dog in the yard',
  'Roof looks old',
  'Rents, owner lives elsewhere',
  'Wants two quotes',
]

/**
 * Simulates the two knock sessions of a day. Each visits new parcels first, then properties of earlier days that are
 * due for another visit.
 */
export function simulateDay(simulation: RepSimulation, day: Day): void {
  const { profile, random, now, team, activity } = simulation
  // A session that has just begun has no visit yet, and would end before it began.
  const starts = sessionStarts(day, now, random()).filter((start) => addMinutes(start, maxVisitMinutes) <= now)
  const newParcels = takeNextParcels(simulation, pickAround(random, profile.visits.newPerDay))
  const dueRevisits = simulation.revisits.splice(0, pickAround(random, profile.visits.repeatPerDay))
  starts.forEach((start, session) => {
    if (session === 0)
      activity.recordEvent(team.rep, addMinutes(start, -4), 'UserSignedIn', { userId: team.rep.id }, team.rep.id)
    const takeShare = <T>(list: T[]) => list.filter((_, i) => i % starts.length === session)
    if (takeShare(newParcels).length + takeShare(dueRevisits).length > 0)
      simulateSession(simulation, start, takeShare(newParcels), takeShare(dueRevisits))
  })
  if (starts.length === 2 && random() < 0.4 && day.daysAgo > 0)
    activity.recordEvent(team.rep, addMinutes(starts[1]!, 200), 'UserSignedOut', { userId: team.rep.id }, team.rep.id)
}

/** Takes about two of three parcels along the street, and every parcel of the first view. */
function takeNextParcels(simulation: RepSimulation, count: number): ResidentialParcel[] {
  const parcels: ResidentialParcel[] = []
  while (parcels.length < count && simulation.unvisited.length > 0) {
    const parcel = simulation.unvisited.shift()!
    if (parcel.address in FIRST_VIEW_OUTCOMES || simulation.random() < 0.66) parcels.push(parcel)
  }
  return parcels
}

function simulateSession(
  simulation: RepSimulation,
  start: Date,
  newParcels: ResidentialParcel[],
  dueRevisits: RepSimulation['revisits'],
): void {
  const { activity, team, random, now } = simulation
  const first = newParcels[0] ?? dueRevisits[0]!.property
  const sessionId = createIdAt(random, start)
  const position = { lat: first.lat, lng: first.lng }
  const mapLoad = { ...position, zoom: 20, provider: 'maplibre' }
  activity.recordEvent(team.rep, addMinutes(start, -2), 'MapLoaded', mapLoad)
  activity.recordEvent(team.rep, start, 'KnockSessionStarted', { sessionId, repId: team.rep.id }, sessionId)
  let at = start
  for (const stop of [...newParcels, ...dueRevisits]) {
    if (addMinutes(at, maxVisitMinutes) > now) break
    at =
      'property' in stop
        ? makeRevisit(simulation, at, sessionId, stop)
        : makeFirstVisit(simulation, at, sessionId, stop)
    at = addMinutes(at, 1 + random() * 3)
    if (random() < 0.12) activity.recordEvent(team.rep, at, 'MapLoaded', mapLoad)
  }
  const endedAt = new Date(Math.min(at.getTime(), now.getTime() - 1_000))
  activity.recordEvent(team.rep, endedAt, 'KnockSessionEnded', { sessionId, repId: team.rep.id }, sessionId)
  activity.sessions.push({
    tenant_id: activity.tenantId,
    id: sessionId,
    rep_id: team.rep.id,
    started_at: start,
    ended_at: endedAt,
    ...position,
  })
}

/** Looks up a parcel, saves the property and knocks. Returns the time at which the visit ends. */
function makeFirstVisit(simulation: RepSimulation, at: Date, sessionId: string, parcel: ResidentialParcel): Date {
  const { activity, team, profile, random } = simulation
  const fixedOutcome = FIRST_VIEW_OUTCOMES[parcel.address]
  const outcome = fixedOutcome ?? pickWeighted<KnockOutcome>(random, profile.outcomeWeights, 'nobody_home')
  recordLookUp(simulation, at)
  if (!fixedOutcome && random() < 0.05) return addMinutes(at, 0.5)
  const saved = addMinutes(at, 0.3 + random() * 0.5)
  const priority = random() < 0.12 ? 'high' : 'normal'
  const hasLead = outcome === 'interested' && random() < 0.3
  const tag = pickWeighted<PropertyType>(random, profile.tagWeights, 'generic')
  const property = activity.saveProperty(team.rep, saved, parcel, hasLead ? [tag] : [], priority)
  if (hasLead) recordLead(simulation, saved, property, tag)
  else if (!fixedOutcome && random() < 0.02) return simulateMistakenSave(simulation, saved, property)
  return recordVisit(simulation, addMinutes(saved, 0.5 + random() * 1.5), {
    sessionId,
    property,
    outcome,
    hasLead,
    visits: 1,
    isFixed: !!fixedOutcome,
  })
}

function recordLookUp({ activity, team }: RepSimulation, at: Date): void {
  const found = { repId: team.rep.id, provider: 'embedded', found: true }
  activity.recordEvent(team.rep, at, 'AddressGeocoded', found)
  activity.recordEvent(team.rep, addMinutes(at, 0.005), 'ParcelLookedUp', { ...found, records: 1 })
}

/** The rep saved the wrong property; an admin or the owner deletes it later. */
function simulateMistakenSave({ activity, team, random, now }: RepSimulation, at: Date, property: PropertyRow): Date {
  const deleted = addMinutes(at, 60 + random() * 1200)
  if (deleted < now) activity.deleteProperty(team.admin ?? team.owner, deleted, property)
  return at
}

function makeRevisit(
  simulation: RepSimulation,
  at: Date,
  sessionId: string,
  { property, visits }: RepSimulation['revisits'][number],
): Date {
  const outcome = pickWeighted<KnockOutcome>(simulation.random, simulation.profile.outcomeWeights, 'nobody_home')
  if (simulation.random() < 0.03) {
    recordLookUp(simulation, at)
    simulation.activity.refreshOwner(simulation.team.rep, addMinutes(at, 0.01), property)
  }
  return recordVisit(simulation, addMinutes(at, 1 + simulation.random()), {
    sessionId,
    property,
    outcome,
    visits: visits + 1,
  })
}

interface Visit {
  sessionId: string
  property: PropertyRow
  outcome: KnockOutcome
  hasLead?: boolean
  visits: number
  isFixed?: boolean
}

function recordVisit(
  simulation: RepSimulation,
  at: Date,
  { sessionId, property, outcome, hasLead, visits, isFixed }: Visit,
): Date {
  const { activity, team, random, profile } = simulation
  const note = random() < 0.07 ? pickOne(random, sampleNotes) : null
  let time = at
  if (random() < 0.015) {
    const mistake = activity.knock(team.rep, time, property, {
      session_id: sessionId,
      outcome: 'not_the_owner',
      note: null,
    })
    activity.withdrawKnock(team.rep, addMinutes(time, 0.1), property, mistake)
    time = addMinutes(time, 0.2)
  }
  activity.knock(team.rep, time, property, { session_id: sessionId, outcome, note })
  if (!isFixed && visits < 5 && retryOutcomes.includes(outcome)) simulation.revisits.push({ property, visits })
  if (outcome === 'talked' && random() < 0.15)
    activity.writeNotes(team.rep, addMinutes(time, 0.6), property, pickOne(random, sampleNotes))
  const leadRate = outcome === 'interested' || outcome === 'talked' ? profile.leadRates[outcome] : 0
  if (hasLead || leadRate === 0 || !simulation.leadQuota(leadRate)) return time
  const leadCreatedAt = addMinutes(time, 1 + random() * 3)
  recordLead(simulation, leadCreatedAt, property, pickWeighted<PropertyType>(random, profile.tagWeights, 'generic'))
  return leadCreatedAt
}

function recordLead(
  { activity, team, profile, random, completionQuota, now }: RepSimulation,
  at: Date,
  property: PropertyRow,
  tag: PropertyType,
): void {
  const lead = activity.createLead(team.rep, at, property, tag, random() < 0.24 ? 'high' : 'normal')
  simulateLead(activity, lead, team, completionQuota(profile.leadRates.completed), random, now)
}
