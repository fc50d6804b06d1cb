// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { OwnerHomeLine, PropertyFacts, SheetOwner, SheetRecord } from './PropertyFacts.tsx'
import { PropertyHeader, type SheetProperty } from './PropertyHeader.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

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
  render(<PropertyHeader property={marker} visit={undefined} />)
  expect(screen.getByRole('heading').textContent).toBe('936 W 10th Demo St')
})

it('shows the owner, and what the records say, of a house of one’s own', () => {
  const facts = { ownerName: 'Sample Owner 0142', ownerAddress: 'PO Box 42, Sampleton, IN', parcelId: '49-00-0142-018' }
  const property = { ...marker, address: '936 W 10th Demo St', ...facts }
  expect(render(<SheetOwner property={property} />).container.textContent).toBe('Sample Owner 0142')
  const { container } = render(<SheetRecord property={property} />)
  expect(container.textContent).toBe('Owner lives elsewherePO Box 42, Sampleton, INParcel ID49-00-0142-018')
})

const recordOf = (property: Partial<SheetProperty>) =>
  render(<SheetRecord property={{ ...marker, address: '936 W 10th Demo St, Demo Town, IN', ...property }} />).container
    .textContent

it('says whether the owner lives in the house, only where the addresses tell it for certain', () => {
  expect(recordOf({ ownerAddress: '936 W 10TH DEMO ST, Demo Town, IN 00042' })).toBe('OwnerLives hereParcel IDUnknown')
  expect(recordOf({ ownerAddress: '12 Sample Rd, Sampleton' })).toMatch(/^Owner lives elsewhere12 Sample Rd/)
  expect(recordOf({ ownerAddress: '936 West 10th Demo Street' })).toMatch(/^Owner Address936 West 10th Demo Street/)
  expect(recordOf({ ownerAddress: null })).toMatch(/^Owner AddressUnknown/)
})

it('says below the owner’s name that the owner lives there, only where the addresses tell it for certain', () => {
  const lineOf = (property: Partial<SheetProperty>) =>
    render(<OwnerHomeLine property={{ ...marker, address: '936 W 10th Demo St, Demo Town, IN', ...property }} />)
      .container.textContent
  expect(lineOf({ ownerAddress: '936 W 10TH DEMO ST, Demo Town, IN 00042' })).toBe('Lives here')
  expect(lineOf({ ownerAddress: '12 Sample Rd, Sampleton' })).toBe('')
  expect(lineOf({ ownerAddress: '936 West 10th Demo Street' })).toBe('')
  expect(lineOf({ ownerAddress: null })).toBe('')
})

it('says without a connection that the owner of a new property comes with it', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { id: _, ...draft } = marker
  const property = { ...draft, address: '936 W 10th Demo St', ownerName: null }
  expect(render(<SheetOwner property={property} />).container.textContent).toBe('Owner comes with the connection')
  expect(render(<SheetRecord property={property} />).container.textContent).toBe('')
})

it('the popup says whose a colleague’s house is instead of an owner that is not told', () => {
  const colleagues = { ...marker, limited: true, ownerName: null, ownerAddress: null, parcelId: null, accessNote: null }
  const { container } = render(<PropertyFacts property={colleagues as never} />)
  expect(container.textContent).toBe('Assigned ToAvery SampleStatusContacted')
})
