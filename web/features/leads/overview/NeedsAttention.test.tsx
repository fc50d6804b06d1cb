// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSignedIn } from '../../../testing/renderSignedIn.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import type { LeadOverview } from './useLeadOverview.ts'

afterEach(cleanup)

function show(urgent: number, due: { total: number; completed: number }) {
  const overview = { urgent: { total: urgent }, due } as LeadOverview
  return renderSignedIn(<NeedsAttention overview={overview} />).container.textContent
}

it('open leads whose follow-up is due are named, beside the new ones of high priority', () => {
  show(1, { total: 5, completed: 2 })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 new high-priority leadNot contacted yetShow',
    '3 follow-ups dueToday or beforeShow',
  ])
  expect(screen.getAllByRole('link').at(-1)!.getAttribute('href')).toBe('/leads?due=today&sort=follow_up')
})

it('nothing is shown where nothing is to be done', () => {
  expect(show(0, { total: 2, completed: 2 })).toBe('')
})
