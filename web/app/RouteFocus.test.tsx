// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { MemoryRouter, type NavigateFunction, Route, Routes, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AuthLayout } from '../features/auth/AuthLayout.tsx'
import { usePublicTitle } from '../features/auth/usePublicTitle.ts'
import { RouteFocus } from './RouteFocus.tsx'

let navigate: NavigateFunction
let showHeading: () => void

function Home() {
  const navigateTo = useNavigate()
  useEffect(() => {
    navigate = navigateTo
  }, [navigateTo])
  return (
    <>
      <title>Dashboard · Porchlight</title>
      <h1>Dashboard</h1>
    </>
  )
}

/** Its heading comes later than the screen. */
function Leads() {
  const [hasHeading, setHasHeading] = useState(false)
  useEffect(() => {
    showHeading = () => setHasHeading(true)
  }, [])
  return hasHeading ? <h1>Leads</h1> : null
}

function Search() {
  return (
    <>
      <h1>Search</h1>
      <input aria-label="Address" ref={(field) => field?.focus()} />
    </>
  )
}

beforeEach(() => {
  document.head.innerHTML = '<title data-placeholder>Porchlight</title>'
})
afterEach(() => {
  cleanup()
  document.head.innerHTML = ''
})

const signedIn = (
  <MemoryRouter>
    <RouteFocus />
    <main id="main" tabIndex={-1}>
      <Routes>
        <Route path="/" element={<Home />} />
        <Route path="/leads" element={<Leads />} />
        <Route path="/search" element={<Search />} />
      </Routes>
    </main>
  </MemoryRouter>
)
const show = () => render(signedIn)

function PublicScreen({ name }: { name: string }) {
  usePublicTitle(name)
  return (
    <AuthLayout title="Welcome Back" subtitle="">
      {null}
    </AuthLayout>
  )
}

it('the heading of another screen gets the focus as soon as it is there, and the first screen leaves it', async () => {
  show()
  expect(document.activeElement).toBe(document.body)
  await act(async () => navigate('/leads'))
  act(() => showHeading())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Leads' })))
})

it('a screen that puts the focus into a field keeps it there', async () => {
  show()
  await act(async () => navigate('/search'))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Address' }))
})

it('the page has one title: that of the screen, or its own while the screen has none', async () => {
  show()
  const titles = () => [...document.head.querySelectorAll('title')].map(({ textContent }) => textContent)
  await waitFor(() => expect(titles()).toEqual(['Dashboard · Porchlight']))
  await act(async () => navigate('/leads'))
  await waitFor(() => expect(titles()).toEqual(['Porchlight']))
})

it('the page has one title on the public screens, too, and on the screens after them', async () => {
  const titles = () => [...document.head.querySelectorAll('title')].map(({ textContent }) => textContent)
  const { rerender } = render(<PublicScreen name="Sign In" />)
  expect(titles()).toEqual(['Sign In · Porchlight'])
  rerender(<PublicScreen key="other" name="Create Account" />)
  expect(titles()).toEqual(['Create Account · Porchlight'])
  rerender(signedIn)
  await waitFor(() => expect(titles()).toEqual(['Dashboard · Porchlight']))
  rerender(<PublicScreen name="Sign In" />)
  expect(titles()).toEqual(['Sign In · Porchlight'])
  rerender(signedIn)
  await waitFor(() => expect(titles()).toEqual(['Dashboard · Porchlight']))
})
