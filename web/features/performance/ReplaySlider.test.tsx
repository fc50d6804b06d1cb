// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ReplaySlider } from './ReplaySlider.tsx'
import { replayTrackAt } from './replayTrack.ts'

const track = replayTrackAt(Date.parse('2024-02-06T20:13:40Z'), 'America/Indiana/Indianapolis', 7)
afterEach(cleanup)

function Slider() {
  const [moment, setMoment] = useState<number | null>(null)
  const text = moment === null ? 'Now' : new Date(moment).toISOString()
  return <ReplaySlider track={track} leadsByDay={[0, 1, 2, 3, 4, 5, 6]} moment={moment} text={text} onMoment={setMoment} />
}

it('moves by an hour with the arrows, by a day with Shift, and is live at its end', async () => {
  render(<Slider />)
  const slider = screen.getByRole('slider', { name: 'Replay the day' })
  const valueAfter = async (keys: string) => {
    await userEvent.keyboard(keys)
    return slider.getAttribute('aria-valuetext')
  }
  await userEvent.tab()
  expect(document.activeElement).toBe(slider)
  expect(await valueAfter('{ArrowLeft}')).toBe('2024-02-06T19:10:00.000Z')
  expect(await valueAfter('{Shift>}{ArrowLeft}{/Shift}')).toBe('2024-02-05T19:10:00.000Z')
  expect(await valueAfter('{Home}')).toBe('2024-01-31T05:00:00.000Z')
  expect(slider.getAttribute('aria-valuenow')).toBe(String(track.from))
  expect(await valueAfter('{End}')).toBe('Now')
})
