// @vitest-environment jsdom
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LeadAddressFragmentDoc, type LeadAddressFragment, type PrintSelection } from '../../gql/graphql.ts'
import { toastError, toastWarning } from '../../lib/toasts.ts'
import { PrintCard } from './PrintCard.tsx'
import { PrintDialog } from './PrintDialog.tsx'

vi.mock('../../lib/toasts.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  toastError: vi.fn(),
  toastWarning: vi.fn(),
}))
const callRest = vi.fn<() => Promise<Response>>()
vi.mock('../../session/useRestClient.ts', () => ({ useRestClient: () => callRest }))

let check: object
let templates: object
const counted = { total: 3, unconfirmed: 0, withoutOwner: 0, withoutOwnerAddress: 0 }
const server = (_: unknown, init?: RequestInit) => {
  const { operationName } = JSON.parse(init?.body as string) as { operationName: string }
  return Promise.resolve(Response.json(operationName === 'PrintableTemplates' ? templates : check))
}
const refusal = (message: string) => ({ data: null, errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] })

const inApollo = (children: React.ReactNode, cache = new InMemoryCache()) =>
  render(
    <ApolloProvider client={new ApolloClient({ cache, link: new HttpLink({ uri: '/graphql', fetch: server }) })}>
      {children}
    </ApolloProvider>,
  )
const show = (selection: PrintSelection, templateId: string | null = null) =>
  inApollo(<PrintDialog selection={selection} templateId={templateId} onClose={() => undefined} />)
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Generate & Download' })
const hint = () => document.querySelector(`[id="${button().getAttribute('aria-describedby') ?? 'none'}"]`)?.textContent

beforeEach(() => {
  check = { data: { printCheck: counted } }
  templates = {
    data: {
      printableTemplates: [
        { id: 'older', filename: 'hail.docx', tag: 'STORM', modifiedAt: '2026-05-01T00:00:00Z' },
        { id: 'newer', filename: 'storm.docx', tag: 'STORM', modifiedAt: '2026-05-02T00:00:00Z' },
        { id: 'plain', filename: 'thanks.docx', tag: null, modifiedAt: '2026-05-03T00:00:00Z' },
      ].map((template) => ({ __typename: 'Template', ...template })),
    },
  }
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

it('says which choice is missing, in the wording for its kind of selection', async () => {
  show({ tag: 'GUTTER' })
  await screen.findByText('3 leads')
  expect(button().disabled).toBe(true)
  expect(hint()).toBe('Please select both a lead tag and template tag')
  cleanup()
  show({ leadIds: ['lead'] })
  await screen.findByText('3 leads')
  expect(hint()).toBe('Please select a template')
  cleanup()
  check = { data: { printCheck: { ...counted, total: 0 } } }
  show({ leadIds: ['gone'] })
  await screen.findByText('0 leads')
  expect(hint()).toBe('Please select leads and a template')
})

it('shows no such hint when nothing is missing', async () => {
  show({ leadIds: ['lead'] }, 'newer')
  await waitFor(() => expect(button().disabled).toBe(false))
  expect(hint()).toBeUndefined()
})

it('names the leads that have no letter because they are gone', async () => {
  URL.createObjectURL = () => 'blob:letters'
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = () => undefined
  const headers = { 'x-letters-total': '1', 'x-letters-left-out': '2', 'x-leads-not-found': 'gone,unlisted' }
  callRest.mockResolvedValueOnce(new Response('letters', { headers }))
  const cache = new InMemoryCache()
  cache.writeFragment({
    id: 'Lead:gone',
    fragment: LeadAddressFragmentDoc,
    data: { __typename: 'Lead', address: '12 Sample St' } as LeadAddressFragment,
  })
  const onClose = vi.fn<() => void>()
  const selection = { leadIds: ['kept', 'gone', 'unlisted'] }
  inApollo(<PrintDialog selection={selection} templateId="newer" onClose={onClose} />, cache)
  await waitFor(() => expect(button().disabled).toBe(false))
  await userEvent.click(button())
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(vi.mocked(toastWarning).mock.calls).toEqual([
    ['2 leads no longer exist and have no letter', expect.objectContaining({ detail: '12 Sample St, lead unlisted' })],
  ])
})

it('offers every template by name, and preselects the newest one of the tag', async () => {
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.hasPointerCapture = () => false
  inApollo(<PrintDialog selection={{ tag: 'STORM' }} tag="STORM" onClose={() => undefined} />)
  const select = await screen.findByRole('combobox', { name: 'Template' })
  await waitFor(() => expect(select.textContent).toContain('storm.docx'))
  select.focus()
  await userEvent.keyboard('{Enter}')
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'hail.docxStorm Damage',
    'storm.docxStorm Damage',
    'thanks.docxNo tag',
  ])
})

it('counts the leads again on retry', async () => {
  check = refusal('The leads could not be read.')
  show({ leadIds: ['lead'] }, 'newer')
  await screen.findByText('The leads could not be read.')
  expect(button().disabled).toBe(true)
  check = { data: { printCheck: counted } }
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(button().disabled).toBe(false))
})

it('reports unreadable templates with the dashboard’s own message', async () => {
  templates = refusal('No')
  inApollo(<PrintCard leadIds={[]} />)
  await waitFor(() => expect(toastError).toHaveBeenCalledWith('Failed to fetch templates'))
})
