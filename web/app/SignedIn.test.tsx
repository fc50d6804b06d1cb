// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { useApolloClient } from '@apollo/client/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ReactNode, useEffect, useState } from 'react'
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApolloClient } from '../lib/apollo.ts'
import { SessionProvider } from '../session/person/SessionProvider.tsx'
import { type StoredUser, storeSession } from '../session/person/storage.ts'
import { paths } from './paths.ts'
import { SignedIn } from './SignedIn.tsx'

vi.mock(import('../lib/apollo.ts'), { spy: true })
vi.mock('./Layout.tsx', () => ({ Layout: () => screenOf() }))

const user: StoredUser = {
  id: 'u1',
  email: 'riley@maple-demo.example',
  fullName: 'Riley Example',
  role: 'SALES_REP',
  isAdmin: false,
  isOwner: false,
  phone: null,
  isActive: true,
  createdAt: '2026-01-05T14:00:00.000Z',
  tenantId: null,
  mustChangePassword: false,
  tenant: null,
}
const abilityNames =
  'viewAllProperties createProperties editProperties deleteProperties batchPrint assignLeads deleteLeads mergeLeads ' +
  'setLeadStages manageOutcomes manageDoNotKnock forgetHouseholds manageTerritories manageTemplates listUsers addUsers importData importParcels assignableRoles passwordLinkRoles ' +
  'manageUsers manageTenants changeTenantSettings readActivity setTargets manageWebhooks changeCosts compareTenants readMails ' +
  'viewAs mockData exportData isAdmin'
const abilities = Object.fromEntries(abilityNames.split(' ').map((name) => [name, false]))
const me = {
  ...{
    ...user,
    __typename: 'Me',
    effectiveRole: 'SALES_REP',
    hasTwoFactors: false,
    recoveryCodesLeft: 0,
    checklistPutAway: false,
  },
  ...{ mustSetUpTwoFactors: false, viewedUser: null, abilities: { __typename: 'Abilities', ...abilities } },
}

let navigate: NavigateFunction
let screenOf: () => ReactNode

function Screen() {
  const navigateTo = useNavigate()
  useEffect(() => {
    navigate = navigateTo
  }, [navigateTo])
  const client = useApolloClient()
  const [first] = useState(client)
  return (
    <p>
      {useLocation().pathname} with {client === first ? 'its client' : 'another client'}
    </p>
  )
}

beforeEach(() => {
  screenOf = () => <Screen />
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      static readonly CONNECTING = 0
      static readonly OPEN = 1
      static readonly CLOSING = 2
      static readonly CLOSED = 3
      close() {}
    },
  )
  vi.stubGlobal('fetch', async () => Response.json({ data: { me } }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('screens share one client, so that none loses what it has read and what is typed there', async () => {
  storeSession({ token: 'secret', user }, Date.now())
  render(
    <SessionProvider>
      <MemoryRouter initialEntries={[paths.map]}>
        <SignedIn />
      </MemoryRouter>
    </SessionProvider>,
  )
  await screen.findByText(`${paths.map} with its client`)
  await act(async () => navigate(paths.leads))
  await screen.findByText(`${paths.leads} with its client`)
  expect(createApolloClient).toHaveBeenCalledOnce()
  const [options] = vi.mocked(createApolloClient).mock.calls[0]!
  await act(async () => options.onPasswordChangeRequired())
  await screen.findByText(`${paths.changePassword} with its client`)
  expect(createApolloClient).toHaveBeenCalledOnce()
})
