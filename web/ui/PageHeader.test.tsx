// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { renderSignedIn } from '../testing/renderSignedIn.tsx'
import { AppMenuProvider } from './AppMenu.tsx'
import { PageHeader } from './PageHeader.tsx'

afterEach(cleanup)

it('names the screen, the one above it, how many there are and what can be done', () => {
  renderSignedIn(
    <PageHeader title="Activity" parent={{ to: '/users', label: 'User Management' }} count="12 events" hint="Last week">
      <button type="button">Export</button>
    </PageHeader>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Activity')
  expect(document.title).toBe('Activity · Porchlight')
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

it('has its title in the top bar of a phone, and takes no room where there is nothing else', () => {
  const titlePlace = document.body.appendChild(document.createElement('div'))
  const menu = { open: false, openMenu: () => undefined, closeMenu: () => undefined, titlePlace }
  const show = (header: ReactNode) => render(<AppMenuProvider value={menu}>{header}</AppMenuProvider>)
  expect(show(<PageHeader title="Properties" count="887 properties" />).container.textContent).toBe('')
  expect(titlePlace.textContent).toBe('Properties887 properties')
  cleanup()
  const { container } = show(
    <PageHeader title="Jobs" hint="Kept for a day">
      <button type="button">Export</button>
    </PageHeader>,
  )
  expect(titlePlace.querySelector('h1')?.textContent).toBe('Jobs')
  expect(container.textContent).toBe('Kept for a dayExport')
  titlePlace.remove()
})
