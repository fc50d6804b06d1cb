// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { AreaFrame } from './AreaFrame.tsx'

const limits = { left: 0.04, top: 0.12, right: 0.96, bottom: 0.41 }
const onOutgrow = vi.fn()

function Frame() {
  const [part, setPart] = useState({ left: 0.05, top: 0.13, right: 0.95, bottom: 0.4 })
  return (
    <AreaFrame part={part} limits={limits} onChange={setPart} onOutgrow={onOutgrow}>
      {JSON.stringify(part)}
    </AreaFrame>
  )
}

afterEach(cleanup)

it('a frame that has reached its limits asks for more of the map when it should be larger', async () => {
  render(<Frame />)
  const larger = screen.getByRole('button', { name: 'Larger' })
  await userEvent.click(larger)
  expect(JSON.parse(screen.getByRole('status').textContent)).toEqual(limits)
  expect(onOutgrow).not.toHaveBeenCalled()
  await userEvent.click(larger)
  expect(onOutgrow).toHaveBeenCalledTimes(1)
  expect(JSON.parse(screen.getByRole('status').textContent)).toEqual(limits)
})
