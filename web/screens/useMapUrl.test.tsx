// @vitest-environment jsdom
import { act, cleanup, waitFor } from '@testing-library/react'
import { useEffect, useRef, useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import * as toasts from '../lib/toasts.ts'
import { renderSignedIn } from '../testing/renderSignedIn.tsx'
import { useMapUrl } from './useMapUrl.ts'
import { useWalk } from './useWalk.ts'
import { idOf } from './walkState.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const house = {
  __typename: 'Property',
  id: 'house-1',
  address: '12 Elm St',
  streetNumber: '12',
  streetName: 'Elm St',
  city: null,
  state: null,
  zipCode: null,
  lat: 39.77,
  lng: -86.16,
  ownerName: null,
  unconfirmed: false,
  priority: 'NORMAL',
  status: 'NEW',
  tags: [],
  ownerAddress: null,
  parcelId: null,
  notes: null,
  accessNote: null,
  language: null,
  limited: false,
  assignedTo: null,
  knocks: [],
}
const camera = { center: { lat: 39.77, lng: -86.16 }, zoom: 18.6 }
const opened = vi.fn<(id: string, zoom: number | undefined) => void>()
let moveMap: (to: typeof camera) => void
let navigate: NavigateFunction
let select: (id: string | undefined) => void

function MapScreen() {
  const [shown, setShown] = useState(camera)
  const { walk, send } = useWalk({ phone: false, knocks: {} as never, place: () => ({}) })
  const selectedId = walk.selection && idOf(walk.selection)
  const zoomOfLink = useRef<number>(undefined)
  const navigateTo = useNavigate()
  useEffect(() => {
    navigate = navigateTo
    moveMap = setShown
    select = (id) => send(id ? { type: 'propertyChosen', property: { ...house, id } } : { type: 'selectionClosed' })
  }, [navigateTo, send])
  useEffect(() => {
    if (selectedId) opened(selectedId, zoomOfLink.current)
  }, [selectedId])
  useMapUrl({
    camera: shown,
    selectedId,
    isOpeningLink: walk.pending?.method === 'link',
    onLink: (id, zoom) => {
      zoomOfLink.current = zoom
      send({ type: 'linkFollowed', id, zoom })
    },
  })
  return null
}

function openMap(url: string) {
  opened.mockClear()
  const answers = {
    MapProperty: ({ id }: Record<string, unknown>) => ({ data: { property: id === house.id ? house : null } }),
  }
  renderSignedIn(<MapScreen />, { router: 'browser', path: url, answers })
  return { search: () => window.location.search }
}

it('the URL names the position and the selected house, in one history entry', async () => {
  const { search } = openMap('/map')
  const entries = history.length
  await waitFor(() => expect(search()).toBe('?at=39.77000,-86.16000,18.60'))
  act(() => moveMap({ ...camera, zoom: 17 }))
  act(() => select('house-2'))
  await waitFor(() => expect(search()).toBe('?at=39.77000,-86.16000,17.00&house=house-2'))
  act(() => select(undefined))
  await waitFor(() => expect(search()).toBe('?at=39.77000,-86.16000,17.00'))
  expect(history.length).toBe(entries)
})

it('a link opens its house, at a zoom of its own unless it names the position', async () => {
  const { search } = openMap('/map?house=house-1')
  await waitFor(() => expect(opened).toHaveBeenCalledExactlyOnceWith('house-1', 19))
  await waitFor(() => expect(search()).toContain('house=house-1'))
  cleanup()
  openMap('/map?at=39.7,-86.1,17&house=house-1')
  await waitFor(() => expect(opened).toHaveBeenCalledExactlyOnceWith('house-1', undefined))
})

it('a link that is followed on the open map opens its house, and Back does not open it again', async () => {
  const { search } = openMap('/map')
  act(() => void navigate('/map?house=house-1'))
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  act(() => select(undefined))
  await waitFor(() => expect(search()).not.toContain('house'))
  act(() => void navigate(-1))
  await waitFor(() => expect(history.state).toMatchObject({ idx: 0 }))
  expect(opened).toHaveBeenCalledOnce()
})

it('a house that does not exist or belongs to another company is not opened, and a message says so', async () => {
  const toastInfo = vi.spyOn(toasts, 'toastInfo')
  const { search } = openMap('/map?house=foreign')
  await waitFor(() =>
    expect(toastInfo).toHaveBeenCalledExactlyOnceWith(
      'This house was not found. It may have been deleted, or you have no access to it.',
    ),
  )
  await waitFor(() => expect(search()).toBe('?at=39.77000,-86.16000,18.60'))
  expect(opened).not.toHaveBeenCalled()
})
