// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { PageHeader } from './PageHeader.tsx'

afterEach(cleanup)

it('names the screen, the one above it, how many there are and what can be done', () => {
  render(
    <MemoryRouter>
      <PageHeader
        title="Activity"
        parent={{ to: '/users', label: 'User Management' }}
        count="12 events"
        hint="Last week"
      >
        <button type="button">Export</button>
      </PageHeader>
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Activity')
  const place = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/users')
  expect(place.querySelector('[aria-current=page]')?.textContent).toBe('Activity')
  expect(screen.getByRole('banner').textContent).toContain('12 eventsLast weekExport')
})

it('is a title alone where there is nothing else', () => {
  render(<PageHeader title="Company Settings" />)
  expect(screen.getByRole('banner').textContent).toBe('Company Settings')
  expect(screen.queryByRole('navigation')).toBeNull()
})
