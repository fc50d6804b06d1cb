// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SheetProperty } from '../features/properties/PropertyHeader.tsx'
import { renderSignedIn } from '../testing/renderSignedIn.tsx'
import { doorKnocking } from './doorKnocking.ts'
import { MapSheet } from './MapSheet.tsx'
import { START } from './walkState.ts'

vi.mock('../session/person/useRestClient.ts', () => ({ useRestClient: () => vi.fn() }))

afterEach(cleanup)

const ownKnock = {
  __typename: 'Knock' as const,
  ...{ eventId: 'knock', outcome: 'TALKED' as const, occurredAt: new Date().toISOString(), note: null },
  ...{
    outcomeId: null,
    outcomeName: 'Talked',
    photoIds: [],
    comeBackAt: null,
    distanceMeters: null,
    flags: [],
    rep: { id: 'riley', fullName: 'Riley Example' },
  },
}

/** The sheet of a colleague's property. The server answers the own knocks there. Returns what undoes a knock. */
function renderColleagues(knocks: SheetProperty['knocks'], marker: Partial<SheetProperty> = {}) {
  const undo = vi.fn<(knock: object) => Promise<void>>(() => Promise.resolve())
  const property: SheetProperty = {
    ...{ id: 'house', streetNumber: '1307', streetName: 'W 10th Demo St', status: 'CONTACTED', limited: true, knocks },
    assignedTo: { id: 'avery', fullName: 'Avery Sample' },
    ...marker,
  }
  const extras = {
    ...{ note: '', photos: [], roomForPhotos: 6, changeNote: vi.fn(), saveNote: vi.fn(), stay: vi.fn() },
    ...{ addPhotos: vi.fn(), removePhoto: vi.fn() },
  }
  const knocking = doorKnocking({
    walk: { ...START, selection: { kind: 'property', property: { id: 'house', lat: 39.77, lng: -86.16 } } },
    ...{
      send: vi.fn(),
      knocks: { undo, recorded: undefined } as never,
      extras: extras as never,
      hasNewLeads: false,
      endAt: () => undefined,
    },
    saved: { id: 'house', address: '1307 W 10th Demo St', streetNumber: '1307', status: 'CONTACTED' },
  })
  const parts = { details: null, createLead: null, lead: null, units: null, offer: null }
  renderSignedIn(
    <MapSheet
      {...parts}
      nearbyOwner={null}
      property={property}
      knocking={knocking}
      stop="full"
      onStopChange={vi.fn()}
      onDismiss={vi.fn()}
    />,
  )
  return undo
}

it('at a colleague’s property the own knocks are seen, and undone', () => {
  const undo = renderColleagues([ownKnock])
  const history = within(screen.getByRole('region', { name: 'Door History' }))
  expect(history.getByText('You').textContent).toBe('You')
  fireEvent.click(history.getByRole('button', { name: /^Undo Talked, / }))
  expect(undo).toHaveBeenCalledExactlyOnceWith({
    ...{ eventId: 'knock', propertyId: 'house', title: '1307 W 10th Demo St', knockedAt: ownKnock.occurredAt },
  })
})

it('a colleague’s property where the rep has not knocked shows no history', () => {
  renderColleagues([])
  expect(screen.queryByRole('region', { name: 'Door History' })).toBeNull()
})

it('the head says what came of the last visit instead of the status, which a knock may leave as it was', () => {
  const head = () => screen.getByRole('heading', { level: 2 }).nextElementSibling!.textContent
  renderColleagues(undefined, { status: 'NEW', lastOutcome: 'NOT_THE_OWNER', lastKnockedAt: '2024-02-05T20:00:00Z' })
  expect(head()).toBe('Not the ownerFeb 5, 2024')
  expect(screen.getByRole('button', { current: true }).textContent).toBe('Not the owner')
  cleanup()
  renderColleagues([], { status: 'NEW' })
  expect(head()).toBe('NewNot knocked yet')
  expect(screen.queryByRole('button', { current: true })).toBeNull()
})
