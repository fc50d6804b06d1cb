// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { ImportRegistryDialog } from './ImportRegistryDialog.tsx'

vi.mock('../../session/person/useRestClient.ts', () => ({
  useRestClient: () => () => Promise.resolve(Response.json({ data: { id: 'check' } })),
}))

afterEach(cleanup)

it('says in the dialog why a list could not be read', async () => {
  const onClose = vi.fn()
  const job = {
    ...{ __typename: 'Job', id: 'check', status: 'FAILED', error: 'No line has an address.', done: 0, total: null },
    ...{ registry: null, registryCounts: null },
  }
  renderSignedIn(<ImportRegistryDialog onClose={onClose} />, { answers: { RegistryImport: { data: { job } } } })
  await userEvent.type(screen.getByLabelText(/^City/), 'Sampletown')
  await userEvent.type(screen.getByLabelText(/^Or paste the list/), 'No address')
  await userEvent.click(screen.getByRole('button', { name: 'Check List' }))
  const reason = await screen.findByText('No line has an address.')
  expect(screen.getByRole('dialog').contains(reason)).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})
