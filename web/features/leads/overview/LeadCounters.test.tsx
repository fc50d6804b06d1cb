// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { renderSignedIn } from '../../../testing/renderSignedIn.tsx'
import { LeadCounters } from './LeadCounters.tsx'

afterEach(cleanup)

const Address = () => <output>{useLocation().search}</output>

it('each count shows the leads that it counts, in the way that the list is shown', async () => {
  renderSignedIn(
    <>
      <LeadCounters counters={{ total: 314, highPriority: 83, new: 69, completed: 59 }} failed={false} />
      <Address />
    </>,
    { path: '/leads?view=board&status=new' },
  )
  const names = screen.getAllByRole('link').map((link) => link.textContent)
  expect(names).toEqual(['Total Leads314', 'High Priority83', 'New Leads69', 'Completed59'])
  expect(screen.getByRole('link', { current: true }).textContent).toBe('New Leads69')
  const searchAfter = async (label: string) => {
    await userEvent.click(screen.getByText(label))
    return screen.getByRole('status').textContent
  }
  expect(await searchAfter('High Priority')).toBe('?priority=high&view=board')
  expect(await searchAfter('Completed')).toBe('?status=completed&view=board')
  expect(await searchAfter('Total Leads')).toBe('?view=board')
})
