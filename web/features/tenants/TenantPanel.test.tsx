// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { TenantRowFragment } from '../../gql/graphql.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { TenantPanel } from './TenantPanel.tsx'

const created: TenantRowFragment = {
  ...{ id: 't2', name: 'Sample Gutters', companyName: 'Sample Gutters', timeZone: 'UTC', archivedAt: null },
  ...{ teamDoorsVisible: true, requireTwoFactors: false, allowNearestDoors: false, createdAt: '2026-01-01T00:00:00Z' },
}

// The form lists every time zone, which is slow to show.
vi.mock('./TenantForm.tsx', () => ({
  TenantForm: ({ onCreated }: { onCreated: (tenant: TenantRowFragment) => void }) => (
    <button type="button" onClick={() => onCreated(created)}>
      Create
    </button>
  ),
}))

afterEach(cleanup)

it('a new tenant leads to the account of its owner', async () => {
  renderSignedIn(<TenantPanel editing="new" edit={() => undefined} close={() => undefined} />)
  const button = await screen.findByText('Create')
  expect(screen.queryByText('Add its owner')).toBeNull()
  fireEvent.click(button)
  const link = screen.getByText('Add its owner')
  expect(link.getAttribute('href')).toBe('/users?dialog=new&tenant=t2')
  expect(link.parentElement?.textContent).toBe('Sample Gutters has no users yet. Add its owner')
})
