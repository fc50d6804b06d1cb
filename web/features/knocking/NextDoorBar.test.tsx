// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { type NextDoor, NextDoorBar } from './NextDoorBar.tsx'

afterEach(cleanup)

it.each(['34-36 FAYETTE ST', '984 W 10th Demo St Apt 2'])('the next door %s is shown whole', async (line) => {
  const door = { address: `${line}, Demo Town`, streetNumber: '34', distanceMeters: 12, propertyId: null } as NextDoor
  renderSignedIn(<NextDoorBar door={door} isSecondary={false} onGo={() => undefined} />)
  expect((await screen.findByText(/^Next door/)).nextSibling?.textContent).toBe(line)
})
