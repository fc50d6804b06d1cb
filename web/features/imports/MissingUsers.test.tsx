// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ImportJobFragment } from '../../gql/graphql.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { MissingUsers } from './MissingUsers.tsx'

afterEach(cleanup)

const invitation = (email: string) => ({
  ...{ __typename: 'Invitation', id: `of-${email}`, role: 'SALES_REP', email, uses: 1, usesLeft: 1, state: 'OPEN' },
  ...{ createdAt: '2026-03-04T10:00:00Z', expiresAt: '2026-03-11T10:00:00Z', acceptedBy: [] },
  createdBy: { __typename: 'UserRef', id: 'quinn', fullName: 'Sample Owner' },
})

/** Shows these people, of whom those of `open` were invited before. Returns the addresses that are invited here. */
function render(names: string[], { open = [] as string[], mailed = false, refused = '', canInvite = true } = {}) {
  const asked: string[] = []
  const job = { import: { missingUsers: names.map((name) => ({ name, rows: 2 })) } } as ImportJobFragment
  renderSignedIn(<MissingUsers job={job} />, {
    answers: {
      InvitationList: () => ({
        data: {
          invitations: {
            __typename: 'InvitationConnection',
            edges: open.map((email) => ({ __typename: 'InvitationEdge', node: invitation(email) })),
            totalCount: open.length,
          },
        },
      }),
      CreateInvitation: ({ input }: { input: { email: string; role: string } }) => {
        asked.push(`${input.role} ${input.email}`)
        if (input.email === refused)
          return {
            errors: [{ message: 'An account with this email already exists.', extensions: { code: 'CONFLICT' } }],
          }
        const url = `https://porchlight.example/invitation/${asked.length}`
        const created = { __typename: 'CreatedInvitation', url, mailed, invitation: invitation(input.email) }
        return { data: { createInvitation: created } }
      },
    },
    me: { effectiveRole: 'OWNER', abilities: { invitableRoles: canInvite ? ['SALES_REP'] : [] } },
  })
  return asked
}

const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)

it('invites everybody with an address by one tap, except those who were invited before', async () => {
  const asked = render(['a@sample.example', 'B@sample.example', 'c@sample.example', 'Sample Nameless'], {
    open: ['b@sample.example'],
    refused: 'c@sample.example',
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Invite 2 Sales Reps' }))
  expect((await screen.findByRole('button', { name: /^Download/ })).textContent).toBe('Download 1 Link')
  expect(asked).toEqual(['SALES_REP a@sample.example', 'SALES_REP c@sample.example'])
  expect(rows()).toEqual([
    'a@sample.exampleCopy Linkof a@sample.example2 rows',
    'B@sample.exampleInvited2 rows',
    'c@sample.exampleAn account with this email already exists.2 rows',
    'Sample NamelessNo address: add in Users2 rows',
  ])
  // Only who was refused can be tried again.
  fireEvent.click(screen.getByRole('button', { name: 'Invite 1 Sales Rep' }))
  await screen.findByRole('button', { name: 'Invite 1 Sales Rep' })
  expect(asked.slice(2)).toEqual(['SALES_REP c@sample.example'])
})

it('says who was invited by mail, without a link', async () => {
  render(['a@sample.example'], { mailed: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Invite 1 Sales Rep' }))
  await screen.findByText('Invited by mail')
  expect(screen.queryByRole('button')).toBeNull()
})

it('asks for an owner where the user may not invite', async () => {
  render(['a@sample.example'], { canInvite: false })
  await screen.findByText('Ask an owner to invite them.')
  expect(screen.queryByRole('button')).toBeNull()
})
