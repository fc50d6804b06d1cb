// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { MapPropertyFragment, UnitsHereQuery } from '../gql/graphql.ts'
import { renderSignedIn } from '../testing/renderSignedIn.tsx'
import { buildingAt, buildingOfLookup } from './buildingOf.ts'
import { MapPropertyPopup } from './MapPropertyPopup.tsx'
import { MapSheet } from './MapSheet.tsx'
import UnitsDialog from './UnitsDialog.tsx'
import { UnitsButton } from './UnitsButton.tsx'

afterEach(cleanup)

const place = {
  ...{ streetNumber: '370', streetName: 'Sample Condo Ct', city: 'Demo Town', state: 'IN', zipCode: '00042' },
  ...{ lat: 39.77, lng: -86.16 },
}
const property: MapPropertyFragment = {
  ...{ __typename: 'Property', id: 'two', address: '370 Sample Condo Ct Unit 2, Demo Town, IN 00042', ...place },
  ...{ ownerName: 'Sample Owner 0142', ownerAddress: null, ownerPhone: null, ownerEmail: null, parcelId: null },
  ...{ notes: null, accessNote: null, language: null, unconfirmed: false, priority: 'NORMAL', status: 'NEW' },
  ...{ tags: [], limited: false, doNotKnock: null, assignedTo: null, knocks: [], building: { units: 4, saved: 2 } },
}
const building = buildingAt(property, [])!
const knocking = { recorded: undefined, knock: vi.fn(), next: undefined, extras: {} } as never

describe('a saved unit says how many units its building has and how many are saved, and one tap opens them', () => {
  const open = vi.fn()
  const parts = { details: null, createLead: null, offer: null, nearbyOwner: null }
  afterEach(() => open.mockReset())

  it('in the sheet on a phone, above the outcomes, so that the half sheet shows it', () => {
    const sheet = { lead: null, stop: 'half' as const, onStopChange: vi.fn(), onDismiss: vi.fn() }
    const units = <UnitsButton {...building} phone onClick={open} />
    const extras = { note: '', photos: [], roomForPhotos: 6 }
    renderSignedIn(
      <MapSheet
        {...parts}
        {...sheet}
        units={units}
        property={property}
        knocking={{ ...(knocking as object), extras } as never}
      />,
      { isPhone: true },
    )
    const button = screen.getByRole('button', { name: '4 units · 2 saved' })
    expect(button.textContent).toBe('4 units2 saved')
    const outcome = screen.getByRole('button', { name: 'Nobody home' })
    expect(button.compareDocumentPosition(outcome)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    fireEvent.click(button)
    expect(open).toHaveBeenCalledOnce()
  })

  it('in the popup on a desk', () => {
    renderSignedIn(
      <MapPropertyPopup
        {...parts}
        units={<UnitsButton {...building} phone={false} onClick={open} />}
        property={property}
        visited={undefined}
        knocking={knocking}
        onClose={vi.fn()}
        onDeleted={vi.fn()}
      />,
    )
    fireEvent.click(screen.getByRole('button', { name: '4 units · 2 saved' }))
    expect(open).toHaveBeenCalledOnce()
  })
})

describe('the units of a saved property', () => {
  const unitHere = (id: string, unit: string | null): NonNullable<UnitsHereQuery['property']>['unitsHere'][number] => ({
    ...{ __typename: 'Property', id, unit, ...place, status: 'NEW', lastOutcome: null },
    address: `370 Sample Condo Ct${unit ? ` ${unit}` : ''}, Demo Town, IN 00042`,
  })
  const open = vi.fn<(property: object) => void>()
  const search = vi.fn<(address: string) => void>()
  afterEach(() => vi.resetAllMocks())

  function show(unitsHere: object[], recordedUnits: string[], shown = building) {
    const UnitsHere = { data: { property: { __typename: 'Property', id: 'two', unitsHere, recordedUnits } } }
    const props = { onClose: vi.fn(), onOpen: open, onSearch: search, onNobodyHome: vi.fn() }
    renderSignedIn(<UnitsDialog building={shown} {...props} />, { answers: { UnitsHere } })
  }
  const rows = () => within(screen.getByRole('list', { name: 'Units' })).getAllByRole('listitem')

  it('are the saved ones and those that the records name, each once', async () => {
    const recordedUnits = ['UNIT 1', 'UNIT 2', 'UNIT 3', 'UNIT 4']
    const here = [unitHere('two', 'Unit 2'), unitHere('four', '# 4'), unitHere('house', null)]
    show(here, recordedUnits)
    await waitFor(() => expect(rows()).toHaveLength(5))
    expect(rows().map((row) => row.textContent.replace('Open ', ''))).toEqual([
      '# 4New',
      'The buildingNew',
      'UNIT 1Not saved yet',
      'Unit 2New',
      'UNIT 3Not saved yet',
    ])
    expect(screen.getByRole('dialog').textContent).toContain('370 Sample Condo Ct · 4 units · 2 saved')

    fireEvent.click(within(rows()[3]!).getByRole('button'))
    expect(open).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'two' }))
    fireEvent.click(within(rows()[4]!).getByRole('button'))
    expect(search).toHaveBeenCalledExactlyOnceWith('370 Sample Condo Ct UNIT 3, Demo Town, IN 00042')
  })

  it('are counted once if two data sets name them', async () => {
    const candidate = { __typename: 'LocateCandidate' as const, parcelId: 'a', ownerName: 'Sample Owner 0142' }
    const candidates = ['Unit 1', 'Unit 2', 'UNIT 1', '# 2'].map((unit) => ({
      ...{ ...candidate, unit, address: `370 Sample Condo Ct ${unit}, Demo Town, IN` },
    }))
    show([unitHere('two', 'Unit 2')], [], buildingOfLookup({ property, draft: null, candidates } as never))
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('2 units · 1 saved'))
    expect(rows()).toHaveLength(2)
  })

  it('are opened by their name where the records only count them', async () => {
    show([unitHere('two', 'Unit 2')], [])
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(screen.getByRole('dialog').textContent).toContain('4 units · 2 saved')
    fireEvent.change(screen.getByRole('textbox', { name: 'Unit' }), { target: { value: '3' } })
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(search).toHaveBeenCalledExactlyOnceWith('370 Sample Condo Ct Unit 3, Demo Town, IN 00042')
  })
})
