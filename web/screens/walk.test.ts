import { describe, expect, it } from 'vitest'
import type { Located } from '../features/locating/locateToasts.ts'
import { canGoBack, selectedOf } from './walkState.ts'
import {
  open,
  other,
  place,
  elsewhere,
  draftAt,
  idAt,
  nextAt,
  answer,
  NOTHING,
  EXISTING,
  UNSAVED,
  start,
} from '../testing/walkMap.ts'

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
