import { describe, expect, it } from 'vitest'
import type { NextDoor } from '../features/knocking/NextDoorBar.tsx'
import type { Located } from '../features/locating/locateToasts.ts'
import { draftOf, temporaryId } from '../domain/draftOf.ts'
import {
  canGoBack,
  type Effect,
  nextDoorQuery,
  nextOf,
  selectedIdOf,
  selectedOf,
  START,
  step,
  stopsLeft,
  targetOf,
  type WalkEvent,
} from './walk.ts'

const open = { id: 'open', lat: 39.77, lng: -86.16 }
const other = { id: 'other', lat: 39.78, lng: -86.17 }
const place = { lat: 39.79, lng: -86.18 }
const elsewhere = { lat: 39.7, lng: -86.1 }

const addressOf = (number: number) => ({
  address: `${number} W 11th Demo St`,
  streetNumber: String(number),
  streetName: 'W 11th Demo St',
  city: 'Demo Town',
  lat: 39.77,
  lng: -86.16 - number / 100_000,
})
const draftAt = (number: number) => draftOf(addressOf(number))
const idAt = (number: number) => temporaryId(draftAt(number))
const nextAt = (number: number, propertyId: string | null = null) =>
  ({ ...addressOf(number), propertyId, direction: 'DESCENDING', crossed: false }) as NextDoor

const answer = (found: Partial<Located>): Located => ({
  ...{ outcome: 'NEW', ownerUpdated: false, parcelServiceAvailable: true, parcelServiceKeyed: false },
  ...{ parcelsFound: true, nearbyOwner: null },
  ...{ match: 'SAME' as const, candidates: [], outline: null, property: null, draft: null },
  diagnostics: { userInput: '', processedQuery: '', selected: null, results: [], finalPoint: null },
  ...found,
})
const NOTHING = answer({ outcome: 'NOT_FOUND', parcelsFound: false })
const EXISTING = answer({ outcome: 'EXISTING', property: other as Located['property'] })
const UNSAVED = answer({ draft: draftAt(800) })

/** A map screen whose events, and answers, come when the test says so. Timers fire by `wait` alone. */
function start({ phone = true } = {}) {
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

describe('the selected property', () => {
  it.each([
    ['found nothing', (map: ReturnType<typeof start>, request: number) => map.find(request, NOTHING)],
    ['failed', (map: ReturnType<typeof start>, request: number) => map.fail(request)],
    ['was canceled', (map: ReturnType<typeof start>) => map.send({ type: 'lookUpCanceled' })],
  ])('stays selected during a search by address, and when the search %s', (_what, finish) => {
    const map = start()
    map.choose()
    const request = map.search()
    expect(map.selectedId()).toBe('open')
    finish(map, request)
    expect(map.selectedId()).toBe('open')
  })

  it.each([
    ['found nothing', (map: ReturnType<typeof start>, request: number) => map.find(request, NOTHING)],
    ['was canceled', (map: ReturnType<typeof start>) => map.send({ type: 'lookUpCanceled' })],
    [
      'was replaced by a dialog',
      (map: ReturnType<typeof start>) => map.send({ type: 'dialogOpened', dialog: { kind: 'details', id: 'open' } }),
    ],
  ])('is selected again when a look-up of another point %s', (_what, finish) => {
    const map = start()
    map.choose()
    const request = map.tapMap()
    expect(map.walk().pending?.at).toEqual(place)
    expect(map.selectedId()).toBeUndefined()
    finish(map, request)
    expect(map.selectedId()).toBe('open')
  })

  it('is replaced by the property or draft that was found', () => {
    const map = start()
    map.choose()
    map.find(map.search(), EXISTING)
    expect(map.selectedId()).toBe('other')
    map.find(map.search(), UNSAVED)
    expect(map.selectedId()).toBe(idAt(800))
  })

  it('stays selected if it was selected while a look-up was running', () => {
    const map = start()
    const request = map.tapMap()
    map.choose(other)
    map.forget()
    map.find(request, UNSAVED)
    map.fail(request)
    expect(map.selectedId()).toBe('other')
    expect(map.caused('showLocated')).toEqual([])
    expect(map.caused('showFailure')).toEqual([])
  })

  it.each([
    [true, 'half'],
    [false, undefined],
  ])('is seen beside the sheet of a phone if it was not saved yet (phone: %s)', (phone, stop) => {
    const map = start({ phone })
    map.find(map.search(), UNSAVED)
    expect(map.caused('moveMap')).toEqual([{ kind: 'moveMap', to: draftAt(800), zoom: 20, stop }])
  })

  it('is none where a property of another rep was found, and the map shows the place', () => {
    const map = start()
    map.choose()
    map.forget()
    map.find(map.search(), answer({ outcome: 'EXISTING', draft: draftAt(800) }))
    expect(map.selectedId()).toBeUndefined()
    expect(map.caused('moveMap')).toMatchObject([{ to: draftAt(800), zoom: 20 }])
  })
})

describe('a look-up', () => {
  it('that was superseded does not replace the point of the later one', () => {
    const map = start()
    map.choose()
    const first = map.tapMap()
    const second = map.tapMap(elsewhere)
    map.find(first, UNSAVED)
    expect(map.walk().pending?.at).toEqual(elsewhere)
    map.find(second, NOTHING)
    expect(map.selectedId()).toBe('open')
  })

  it('of a tapped point begins after the time of a double tap, unless that comes', () => {
    const map = start()
    map.tapMap()
    expect(map.caused('lookUp')).toEqual([])
    map.wait(300)
    expect(map.caused('lookUp')).toEqual([{ kind: 'lookUp', request: map.request(), input: { point: place } }])
    map.forget()
    map.tapMap()
    map.wait(200)
    map.send({ type: 'lookUpCanceled' })
    map.wait(300)
    expect(map.caused('lookUp')).toEqual([])
  })

  it('of a tapped point ends with Back: a late answer opens nothing', () => {
    const map = start()
    const request = map.tapMap()
    expect(canGoBack(map.walk())).toBe(true)
    map.send({ type: 'backPressed' })
    expect(canGoBack(map.walk())).toBe(false)
    map.find(request, UNSAVED)
    expect(map.selectedId()).toBeUndefined()
  })

  it('of an empty address is refused', () => {
    const map = start()
    map.search('  ')
    expect(map.caused('say')).toEqual([{ kind: 'say', level: 'error', text: 'Please enter an address' }])
    expect(map.caused('lookUp')).toEqual([])
  })

  it.each([
    ['a search on a phone', true, (map: ReturnType<typeof start>) => map.search(), 'quick'],
    ['a tap on a phone', true, (map: ReturnType<typeof start>) => map.tapMap(), undefined],
    ['a tap on a wide screen', false, (map: ReturnType<typeof start>) => map.tapMap(), 'quick'],
  ])('by %s offers a lead, or not', (_what, phone, ask, dialog) => {
    const map = start({ phone })
    map.find(ask(map), UNSAVED)
    expect(map.walk().dialog?.kind).toBe(dialog)
  })

  it('that finds several units opens their list, and the unit that is chosen there no dialog on a phone', () => {
    const map = start()
    const candidates = [{ unit: '2' }] as unknown as Located['candidates']
    map.find(map.search(), answer({ draft: draftAt(800), candidates }))
    expect(map.walk().dialog).toMatchObject({ kind: 'units', building: { candidates } })
    map.send({ type: 'dialogClosed' }, { type: 'addressEntered', address: '800 W 11th Demo St #2', isUnit: true })
    map.find(map.request(), UNSAVED)
    expect(map.walk().dialog).toBeUndefined()
  })

  it('keeps the owner of a record nearby for the property that it found, until the next look-up', () => {
    const map = start()
    const record = { parcelId: '7', address: '9 Elm St', ownerName: 'Sample Owner' } as never
    map.find(map.search(), { ...EXISTING, nearbyOwner: record })
    expect(map.walk().nearby).toEqual({ propertyId: 'other', record })
    map.find(map.search(), NOTHING)
    expect(map.walk().nearby).toBeUndefined()
  })
})

describe('a phone that is turned', () => {
  it('shows the selected house beside the sheet again, because that has moved to another edge', () => {
    const map = start()
    map.send({ type: 'mapResized' })
    expect(map.caused('moveMap')).toEqual([])
    map.choose()
    map.forget()
    map.send({ type: 'mapResized' })
    expect(map.caused('moveMap')).toEqual([{ kind: 'moveMap', to: open, stop: 'half' }])
  })

  it('is no window on a desk, where the map stays when it is resized', () => {
    const map = start({ phone: false })
    map.choose()
    map.forget()
    map.send({ type: 'mapResized' })
    expect(map.caused('moveMap')).toEqual([])
  })
})

describe('the details of a draft', () => {
  it('are not looked up again for one that a search has found without a parcel, because each look-up is billed', () => {
    const map = start()
    map.find(map.search(), answer({ draft: draftAt(800), parcelsFound: false }))
    expect(map.caused('lookUpDetails')).toEqual([])
  })

  it('are looked up once for a draft along the street, also when its knock is undone', () => {
    const map = start()
    map.choose()
    map.answerNext(nextAt(1027))
    map.send({ type: 'nextTapped' })
    const ask = { kind: 'lookUpDetails', draftId: idAt(1027), address: '1027 W 11th Demo St' }
    expect(map.caused('lookUpDetails')).toEqual([ask])
    map.send({ type: 'detailsFound', draftId: idAt(1027), located: answer({ parcelsFound: false }) })
    const selection = selectedOf(map.walk())!
    map.choose()
    map.send({ type: 'knockUndone', selection })
    expect(map.selectedId()).toBe(idAt(1027))
    expect(map.caused('lookUpDetails')).toEqual([ask])
  })

  it('keep the point and the height of the sheet, and change nothing at another property', () => {
    const map = start()
    map.send({ type: 'draftAdded', draft: draftAt(1031) }, { type: 'sheetMoved', stop: 'full' })
    const draft = { ...draftAt(1031), ...place, parcelId: '7', ownerName: 'Sample Owner' }
    map.send({ type: 'detailsFound', draftId: idAt(1031), located: answer({ draft }) })
    expect(map.selectedId()).toBe(idAt(1031))
    expect(map.walk()).toMatchObject({ stop: 'full', selection: { draft: { ownerName: 'Sample Owner' } } })
    map.choose()
    map.send({ type: 'detailsFound', draftId: idAt(1031), located: EXISTING })
    expect(map.selectedId()).toBe('open')
  })

  it('open the property that is saved there', () => {
    const map = start()
    map.send({ type: 'draftAdded', draft: draftAt(1031) })
    map.send({ type: 'detailsFound', draftId: idAt(1031), located: EXISTING })
    expect(map.selectedId()).toBe('other')
  })

  it('are not looked up on a wide screen', () => {
    const map = start({ phone: false })
    map.send({ type: 'draftAdded', draft: draftAt(1031) })
    expect(map.walk().dialog?.kind).toBe('quick')
    expect(map.caused('lookUpDetails')).toEqual([])
  })
})

describe('the next door', () => {
  const knockAt1031 = (...knock: Parameters<ReturnType<typeof start>['tapOutcome']>) => {
    const map = start()
    map.send({ type: 'draftAdded', draft: draftAt(1031) })
    map.answerNext(nextAt(1027))
    map.tapOutcome(...knock)
    map.store()
    return map
  }

  it('opens a second after the knock, whether or not the property is saved meanwhile', () => {
    for (const isSaved of [false, true]) {
      const map = knockAt1031()
      map.wait(300)
      if (isSaved) map.save(1031)
      expect(map.selectedId()).toBe(isSaved ? 'saved-1031' : idAt(1031))
      map.wait(699)
      expect(map.selectedId()).not.toBe(idAt(1027))
      map.wait(1)
      expect(map.selectedId()).toBe(idAt(1027))
    }
  })

  it("waits after 'Come back' until the rep has said when, and opens then", () => {
    const map = knockAt1031('COME_BACK')
    expect(map.walk().asksWhen).toBe(true)
    map.wait(5000)
    map.save(1031)
    expect([map.selectedId(), map.walk().asksWhen]).toEqual(['saved-1031', true])
    map.send({ type: 'comeBackSet' })
    expect([map.selectedId(), map.walk().asksWhen]).toEqual([idAt(1027), false])
  })

  it("is not asked for by 'Come back' after its knock is undone, or at another property", () => {
    const undone = knockAt1031('COME_BACK')
    undone.send({ type: 'knockUndone', selection: selectedOf(undone.walk())! })
    expect([undone.selectedId(), undone.walk().asksWhen]).toEqual([idAt(1031), false])
    const left = knockAt1031('COME_BACK')
    left.choose(other)
    expect(left.walk().asksWhen).toBe(false)
  })

  it('opens as soon as it is known if the answer is late', () => {
    const map = start()
    map.choose()
    map.tapOutcome()
    map.store()
    map.wait(5000)
    expect(map.selectedId()).toBe('open')
    map.answerNext(nextAt(1027), 'other')
    expect(map.selectedId()).toBe('open')
    map.answerNext(nextAt(1027, 'saved-1027'))
    expect(map.selectedId()).toBe('saved-1027')
  })

  it('of another property is not shown', () => {
    const map = start()
    map.choose()
    map.answerNext(nextAt(1027))
    map.choose(other)
    expect(nextOf(map.walk())).toBeUndefined()
    map.answerNext(nextAt(1023), 'open')
    expect(nextOf(map.walk())).toBeUndefined()
  })

  it('keeps the direction of the walk, and leaves out where the rep has knocked, under the id that it has by then', () => {
    const map = knockAt1031()
    expect(nextDoorQuery(map.walk())).toMatchObject({ direction: null, from: { address: '1031 W 11th Demo St' } })
    map.save(1031)
    expect(nextDoorQuery(map.walk())).toMatchObject({ from: { propertyId: 'saved-1031' }, skip: [] })
    map.wait(1000)
    expect(nextDoorQuery(map.walk())).toMatchObject({ direction: 'DESCENDING', skip: ['saved-1031'] })
    map.tapOutcome()
    map.save(1027)
    expect(nextDoorQuery(map.walk())).toMatchObject({ from: { propertyId: 'saved-1027' }, direction: 'DESCENDING' })
    // The rep starts a new walk elsewhere.
    map.choose(other)
    expect(nextDoorQuery(map.walk())).toMatchObject({ direction: null })
  })

  it.each<[string, (map: ReturnType<typeof start>) => void]>([
    ['a note is written', (map) => map.send({ type: 'noteOpened' })],
    [
      'a dialog is opened',
      (map) => map.send({ type: 'dialogOpened', dialog: { kind: 'quick', draft: draftAt(1031) } }),
    ],
    ['the knock is undone', (map) => map.send({ type: 'knockUndone', selection: selectedOf(map.walk())! })],
    [
      'another property is selected and this one again',
      (map) => (map.choose(), map.send({ type: 'draftAdded', draft: draftAt(1031) })),
    ],
    ['an address is searched', (map) => void map.search()],
  ])('does not open by itself when %s, also after the property is saved', (_what, act) => {
    const map = knockAt1031()
    act(map)
    map.save(1031)
    map.wait(3000)
    expect(map.selectedId()).toBe('saved-1031')
  })

  it.each([
    ['INTERESTED', false, true],
    ['NOT_INTERESTED', true, true],
    ['NOT_INTERESTED', false, false],
  ] as const)('after %s with new leads: %s, the sheet stays: %s', (outcome, hasNewLeads, stays) => {
    const map = knockAt1031(outcome, hasNewLeads)
    map.wait(3000)
    expect(map.selectedId()).toBe(idAt(stays ? 1031 : 1027))
  })

  it('leaves out where the rep has knocked before a restart, and what is visited since comes last', () => {
    const map = start()
    map.choose()
    map.tapOutcome()
    map.store()
    map.send({ type: 'visitsRemembered', ids: ['before', 'open'] })
    expect(map.walk().visited).toEqual(['before', 'open'])
    map.choose(other)
    expect(nextDoorQuery(map.walk())?.skip).toEqual(['before', 'open'])
  })

  it('goes on as the rep walked before the screen was opened, until it has gone on', () => {
    const map = start()
    map.send({ type: 'visitsRemembered', ids: ['before'], direction: 'DESCENDING' })
    map.choose()
    expect(nextDoorQuery(map.walk())?.direction).toBe('DESCENDING')
    map.answerNext({ ...nextAt(1027), direction: 'ASCENDING' })
    map.send({ type: 'nextTapped' })
    expect(nextDoorQuery(map.walk())?.direction).toBe('ASCENDING')
    map.choose()
    expect(nextDoorQuery(map.walk())?.direction).toBeNull()
  })

  it('gives way to the lead after Interested, under the id that the property has by then, until the knock is undone', () => {
    const map = knockAt1031('INTERESTED')
    expect(map.walk().interestedId).toBe(idAt(1031))
    map.save(1031)
    expect(map.walk().interestedId).toBe('saved-1031')
    map.send({ type: 'knockUndone', selection: selectedOf(map.walk())! })
    expect(map.walk().interestedId).toBeUndefined()
    expect(knockAt1031('NOBODY_HOME').walk().interestedId).toBeUndefined()
  })

  it('opens at half height, while the sheet keeps its height when the property is saved', () => {
    const map = knockAt1031()
    map.send({ type: 'sheetMoved', stop: 'full' })
    map.forget()
    map.save(1031)
    expect(map.walk().stop).toBe('full')
    expect(map.caused('moveMap')).toEqual([])
    expect(map.caused('renameExtras')).toEqual([{ kind: 'renameExtras', from: idAt(1031), to: 'saved-1031' }])
    map.send({ type: 'nextTapped' })
    expect(map.walk().stop).toBe('half')
  })

  it('does not take an outcome that was meant for the door before', () => {
    const map = knockAt1031()
    map.wait(1000)
    map.forget()
    map.wait(499)
    map.tapOutcome()
    expect(map.caused('knock')).toEqual([])
    map.wait(1)
    map.tapOutcome()
    expect(map.caused('knock')).toMatchObject([{ target: { id: idAt(1027) } }])
  })

  it('does not open while another property is selected before the device has stored the knock', () => {
    const map = start()
    map.choose()
    map.answerNext(nextAt(1027))
    map.tapOutcome()
    map.choose(other)
    map.store()
    map.wait(3000)
    expect(map.selectedId()).toBe('other')
    expect(nextDoorQuery(map.walk())?.skip).toEqual(['open'])
  })

  it('does not open on a wide screen', () => {
    const map = start({ phone: false })
    map.choose()
    map.answerNext(nextAt(1027))
    map.tapOutcome()
    map.store()
    map.wait(3000)
    expect(map.selectedId()).toBe('open')
  })

  it('gives way to the property whose knock is undone there, also under the id that it has by now', () => {
    const map = knockAt1031()
    const draft = selectedOf(map.walk())!
    map.wait(1000)
    map.send({ type: 'knockUndone', selection: draft })
    expect(map.selectedId()).toBe(idAt(1031))
    map.save(1031)
    map.send({ type: 'sheetMoved', stop: 'full' }, { type: 'knockUndone', selection: draft })
    expect(map.selectedId()).toBe('saved-1031')
    expect(map.walk().stop).toBe('full')
  })
})

describe('saving a draft', () => {
  it('does not end a search that is running, and changes nothing at another property', () => {
    const map = start()
    map.send({ type: 'draftAdded', draft: draftAt(1031) })
    const request = map.search()
    map.save(1031)
    expect(map.selectedId()).toBe('saved-1031')
    map.find(request, EXISTING)
    expect(map.selectedId()).toBe('other')
    map.save(1031)
    expect(map.selectedId()).toBe('other')
  })
})

describe('the first door', () => {
  const marker = (id: string, status: 'NEW' | 'CONTACTED', lat: number) =>
    ({ id, status, lat, lng: -86.16, streetNumber: '1', priority: 'NORMAL' }) as const
  const near = marker('near', 'CONTACTED', 39.77)

  it('is the nearest where nobody has knocked', () => {
    const map = start()
    map.send({ type: 'firstDoorTapped', from: open, properties: [marker('far', 'NEW', 39.9), near] })
    expect(map.selectedId()).toBe('far')
  })

  it('is a house that is not saved, if that is nearer, and is looked up as if it was tapped', () => {
    const map = start()
    const unsaved = [{ lat: 39.7701, lng: -86.16 }]
    map.send({ type: 'firstDoorTapped', from: open, properties: [marker('far', 'NEW', 39.9), near], unsaved })
    expect(map.caused('lookUp')).toEqual([{ kind: 'lookUp', request: map.request(), input: { point: unsaved[0] } }])
    map.find(map.request(), UNSAVED)
    expect(map.selectedId()).toBe(idAt(800))
    expect(map.walk().dialog).toBeUndefined()
  })

  it('is the one that is chosen in the list of doors, which closes', () => {
    const map = start()
    map.send({ type: 'listToggled', isOpen: true })
    const house = { number: '800', lat: 39.7701, lng: -86.16 }
    map.send({ type: 'unsavedChosen', at: house })
    const point = { lat: house.lat, lng: house.lng }
    expect(map.caused('lookUp')).toEqual([{ kind: 'lookUp', request: map.request(), input: { point } }])
    expect(map.walk().isListOpen).toBe(false)
    map.find(map.request(), UNSAVED)
    expect(map.selectedId()).toBe(idAt(800))
  })

  it('is else the next along the street of the nearest one, unless another is chosen meanwhile', () => {
    const map = start()
    map.send({ type: 'firstDoorTapped', from: open, properties: [near] })
    const first = map.request()
    expect(map.caused('findFirstDoor')).toEqual([{ kind: 'findFirstDoor', request: first, propertyId: 'near' }])
    map.choose(other)
    map.send({ type: 'firstDoorFound', request: first, door: nextAt(1027) })
    expect(map.selectedId()).toBe('other')
    map.send({ type: 'firstDoorTapped', from: open, properties: [near] })
    map.send({ type: 'firstDoorFound', request: map.request(), door: nextAt(1027) })
    expect(map.selectedId()).toBe(idAt(1027))
    map.send({ type: 'firstDoorTapped', from: open, properties: [near] })
    map.send({ type: 'firstDoorFound', request: map.request(), door: null })
    expect(map.caused('say')).toEqual([{ kind: 'say', level: 'info', text: 'No other door on this street' }])
  })
})

describe('a link', () => {
  const follow = (map: ReturnType<typeof start>) => {
    map.send({ type: 'linkFollowed', id: 'open', zoom: 19 })
    return map.request()
  }

  it('opens its property at its zoom', () => {
    const map = start()
    map.send({ type: 'linkRead', request: follow(map), property: open })
    expect(map.selectedId()).toBe('open')
    expect(map.caused('moveMap')).toMatchObject([{ to: open, zoom: 19 }])
    map.forget()
    follow(map)
    expect(map.caused('readLinked')).toEqual([])
  })

  it('opens nothing, and says nothing, if another property or a place was chosen meanwhile', () => {
    const map = start()
    const link = follow(map)
    map.find(map.tapMap(), UNSAVED)
    map.send({ type: 'linkRead', request: link, property: open }, { type: 'linkRead', request: link, property: null })
    map.fail(link)
    expect(map.selectedId()).toBe(idAt(800))
    expect([...map.caused('say'), ...map.caused('showFailure')]).toEqual([])
  })

  it('to a property that is gone says so, and the map stays usable', () => {
    const map = start()
    map.send({ type: 'linkRead', request: follow(map), property: null })
    expect(map.caused('say')).toMatchObject([{ level: 'info' }])
    expect(map.walk().pending).toBeUndefined()
  })
})

it('Back closes the dialog, then the sheet, then the list', () => {
  const map = start()
  map.choose()
  map.send({ type: 'listToggled', isOpen: true }, { type: 'dialogOpened', dialog: { kind: 'details', id: 'open' } })
  map.send({ type: 'backPressed' })
  expect(map.walk().dialog).toBeUndefined()
  expect(map.selectedId()).toBe('open')
  map.send({ type: 'backPressed' })
  expect(map.walk().isListOpen).toBe(false)
  expect(map.selectedId()).toBe('open')
  map.send({ type: 'backPressed' })
  expect(canGoBack(map.walk())).toBe(false)
})

it('a tapped place that has no address asks for it on a phone, a search and a wide screen only say so', () => {
  const dialogAfter = (phone: boolean, ask: (map: ReturnType<typeof start>) => number) => {
    const map = start({ phone })
    map.find(ask(map), NOTHING)
    return map.walk().dialog
  }
  expect(dialogAfter(true, (map) => map.tapMap())).toEqual({ kind: 'add', point: place })
  expect(dialogAfter(true, (map) => map.search())).toBeUndefined()
  expect(dialogAfter(false, (map) => map.tapMap())).toBeUndefined()
})

it('a tapped place that cannot be looked up without a connection asks for its address on a phone', () => {
  const dialogAfter = (phone: boolean, error: Error, ask: (map: ReturnType<typeof start>) => number) => {
    const map = start({ phone })
    map.send({ type: 'lookUpFailed', request: ask(map), error })
    return map.walk().dialog
  }
  const lost = new TypeError('Failed to fetch')
  expect(dialogAfter(true, lost, (map) => map.tapMap())).toEqual({ kind: 'add', point: place, isOffline: true })
  expect(dialogAfter(true, lost, (map) => map.search())).toBeUndefined()
  expect(dialogAfter(false, lost, (map) => map.tapMap())).toBeUndefined()
  const refused = Object.assign(new Error('Choose a tenant first'), { statusCode: 401 })
  expect(dialogAfter(true, refused, (map) => map.tapMap())).toBeUndefined()
})

it('a house that was added by its address is selected, and offers a lead on a wide screen', () => {
  for (const phone of [true, false]) {
    const map = start({ phone })
    map.send({ type: 'dialogOpened', dialog: { kind: 'add', point: place } }, { type: 'draftAdded', draft: draftAt(5) })
    expect(map.selectedId()).toBe(idAt(5))
    expect(map.walk().dialog?.kind).toBe(phone ? undefined : 'quick')
  }
})

it('a property that was saved in a dialog is selected with the outline of its draft', () => {
  const map = start()
  map.find(map.search(), answer({ draft: draftAt(800), outline: [place, open, other] }))
  map.send({ type: 'propertySaved', property: other })
  expect(map.walk()).toMatchObject({ dialog: undefined, selection: { property: other, outline: [place, open, other] } })
})

describe('after a search', () => {
  it('the next door moves the map back to the zoom of a walk, once', () => {
    const map = start()
    map.find(map.search(), EXISTING)
    map.forget()
    map.send({ type: 'nextFound', from: 'other', door: nextAt(1027) }, { type: 'nextTapped' })
    expect(map.caused('moveMap')).toMatchObject([{ to: draftAt(1027), zoom: 18.6 }])
    map.forget()
    map.send({ type: 'nextFound', from: idAt(1027), door: nextAt(1031) }, { type: 'nextTapped' })
    expect(map.caused('moveMap').map(({ zoom }) => zoom)).toEqual([undefined])
  })

  it('the search is named if it has found a place', () => {
    const map = start()
    map.find(map.search(), NOTHING)
    expect(map.walk().foundBy).toBeUndefined()
    const request = map.search()
    map.find(request, EXISTING)
    expect(map.walk().foundBy).toBe(request)
  })
})

describe('a walking route', () => {
  const stop = (number: number) => ({ ...nextAt(number, `p${number}`), id: `p${number}` }) as NextDoor
  const route = { stops: [801, 803, 805].map(stop), minutesAtDoor: 2.5 }
  const propertyAt = (number: number) => ({ id: `p${number}`, lat: 39.77, lng: -86.16 - number / 100_000 })

  it('begins with its first stop, and goes on with the next one after each knock, without a query', () => {
    const screen = start()
    screen.send({ type: 'routeChanged', route })
    expect(nextOf(screen.walk())?.id).toBe('p801')
    screen.send({ type: 'nextTapped' })
    expect(screen.selectedId()).toBe('p801')
    expect(nextDoorQuery(screen.walk())).toBeUndefined()
    expect(nextOf(screen.walk())).toMatchObject({ id: 'p803', distanceMeters: expect.closeTo(1.7, 1) })
    screen.send({ type: 'knocked', id: 'p801', outcome: 'NOBODY_HOME', hasNewLeads: false, at: screen.now() })
    screen.wait(10_000)
    expect(screen.selectedId()).toBe('p803')
  })

  it('returns to a stop that was left out, and ends with the last one', () => {
    const screen = start()
    screen.send({ type: 'routeChanged', route }, { type: 'nextTapped' }, { type: 'nextTapped' }, { type: 'nextTapped' })
    expect(screen.selectedId()).toBe('p805')
    const knock = (number: number) =>
      screen.send(
        { type: 'propertyChosen', property: propertyAt(number) },
        { type: 'knocked', id: `p${number}`, outcome: 'INTERESTED', hasNewLeads: false, at: screen.now() },
      )
    knock(805)
    expect(nextOf(screen.walk())?.id).toBe('p801')
    knock(801)
    expect(stopsLeft(screen.walk()).map(({ id }) => id)).toEqual(['p803'])
    knock(803)
    expect(screen.walk().route).toBeUndefined()
    expect(nextDoorQuery(screen.walk())).toMatchObject({ from: { propertyId: 'p803' } })
  })

  it('keeps an answer for the street from replacing its next stop, until it is ended', () => {
    const screen = start()
    screen.choose()
    screen.send({ type: 'routeChanged', route }, { type: 'nextFound', from: 'open', door: nextAt(900) })
    expect(nextOf(screen.walk())?.id).toBe('p801')
    screen.send({ type: 'routeChanged', route: undefined })
    expect(nextOf(screen.walk())).toBeUndefined()
    expect(nextDoorQuery(screen.walk())).toMatchObject({ from: { propertyId: 'open' } })
  })

  it('passes doors where the rep has knocked before', () => {
    const screen = start()
    screen.send({ type: 'visitsRemembered', ids: ['p801'] }, { type: 'routeChanged', route })
    expect(nextOf(screen.walk())?.id).toBe('p803')
  })

  describe('past a house that is not saved', () => {
    const unsaved = { ...nextAt(803), id: idAt(803) } as NextDoor
    const mixed = { stops: [unsaved, stop(805)], minutesAtDoor: 2.5 }
    const begin = () => {
      const screen = start()
      screen.send({ type: 'routeChanged', route: mixed }, { type: 'nextTapped' })
      expect(selectedOf(screen.walk())).toMatchObject({ kind: 'draft', draft: { address: '803 W 11th Demo St' } })
      expect(screen.caused('lookUpDetails')).toMatchObject([{ draftId: idAt(803), address: '803 W 11th Demo St' }])
      return screen
    }
    const idsLeft = (screen: ReturnType<typeof start>) => stopsLeft(screen.walk()).map(({ id }) => id)

    it('goes on after the knock that saves it, before the server has it', () => {
      const screen = begin()
      screen.tapOutcome()
      expect(screen.caused('knock')[0]!.target).toMatchObject({ id: idAt(803), newProperty: { lat: 39.77 } })
      screen.store()
      expect(idsLeft(screen)).toEqual(['p805'])
      screen.wait(10_000)
      expect(screen.selectedId()).toBe('p805')
    })

    it('has the saved house as its stop', () => {
      const screen = begin()
      screen.save(803)
      expect(screen.walk().route?.stops[0]).toMatchObject({ id: 'saved-803', propertyId: 'saved-803' })
      expect(nextOf(screen.walk())?.id).toBe('p805')
      screen.tapOutcome()
      screen.store()
      expect(idsLeft(screen)).toEqual(['p805'])
    })

    it('has the house that a dialog has saved as its stop', () => {
      const screen = begin()
      screen.send({ type: 'propertySaved', property: { ...propertyAt(803), id: 'saved' } })
      expect(idsLeft(screen)).toEqual(['saved', 'p805'])
      screen.send({ type: 'propertySaved', property: { ...propertyAt(803), id: 'another' } })
      expect(idsLeft(screen)).toEqual(['saved', 'p805'])
    })

    it('passes it when the rep has knocked there before the screen was opened', () => {
      const screen = start()
      screen.send({ type: 'visitsRemembered', ids: [idAt(803)] }, { type: 'routeChanged', route: mixed })
      expect(nextOf(screen.walk())?.id).toBe('p805')
    })
  })
})
