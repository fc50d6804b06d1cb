// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { SheetOwner, SheetRecord } from './PropertyFacts.tsx'
import { PropertyHeader, type SheetProperty } from './PropertyHeader.tsx'

afterEach(cleanup)

const marker = {
  id: 'house',
  streetNumber: '936',
  streetName: 'W 10th Demo St',
  status: 'CONTACTED',
  assignedTo: { id: 'avery', fullName: 'Avery Sample' },
} as const satisfies SheetProperty

it("says whose a colleague's house is instead of its owner", () => {
  const { container } = render(<SheetOwner property={{ ...marker, address: '936 W 10th Demo St', limited: true }} />)
  expect(container.textContent).toBe('Avery Sample’s house')
})

it('names the street of a house of which only the marker is known', () => {
  render(<PropertyHeader property={marker} />)
  expect(screen.getByRole('heading').textContent).toBe('936 W 10th Demo St')
})

it('shows the owner, and what the records say, of a house of one’s own', () => {
  const facts = { ownerName: 'Sample Owner 0142', ownerAddress: 'PO Box 42, Sampleton, IN', parcelId: '49-00-0142-018' }
  const property = { ...marker, address: '936 W 10th Demo St', ...facts }
  expect(render(<SheetOwner property={property} />).container.textContent).toBe('Sample Owner 0142')
  const { container } = render(<SheetRecord property={property} />)
  expect(container.textContent).toBe('Owner addressPO Box 42, Sampleton, INParcel ID49-00-0142-018')
})
