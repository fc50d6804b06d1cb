import type { NextDoor } from '../features/knocking/NextDoorBar.tsx'
import type { Located } from '../features/locating/locateToasts.ts'
import { draftOf, temporaryId } from '../domain/draftOf.ts'
import { type Effect, selectedIdOf, selectedOf, START, targetOf, type WalkEvent } from '../screens/walkState.ts'
import { step } from '../screens/walk.ts'

export const open = { id: 'open', lat: 39.77, lng: -86.16 }
export const other = { id: 'other', lat: 39.78, lng: -86.17 }
export const place = { lat: 39.79, lng: -86.18 }
export const elsewhere = { lat: 39.7, lng: -86.1 }

export const addressOf = (number: number) => ({
  address: `${number} W 11th Demo St`,
  streetNumber: String(number),
  streetName: 'W 11th Demo St',
  city: 'Demo Town',
  lat: 39.77,
  lng: -86.16 - number / 100_000,
})
export const draftAt = (number: number) => draftOf(addressOf(number))
export const idAt = (number: number) => temporaryId(draftAt(number))
export const nextAt = (number: number, propertyId: string | null = null) =>
  ({ ...addressOf(number), propertyId, direction: 'DESCENDING', crossed: false }) as NextDoor

export const answer = (found: Partial<Located>): Located => ({
  ...{ outcome: 'NEW', ownerUpdated: false, parcelServiceAvailable: true, parcelServiceKeyed: false },
  ...{ parcelsFound: true, nearbyOwner: null },
  ...{ match: 'SAME' as const, candidates: [], outline: null, property: null, draft: null },
  diagnostics: { userInput: '', processedQuery: '', selected: null, results: [], finalPoint: null },
  ...found,
})
export const NOTHING = answer({ outcome: 'NOT_FOUND', parcelsFound: false })
export const EXISTING = answer({ outcome: 'EXISTING', property: other as Located['property'] })
export const UNSAVED = answer({ draft: draftAt(800) })

/** A map screen whose events, and answers, come when the test says so. Timers fire by `wait` alone. */
export function start({ phone = true } = {}) {
  let walk = START
  let now = 1_000_000
  let effects: Effect[] = []
  const send = (...events: WalkEvent[]) => {
    for (const event of events) {
      const [after, caused] = step(walk, event, { phone, now })
      walk = after
      effects.push(...caused)
    }
  }
  const caused = <Kind extends Effect['kind']>(kind: Kind) =>
    effects.filter((effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind)
  return {
    send,
    caused,
    walk: () => walk,
    now: () => now,
    selectedId: () => selectedIdOf(walk),
    /** The number of the look-up that was started last. */
    request: () => walk.lastRequest,
    forget: () => (effects = []),
    wait: (ms: number) => {
      now += ms
      const due = caused('sendAt').filter(({ at }) => at <= now)
      effects = effects.filter((effect) => effect.kind !== 'sendAt' || effect.at > now)
      send(...due.map(({ event }) => event))
    },
    choose: (property = open) => send({ type: 'propertyChosen', property }),
    search: (address = '1018 W 12th Demo St') => {
      send({ type: 'addressEntered', address })
      return walk.lastRequest
    },
    tapMap: (point = place) => {
      send({ type: 'pointTapped', point, zoom: 19 })
      return walk.lastRequest
    },
    find: (request: number, located: Located) => send({ type: 'located', request, located }),
    fail: (request: number) => send({ type: 'lookUpFailed', request, error: new Error('no connection') }),
    tapOutcome: (
      outcome: 'NOBODY_HOME' | 'INTERESTED' | 'NOT_INTERESTED' | 'COME_BACK' = 'NOBODY_HOME',
      hasNewLeads = false,
    ) => {
      const selection = selectedOf(walk)!
      const target =
        selection.kind === 'draft'
          ? targetOf(selection.draft)
          : { id: selection.property.id, address: '', streetNumber: '', status: 'NEW' as const }
      send({ type: 'outcomeTapped', target, outcome, hasNewLeads })
    },
    /** The device has stored the last knock. */
    store: () => {
      const { target, outcome, hasNewLeads } = caused('knock').at(-1)!
      send({ type: 'knocked', id: target.id, outcome, hasNewLeads, at: now })
    },
    save: (number: number) => {
      const { lat, lng } = draftAt(number)
      send({ type: 'draftSaved', draftId: idAt(number), property: { id: `saved-${number}`, lat, lng } })
    },
    answerNext: (door: NextDoor | undefined, from = selectedIdOf(walk)!) => send({ type: 'nextFound', from, door }),
  }
}
