// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { SheetContacts, SheetOwner } from './PropertyFacts.tsx'

afterEach(cleanup)

it('phone number and e-mail address open the phone’s own apps, and the notes keep their lines', () => {
  render(<SheetContacts ownerPhone="(317) 555-0142" ownerEmail="sample.owner@example.com" notes={'Dog\nSide door'} />)
  expect(screen.getByRole('link', { name: '(317) 555-0142' }).getAttribute('href')).toBe('tel:3175550142')
  expect(screen.getByRole('link', { name: 'sample.owner@example.com' }).getAttribute('href')).toBe(
    'mailto:sample.owner@example.com',
  )
  expect(screen.getByText(/Dog/).textContent).toBe('Dog\nSide door')
})

it('tells how to reach the door', () => {
  render(<SheetContacts accessNote={'Gate 7\nDog'} />)
  expect(screen.getByLabelText('Access Note').parentElement?.textContent).toBe('Gate 7\nDog')
})

it('a phone that is only a text is no link', () => {
  render(<SheetContacts ownerPhone="ask at the office" ownerEmail={null} notes="" />)
  expect(screen.queryAllByText('ask at the office')).toHaveLength(1)
  expect(screen.queryByRole('link')).toBeNull()
})

it('nothing is shown where nothing is known', () => {
  const { container } = render(<SheetContacts ownerPhone={null} ownerEmail={null} notes="" />)
  expect(container.childElementCount).toBe(0)
})

it('a colleague’s house says whose it is, and no fact about it', () => {
  const avery = { id: 'avery', fullName: 'Avery Sample' }
  render(<SheetOwner property={{ streetNumber: '12', status: 'NEW', limited: true, assignedTo: avery }} />)
  expect(screen.queryAllByText('Avery Sample’s house')).toHaveLength(1)
  expect(screen.queryByText('Owner')).toBeNull()
})

it('the language of the household stands before the owner', () => {
  render(<SheetOwner property={{ streetNumber: '12', status: 'NEW', address: '12 Sample St', language: 'es' }} />)
  expect(screen.getByRole('img', { name: 'Language: Spanish' }).parentElement?.textContent).toBe('esUnknown Owner')
})
