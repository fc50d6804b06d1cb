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

/** Minutes from the look-up of a property to the lead. No visit starts later than this before now. */
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
  const { profile: talent, random, now, team: office, activity: diary } = simulation
  const starts = sessionStarts(day, now, random()).filter((start) => start < now)
  const newParcels = takeNextParcels(simulation, pickAround(random, talent.newDoorsADay))
  const dueRevisits = simulation.revisits.splice(0, pickAround(random, talent.returnsADay))
  starts.forEach((start, round) => {
    if (round === 0) {
      const signedIn = { type: 'UserSignedIn', data: { userId: office.rep.id } } as const
      diary.recordEvent(office.rep, addMinutes(start, -4), signedIn, office.rep.id)
    }
    const takeShare = <T>(list: T[]) => list.filter((_, i) => i % starts.length === round)
    if (takeShare(newParcels).length + takeShare(dueRevisits).length > 0)
      simulateSession(simulation, start, takeShare(newParcels), takeShare(dueRevisits))
  })
  if (starts.length === 2 && random() < 0.4 && day.daysAgo > 0) {
    diary.recordEvent(
      office.rep,
      addMinutes(starts[1]!, 200),
      { type: 'UserSignedOut', data: { userId: office.rep.id } },
      office.rep.id,
    )
  }
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
  const { activity: diary, team: office, random, now } = simulation
  const first = newParcels[0] ?? dueRevisits[0]!.property
  const sessionId = createIdAt(random, start)
  const place = { lat: first.lat, lng: first.lng }
  diary.recordEvent(
    office.rep,
    addMinutes(start, -2),
    { type: 'MapLoaded', data: { ...place, zoom: 20, provider: 'maplibre' } },
    null,
  )
  diary.recordEvent(
    office.rep,
    start,
    { type: 'KnockSessionStarted', data: { sessionId, repId: office.rep.id } },
    sessionId,
  )
  let at = start
  for (const stop of [...newParcels, ...dueRevisits]) {
    if (addMinutes(at, maxVisitMinutes) > now) break
    at =
      'property' in stop
        ? makeRevisit(simulation, at, sessionId, stop)
        : makeFirstVisit(simulation, at, sessionId, stop)
    at = addMinutes(at, 1 + random() * 3)
    if (random() < 0.12)
      diary.recordEvent(office.rep, at, { type: 'MapLoaded', data: { ...place, zoom: 20, provider: 'maplibre' } }, null)
  }
  const ended_at = new Date(Math.min(at.getTime(), now.getTime() - 1_000))
  diary.recordEvent(
    office.rep,
    ended_at,
    { type: 'KnockSessionEnded', data: { sessionId, repId: office.rep.id } },
    sessionId,
  )
  diary.sessions.push({
    tenant_id: diary.tenantId,
    id: sessionId,
    rep_id: office.rep.id,
    started_at: start,
    ended_at,
    ...place,
  })
}

/** Looks up a parcel, saves the property and knocks. Returns the time at which the visit ends. */
function makeFirstVisit(simulation: RepSimulation, at: Date, sessionId: string, parcel: ResidentialParcel): Date {
  const { activity: diary, team: office, profile: talent, random } = simulation
  const planned = FIRST_VIEW_OUTCOMES[parcel.address]
  const outcome = planned ?? pickWeighted<KnockOutcome>(random, talent.outcomeWeights, 'nobody_home')
  recordLookUp(simulation, at)
  if (!planned && random() < 0.05) return addMinutes(at, 0.5)
  const saved = addMinutes(at, 0.3 + random() * 0.5)
  const priority = random() < 0.12 ? 'high' : 'normal'
  const hasLeadAtOnce = outcome === 'interested' && random() < 0.3
  const tag = pickWeighted<PropertyType>(random, talent.tagWeights, 'generic')
  const property = diary.saveProperty(office.rep, saved, parcel, hasLeadAtOnce ? [tag] : [], priority)
  if (hasLeadAtOnce) recordLead(simulation, saved, property, tag)
  else if (!planned && random() < 0.02) return simulateMistakenSave(simulation, saved, property)
  return recordVisit(simulation, addMinutes(saved, 0.5 + random() * 1.5), {
    sessionId,
    property,
    outcome,
    hasLead: hasLeadAtOnce,
    visits: 1,
    planned: !!planned,
  })
}

function recordLookUp({ activity: diary, team: office }: RepSimulation, at: Date): void {
  const found = { repId: office.rep.id, provider: 'embedded', found: true }
  diary.recordEvent(office.rep, at, { type: 'AddressGeocoded', data: found }, null)
  diary.recordEvent(office.rep, addMinutes(at, 0.005), { type: 'ParcelLookedUp', data: { ...found, records: 1 } }, null)
}

/** The rep saved the wrong property; an admin or the owner deletes it later. */
function simulateMistakenSave(
  { activity: diary, team: office, random, now }: RepSimulation,
  at: Date,
  property: PropertyRow,
): Date {
  const deleted = addMinutes(at, 60 + random() * 1200)
  if (deleted < now) diary.deleteProperty(office.admin ?? office.owner, deleted, property)
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
    hasLead: false,
    visits: visits + 1,
    planned: false,
  })
}

interface Visit {
  sessionId: string
  property: PropertyRow
  outcome: KnockOutcome
  hasLead: boolean
  visits: number
  planned: boolean
}

function recordVisit(
  simulation: RepSimulation,
  at: Date,
  { sessionId, property, outcome, hasLead, visits, planned }: Visit,
): Date {
  const { activity: diary, team: office, random, profile: talent } = simulation
  const note = random() < 0.07 ? pickOne(random, sampleNotes) : null
  let time = at
  if (random() < 0.015) {
    const mistake = diary.knock(office.rep, time, property, {
      session_id: sessionId,
      outcome: 'not_the_owner',
      note: null,
    })
    diary.withdrawKnock(office.rep, addMinutes(time, 0.1), property, mistake)
    time = addMinutes(time, 0.2)
  }
  diary.knock(office.rep, time, property, { session_id: sessionId, outcome, note })
  if (!planned && visits < 5 && retryOutcomes.includes(outcome)) simulation.revisits.push({ property, visits })
  if (outcome === 'talked' && random() < 0.15)
    diary.writeNotes(office.rep, addMinutes(time, 0.6), property, pickOne(random, sampleNotes))
  const takeShare = outcome === 'interested' ? talent.leadOfInterested : outcome === 'talked' ? talent.leadOfTalked : 0
  if (hasLead || takeShare === 0 || !simulation.leadQuota(takeShare)) return time
  const leadCreatedAt = addMinutes(time, 1 + random() * 3)
  recordLead(simulation, leadCreatedAt, property, pickWeighted<PropertyType>(random, talent.tagWeights, 'generic'))
  return leadCreatedAt
}

function recordLead(
  { activity: diary, team: office, profile: talent, random, completionQuota: closes, now }: RepSimulation,
  at: Date,
  property: PropertyRow,
  tag: PropertyType,
): void {
  const lead = diary.createLead(office.rep, at, property, tag, random() < 0.24 ? 'high' : 'normal')
  simulateLead(diary, lead, office, closes(talent.closes), random, now)
}
