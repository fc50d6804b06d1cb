// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { renderSignedIn } from '../../../testing/renderSignedIn.tsx'
import { LeadCounters } from './LeadCounters.tsx'

afterEach(cleanup)

const Address = () => <output>{useLocation().search}</output>

it('each count shows its leads, and keeps the other filters', async () => {
  renderSignedIn(
    <>
      <LeadCounters counters={{ total: 314, highPriority: 83, new: 69, completed: 59 }} failed={false} />
      <Address />
    </>,
    { path: '/leads?type=storm&status=new' },
  )
  const names = screen.getAllByRole('link').map((link) => link.textContent)
  expect(names).toEqual(['Total Leads314', 'High Priority83', 'New Leads69', 'Completed59'])
  expect(screen.getByRole('link', { current: true }).textContent).toBe('New Leads69')
  const searchAfter = async (label: string) => {
    await userEvent.click(screen.getByText(label))
    return screen.getByRole('status').textContent
  }
  expect(await searchAfter('High Priority')).toBe('?type=storm&priority=high')
  expect(await searchAfter('Completed')).toBe('?type=storm&status=completed')
  expect(await searchAfter('Total Leads')).toBe('?type=storm')
})
