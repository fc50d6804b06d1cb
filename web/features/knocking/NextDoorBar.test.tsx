// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { type NextDoor, NextDoorBar } from './NextDoorBar.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it.each(['34-36 FAYETTE ST', '984 W 10th Demo St Apt 2'])('the next door %s is shown whole', async (line) => {
  const door = { address: `${line}, Demo Town`, streetNumber: '34', distanceMeters: 12, propertyId: null } as NextDoor
  renderSignedIn(<NextDoorBar door={door} isSecondary={false} endAt={() => undefined} onGo={() => undefined} />)
  expect((await screen.findByText(/^Next door/)).nextSibling?.textContent).toBe(line)
})

it('says when knocking ends at the next door as soon as that is near', () => {
  vi.useFakeTimers()
  const door = { address: '984 W 10th Demo St', distanceMeters: 12, lat: 1, lng: 2, propertyId: null } as NextDoor
  const endAt = vi.fn<(door: object) => string | undefined>()
  renderSignedIn(<NextDoorBar door={door} isSecondary={false} endAt={endAt} onGo={() => undefined} />)
  expect(screen.getByText(/^Next door/).textContent).toBe('Next door · 39 ft')
  const end = 'Knocking ends at 8:00 PM in Grove City, in 20 minutes'
  endAt.mockReturnValue(end)
  act(() => void vi.advanceTimersByTime(20_000))
  expect(screen.getByRole('status').textContent).toBe(end)
  expect(screen.queryByText(/^Next door/)).toBeNull()
  expect(endAt).toHaveBeenLastCalledWith(door)
})
