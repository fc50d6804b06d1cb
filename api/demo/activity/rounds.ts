import type { KnockOutcome, PropertyType } from '../../domain/words.ts'
import { type Random } from '../town/random.ts'
import { type Day, after, roundStarts } from './calendar.ts'
import { type Quota, about, idAt, oneOf, pick } from './chance.ts'
import type { Diary } from './diary.ts'
import { type Office, liveLead } from './leadLife.ts'
import type { PropertyRow } from './rows.ts'
import type { Talent } from './talents.ts'
import { FIRST_VIEW, type House } from './turf.ts'

/** A rep on their turf: what is left of it, and which doors are worth another knock. */
export interface Walk {
  diary: Diary
  office: Office
  talent: Talent
  random: Random
  wins: Quota
  closes: Quota
  now: Date
  /** Not yet walked past, in walking order. */
  ahead: House[]
  again: { property: PropertyRow; visits: number }[]
}

/** From the look-up of a house to the lead that comes of it, in minutes: no door is begun later than this before now. */
const longestDoor = 10
const worthAnother: KnockOutcome[] = ['nobody_home', 'come_back', 'left_flyer']
const remarks = [
  'Asks for a call after five',
  'Dog in the yard',
  'Roof looks old',
  'Rents, owner lives elsewhere',
  'Wants two quotes',
]

/** A day's two rounds: new doors along the street, then those of earlier days where another knock is worth it. */
export function walkDay(walk: Walk, day: Day): void {
  const { talent, random, now, office, diary } = walk
  const starts = roundStarts(day, now, random()).filter((start) => start < now)
  const fresh = nextHouses(walk, about(random, talent.newDoorsADay))
  const due = walk.again.splice(0, about(random, talent.returnsADay))
  starts.forEach((start, round) => {
    if (round === 0) {
      const signedIn = { type: 'UserSignedIn', data: { userId: office.rep.id } } as const
      diary.note(office.rep, after(start, -4), signedIn, office.rep.id)
    }
    const share = <T>(list: T[]) => list.filter((_, i) => i % starts.length === round)
    if (share(fresh).length + share(due).length > 0) walkRound(walk, start, share(fresh), share(due))
  })
  if (starts.length === 2 && random() < 0.4 && day.daysAgo > 0) {
    diary.note(
      office.rep,
      after(starts[1]!, 200),
      { type: 'UserSignedOut', data: { userId: office.rep.id } },
      office.rep.id,
    )
  }
}

/** About two of three houses are knocked at, and at those of the first view for sure. */
function nextHouses(walk: Walk, count: number): House[] {
  const houses: House[] = []
  while (houses.length < count && walk.ahead.length > 0) {
    const house = walk.ahead.shift()!
    if (house.address in FIRST_VIEW || walk.random() < 0.66) houses.push(house)
  }
  return houses
}

function walkRound(walk: Walk, start: Date, fresh: House[], due: Walk['again']): void {
  const { diary, office, random, now } = walk
  const first = fresh[0] ?? due[0]!.property
  const sessionId = idAt(random, start)
  const place = { lat: first.lat, lng: first.lng }
  diary.note(
    office.rep,
    after(start, -2),
    { type: 'MapLoaded', data: { ...place, zoom: 20, provider: 'maplibre' } },
    null,
  )
  diary.note(office.rep, start, { type: 'KnockSessionStarted', data: { sessionId, repId: office.rep.id } }, sessionId)
  let at = start
  for (const door of [...fresh, ...due]) {
    if (after(at, longestDoor) > now) break
    at = 'property' in door ? knockAgain(walk, at, sessionId, door) : knockFirst(walk, at, sessionId, door)
    at = after(at, 1 + random() * 3)
    if (random() < 0.12)
      diary.note(office.rep, at, { type: 'MapLoaded', data: { ...place, zoom: 20, provider: 'maplibre' } }, null)
  }
  const ended_at = new Date(Math.min(at.getTime(), now.getTime() - 1_000))
  diary.note(office.rep, ended_at, { type: 'KnockSessionEnded', data: { sessionId, repId: office.rep.id } }, sessionId)
  diary.sessions.push({
    tenant_id: diary.tenantId,
    id: sessionId,
    rep_id: office.rep.id,
    started_at: start,
    ended_at,
    ...place,
  })
}

/** Looks a house up, saves it and knocks; answers when that was done. */
function knockFirst(walk: Walk, at: Date, sessionId: string, house: House): Date {
  const { diary, office, talent, random } = walk
  const planned = FIRST_VIEW[house.address]
  const outcome = planned ?? pick<KnockOutcome>(random, talent.answers, 'nobody_home')
  lookUp(walk, at)
  if (!planned && random() < 0.05) return after(at, 0.5)
  const saved = after(at, 0.3 + random() * 0.5)
  const priority = random() < 0.12 ? 'high' : 'normal'
  const quick = outcome === 'interested' && random() < 0.3
  const tag = pick<PropertyType>(random, talent.sells, 'generic')
  const property = diary.saveProperty(office.rep, saved, house, quick ? [tag] : [], priority)
  if (quick) startLead(walk, saved, property, tag)
  else if (!planned && random() < 0.02) return deleteMistake(walk, saved, property)
  return knock(walk, after(saved, 0.5 + random() * 1.5), {
    sessionId,
    property,
    outcome,
    hasLead: quick,
    visits: 1,
    planned: !!planned,
  })
}

function lookUp({ diary, office }: Walk, at: Date): void {
  const found = { repId: office.rep.id, provider: 'embedded', found: true }
  diary.note(office.rep, at, { type: 'AddressGeocoded', data: found }, null)
  diary.note(office.rep, after(at, 0.005), { type: 'ParcelLookedUp', data: { ...found, records: 1 } }, null)
}

/** The wrong house was saved; somebody who may deletes it. */
function deleteMistake({ diary, office, random, now }: Walk, at: Date, property: PropertyRow): Date {
  const deleted = after(at, 60 + random() * 1200)
  if (deleted < now) diary.deleteProperty(office.admin ?? office.owner, deleted, property)
  return at
}

function knockAgain(walk: Walk, at: Date, sessionId: string, { property, visits }: Walk['again'][number]): Date {
  const outcome = pick<KnockOutcome>(walk.random, walk.talent.answers, 'nobody_home')
  if (walk.random() < 0.03) {
    lookUp(walk, at)
    walk.diary.refreshOwner(walk.office.rep, after(at, 0.01), property)
  }
  return knock(walk, after(at, 1 + walk.random()), {
    sessionId,
    property,
    outcome,
    hasLead: false,
    visits: visits + 1,
    planned: false,
  })
}

interface Door {
  sessionId: string
  property: PropertyRow
  outcome: KnockOutcome
  hasLead: boolean
  visits: number
  planned: boolean
}

function knock(walk: Walk, at: Date, { sessionId, property, outcome, hasLead, visits, planned }: Door): Date {
  const { diary, office, random, talent } = walk
  const note = random() < 0.07 ? oneOf(random, remarks) : null
  let time = at
  if (random() < 0.015) {
    const slip = diary.knock(office.rep, time, property, {
      session_id: sessionId,
      outcome: 'not_the_owner',
      note: null,
    })
    diary.withdrawKnock(office.rep, after(time, 0.1), property, slip)
    time = after(time, 0.2)
  }
  diary.knock(office.rep, time, property, { session_id: sessionId, outcome, note })
  if (!planned && visits < 5 && worthAnother.includes(outcome)) walk.again.push({ property, visits })
  if (outcome === 'talked' && random() < 0.15)
    diary.writeNotes(office.rep, after(time, 0.6), property, oneOf(random, remarks))
  const share = outcome === 'interested' ? talent.leadOfInterested : outcome === 'talked' ? talent.leadOfTalked : 0
  if (hasLead || share === 0 || !walk.wins(share)) return time
  const made = after(time, 1 + random() * 3)
  startLead(walk, made, property, pick<PropertyType>(random, talent.sells, 'generic'))
  return made
}

function startLead(
  { diary, office, talent, random, closes, now }: Walk,
  at: Date,
  property: PropertyRow,
  tag: PropertyType,
): void {
  const lead = diary.createLead(office.rep, at, property, tag, random() < 0.24 ? 'high' : 'normal')
  liveLead(diary, lead, office, closes(talent.closes), random, now)
}
