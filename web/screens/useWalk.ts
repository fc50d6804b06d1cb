import { useApolloClient } from '@apollo/client/react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RecentVisits } from '../features/knocking/recentVisits.ts'
import { useSavedPropertyId } from '../features/knocking/savedPropertyIds.ts'
import { useKnockExtras } from '../features/knocking/useKnockExtras.ts'
import type { KnockOptions } from '../features/knocking/knockItems.ts'
import type { useKnocks } from '../features/knocking/useKnocks.ts'
import { toastLocated, toastLocateFailure } from '../features/locating/locateToasts.ts'
import { parcelContext } from '../features/locating/parcelContext.ts'
import type { MapHandle } from '../features/map/MapSurface.tsx'
import { sheetOffset } from '../features/map/sheetStops.ts'
import { LocatePropertyDocument, MapPropertyDocument, NextDoorDocument } from '../gql/graphql.ts'
import { useFreshQuery } from '../lib/freshQuery.ts'
import type { Point } from '../lib/distance.ts'
import { errorCode } from '../lib/errors.ts'
import { toastError, toastInfo } from '../lib/toasts.ts'
import { toastFailure } from '../session/failureToasts.ts'
import { type Effect, idOf, selectedOf, START, type Walk, type WalkEvent } from './walkState.ts'
import { nextDoorQuery } from './walkNextDoor.ts'
import { step } from './walk.ts'

interface WalkOptions {
  phone: boolean
  /** Where the rep has knocked before this screen was opened; undefined until it is known. */
  visits?: RecentVisits | undefined
  knocks: ReturnType<typeof useKnocks>
  /** What a knock records of the rep: the open session, and where the rep is. */
  place: () => Pick<KnockOptions, 'sessionId' | 'at'>
}

/** How far below the center a selected property is shown on a desktop, to leave room for the popup above it. */
const POPUP_OFFSET_PX = 232

/** Codes of a property that does not exist, or that the user may not see. */
const NO_ACCESS = ['NOT_FOUND', 'FORBIDDEN', 'BAD_USER_INPUT']

/** The state of the map screen, the function that tells it what happens, and its map. Runs the effects of the reducer. */
export function useWalk(options: WalkOptions) {
  const { phone, knocks, visits } = options
  const client = useApolloClient()
  const [walk, setWalk] = useState(START)
  const current = useRef(walk)
  const run = useRef((_: Effect) => {})
  const isPhone = useRef(phone)
  const send = useCallback((event: WalkEvent) => {
    const [after, effects] = step(current.current, event, { phone: isPhone.current, now: Date.now() })
    current.current = after
    setWalk(after)
    for (const effect of effects) run.current(effect)
  }, [])
  const selection = selectedOf(walk)
  const extras = useKnockExtras(knocks, selection && idOf(selection), () => send({ type: 'noteOpened' }))
  const { map, moveMap, handleMapCreated } = useMapMoves()
  const sendAt = useTimers(send)

  const lookUp = async (input: { address: string; context?: string } | { point: Point }) => {
    const { data } = await client.mutate({ mutation: LocatePropertyDocument, variables: { input } })
    if (!data) throw new Error('Empty response')
    return data.locateProperty
  }
  const findNextDoor = async (propertyId: string) => {
    const variables = { from: { propertyId }, direction: null, crossed: false, skip: [] }
    const { data } = await client.query({ query: NextDoorDocument, variables, fetchPolicy: 'network-only' })
    return data?.nextDoor ?? null
  }
  const readProperty = async (id: string) => {
    try {
      return (await client.query({ query: MapPropertyDocument, variables: { id } })).data?.property ?? null
    } catch (error) {
      if (NO_ACCESS.includes(errorCode(error) ?? '')) return null
      throw error
    }
  }
  const knock = async ({ selection: at, target, outcome, own, hasNewLeads }: Extract<Effect, { kind: 'knock' }>) => {
    const knockedAt = Date.now()
    const taken = extras.take()
    const isAccepted = await knocks.knock(target, outcome, {
      own,
      ...options.place(),
      ...taken.extras,
      onUndo: () => send({ type: 'knockUndone', selection: at }),
    })
    if (!isAccepted) return
    taken.remove()
    send({ type: 'knocked', id: target.id, outcome, hasNewLeads, at: knockedAt })
  }
  /** Adds a house at a tapped point, or one that was searched in the middle of the map. */
  const addAt = (tapped: Point | undefined, typed?: string) => {
    const point = tapped ?? (typed ? map.current?.extent()?.center : undefined)
    return point && (() => send({ type: 'dialogOpened', dialog: { kind: 'add', point, typed } }))
  }
  // Before the effects of the parts of the screen, of which the search that a link names sends an event.
  useLayoutEffect(() => {
    isPhone.current = phone
    run.current = (effect) => {
      const answer = <T>(request: number, answered: Promise<T>, toEvent: (result: T) => WalkEvent) =>
        void answered.then(
          (result) => send(toEvent(result)),
          (error: unknown) => send({ type: 'lookUpFailed', request, error }),
        )
      switch (effect.kind) {
        case 'moveMap': {
          const { to, zoom, stop } = effect
          const offset = !stop ? {} : phone ? sheetOffset(stop) : { offsetY: POPUP_OFFSET_PX }
          return moveMap(to, { ...offset, ...(zoom === undefined ? {} : { zoom }) })
        }
        case 'sendAt':
          return sendAt(effect.at, effect.event)
        case 'lookUp': {
          const { request, input } = effect
          const context = 'address' in input && parcelContext(input.address)
          const asked = lookUp(context ? { ...input, context } : input)
          return answer(request, asked, (located) => ({ type: 'located', request, located }))
        }
        case 'lookUpDetails': {
          const { draftId, address } = effect
          // Silent: without a connection the draft can be knocked at as it is.
          const found = lookUp({ address }).catch(() => null)
          return void found.then((located) => send({ type: 'detailsFound', draftId, located }))
        }
        case 'readLinked': {
          const { request, id } = effect
          return answer(request, readProperty(id), (property) => ({ type: 'linkRead', request, property }))
        }
        case 'findFirstDoor': {
          const { request, propertyId } = effect
          return answer(request, findNextDoor(propertyId), (door) => ({ type: 'firstDoorFound', request, door }))
        }
        case 'showLocated': {
          const { located, method, at } = effect
          const typed = located.diagnostics.userInput
          // A tapped place has opened the dialog on a phone.
          return toastLocated(
            located,
            method,
            method !== 'click' ? addAt(undefined, typed) : phone ? undefined : addAt(at),
          )
        }
        case 'showFailure': {
          const { error, method, at } = effect
          if (method === 'firstDoor') return toastFailure(error, 'Failed to find the next door')
          // A tapped place has opened the dialog on a phone.
          if (method !== 'link')
            return toastLocateFailure(error, method, addAt(method === 'click' && !phone ? at : undefined))
          toastError('The house could not be opened. Check the connection and open the link again.')
          return
        }
        case 'say':
          if (effect.level === 'error') toastError(effect.text)
          else toastInfo(effect.text)
          return
        case 'knock':
          return void knock(effect)
        case 'renameExtras':
          return extras.rename(effect.from, effect.to)
      }
    }
  })
  useEffect(() => {
    // With a connection the server knows how the rep has walked on each street.
    if (visits) send({ type: 'visitsRemembered', ...visits, ...(navigator.onLine && { direction: undefined }) })
  }, [visits, send])
  useNextDoor(phone ? walk : START, send)
  useSavedDraft(walk, send)
  return { walk, send, map, handleMapCreated, extras: extras.input }
}

/** Moves the map, at once or as soon as it exists: a search can be answered before the map has loaded. */
function useMapMoves() {
  const map = useRef<MapHandle>(null)
  const pendingMove = useRef<() => void>(undefined)
  const moveMap = (point: Point, options: Parameters<MapHandle['goTo']>[1]) => {
    pendingMove.current = map.current?.extent() ? undefined : () => map.current?.goTo(point, options)
    if (!pendingMove.current) map.current?.goTo(point, options)
  }
  const handleMapCreated = useCallback(() => {
    pendingMove.current?.()
    pendingMove.current = undefined
  }, [])
  return { map, moveMap, handleMapCreated }
}

/** Sends events later, unless the screen is left before. */
function useTimers(send: (event: WalkEvent) => void) {
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach((timer) => clearTimeout(timer))
  }, [])
  return (at: number, event: WalkEvent) => {
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      send(event)
    }, at - Date.now())
    timers.current.add(timer)
  }
}

/** Asks for the door after the selected one. */
function useNextDoor(walk: Walk, send: (event: WalkEvent) => void): void {
  const selection = selectedOf(walk)
  const from = selection && idOf(selection)
  const variables = nextDoorQuery(walk)
  const { data } = useFreshQuery(NextDoorDocument, variables ?? { from: { propertyId: '' }, skip: [] }, !variables)
  const door = data?.nextDoor
  useEffect(() => {
    if (from !== undefined && data) send({ type: 'nextFound', from, door: door ?? undefined })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per answer
  }, [data, from, send])
}

/** Tells that the selected draft is saved, once its knock has been sent. */
function useSavedDraft(walk: Walk, send: (event: WalkEvent) => void): void {
  const selection = selectedOf(walk)
  const draft = selection?.kind === 'draft' ? selection.draft : undefined
  const draftId = selection && draft && idOf(selection)
  const id = useSavedPropertyId(draftId)
  useEffect(() => {
    if (id && draft) send({ type: 'draftSaved', draftId: draftId!, property: { id, lat: draft.lat, lng: draft.lng } })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per saved draft
  }, [id, send])
}
