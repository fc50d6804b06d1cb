// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftOf } from '../domain/draftOf.ts'
import type { PropertyDraft } from '../features/properties/toNewPropertyInput.ts'
import { renderHookSignedIn } from '../testing/renderSignedIn.tsx'
import { doorKnocking } from './doorKnocking.ts'
import { useWalk } from './useWalk.ts'
import { idOf, type Selection, selectedOf } from './walkState.ts'

/** A house of the street as the server answers it, not saved unless it has a property id. */
const nextDoorAt = (number: number, propertyId: string | null = null) => ({
  __typename: 'NextDoor',
  id: `${number} W 11th Demo St`,
  propertyId,
  address: `${number} W 11th Demo St`,
  streetNumber: String(number),
  streetName: 'W 11th Demo St',
  city: 'Demo Town',
  lat: 39.77,
  lng: -86.16 - number / 100_000,
  distanceMeters: 20,
  direction: 'DESCENDING',
  crossed: false,
  status: null,
  lastOutcome: null,
  lastKnockedAt: null,
})

const draftAt = (number: number): PropertyDraft => draftOf(nextDoorAt(number) as never)

interface Asked {
  from: { propertyId?: string; address?: string }
  direction: string | null
  skip: string[]
}
let asked: Asked[]
/** The ids that houses got on the server, by their temporary ones. */
let saved: Map<string, string>
const savedListeners = new Set<() => void>()
vi.mock('../features/knocking/savedPropertyIds.ts', () => ({
  useSavedPropertyId: (id: string | undefined) =>
    useSyncExternalStore(
      (listener) => {
        savedListeners.add(listener)
        return () => savedListeners.delete(listener)
      },
      () => id && saved.get(id),
    ),
}))

function answerNextDoor(variables: object) {
  asked.push(variables as Asked)
  const { from } = variables as Asked
  const number = Number(/\d+/.exec(from.address ?? from.propertyId!)![0])
  return { data: { nextDoor: nextDoorAt(number - 4) } }
}

function renderWalk() {
  const useWalked = () => {
    const knocks = { knock: async () => true }
    const { walk, send, extras } = useWalk({ phone: true, knocks: knocks as never, place: () => ({}) })
    const selection = selectedOf(walk)
    const shown =
      selection?.kind === 'property'
        ? { ...selection.property, streetNumber: selection.property.id, status: 'NEW' as const }
        : undefined
    const knocking = doorKnocking({
      walk,
      send,
      knocks: knocks as never,
      extras,
      saved: shown,
      hasNewLeads: false,
      endAt: () => undefined,
    })
    return { ...knocking, selection, send }
  }
  const { result } = renderHookSignedIn(useWalked, { answers: { NextDoor: answerNextDoor } })
  act(() => result.current.send({ type: 'draftAdded', draft: draftAt(1031) }))
  return result
}

beforeEach(() => {
  asked = []
  saved = new Map()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Lets time pass in small steps until the assertion holds, at most half a second. */
async function until(assertion: () => void): Promise<void> {
  for (let step = 0; step < 50; step += 1) {
    try {
      return assertion()
    } catch {
      await act(() => vi.advanceTimersByTimeAsync(10))
    }
  }
  assertion()
}

const numberOf = (selection: Selection | undefined) =>
  selection && (selection.kind === 'draft' ? selection.draft.address : idOf(selection))
const save = (number: number) =>
  act(async () => {
    const { lat, lng } = draftAt(number)
    saved.set(`temp-${lat},${lng}`, `saved-${number}`)
    for (const listener of savedListeners) listener()
  })

describe('the next house after a knock at a house that is not saved', () => {
  it.each([
    ['before the next one opens', 300],
    ['never', undefined],
  ])('opens by itself if the house is saved %s', async (_, savedAfterMs) => {
    const walk = renderWalk()
    await until(() => expect(walk.current.next?.streetNumber).toBe('1027'))
    await act(async () => walk.current.knock('NOBODY_HOME'))
    if (savedAfterMs) {
      await act(() => vi.advanceTimersByTimeAsync(savedAfterMs))
      await save(1031)
      expect(numberOf(walk.current.selection)).toBe('saved-1031')
    }
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await until(() => expect(numberOf(walk.current.selection)).toBe('1027 W 11th Demo St'))
  })

  it('keeps the direction of the walk and leaves the house out when it gets its id', async () => {
    const walk = renderWalk()
    await until(() => expect(walk.current.next?.streetNumber).toBe('1027'))
    await act(async () => walk.current.goNext())
    await until(() => expect(asked.at(-1)).toMatchObject({ direction: 'DESCENDING' }))
    await until(() => expect(walk.current.next?.streetNumber).toBe('1023'))
    await act(async () => walk.current.knock('NOBODY_HOME'))
    await save(1027)
    expect(asked.at(-1)).toMatchObject({ from: { propertyId: 'saved-1027' }, direction: 'DESCENDING' })
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await until(() => expect(numberOf(walk.current.selection)).toBe('1023 W 11th Demo St'))
    await until(() => expect(asked.at(-1)?.skip).toEqual(['saved-1027']))
  })

  it('stays when the rep writes a note, also after the house is saved', async () => {
    const walk = renderWalk()
    await until(() => expect(walk.current.next?.streetNumber).toBe('1027'))
    await act(async () => walk.current.knock('NOBODY_HOME'))
    await act(async () => walk.current.extras.stay())
    await save(1031)
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(numberOf(walk.current.selection)).toBe('saved-1031')
  })
})
