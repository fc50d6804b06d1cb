// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { ColumnMenu } from './ColumnMenu.tsx'

// The CSS classes that set pointer events are not loaded in this test.
const user = userEvent.setup({ pointerEventsCheck: 0 })

afterEach(cleanup)

it('the columns of the beginning come back by Reset', async () => {
  render(
    <ColumnMenu
      storageKey="columns.sample"
      columns={[
        { id: 'owner', label: 'Owner' },
        { id: 'updated', label: 'Updated', isHiddenAtFirst: true },
      ]}
    />,
  )
  const checked = () => screen.getAllByRole('menuitemcheckbox').map((item) => item.getAttribute('aria-checked'))
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Owner' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Updated' }))
  expect(checked()).toEqual(['false', 'true'])

  await user.click(screen.getByRole('menuitem', { name: 'Reset' }))
  expect(localStorage.getItem('columns.sample')).toBe(null)
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await screen.findByRole('menuitemcheckbox', { name: 'Owner' })
  expect(checked()).toEqual(['true', 'false'])
  expect(screen.queryByRole('menuitem', { name: 'Reset' })).toBe(null)
})
