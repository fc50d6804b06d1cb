import { describe, expect, it } from 'vitest'
import type { NextDoor } from '../features/knocking/NextDoorBar.tsx'
import { nextDoorQuery, nextOf, stopsLeft } from './walkNextDoor.ts'
import { selectedOf } from './walkState.ts'
import { open, other, draftAt, idAt, nextAt, UNSAVED, start } from '../testing/walkMap.ts'

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
