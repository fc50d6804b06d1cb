// @vitest-environment jsdom
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LeadAddressFragmentDoc, type LeadAddressFragment, type PrintSelection } from '../../gql/graphql.ts'
import { toastError, toastWarning } from '../../lib/toasts.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { PrintCard } from './PrintCard.tsx'
import { PrintDialog } from './PrintDialog.tsx'

vi.mock('../../lib/toasts.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  toastError: vi.fn(),
  toastWarning: vi.fn(),
}))
const callRest = vi.fn<(path: string, init: RequestInit) => Promise<Response>>()
vi.mock('../../session/person/useRestClient.ts', () => ({ useRestClient: () => callRest }))

let check: object
let templates: object
const counted = {
  total: 3,
  unconfirmed: 0,
  doNotKnock: 0,
  withoutOwner: 0,
  withoutOwnerAddress: 0,
  unprintableNames: 0,
  printed: 0,
}
const box = (width: number) => ({ __typename: 'PageBox', x: 10, y: 10, width, height: 50 })
const sheetOf = (id: string, name: string, more: object) => ({
  ...{ __typename: 'LabelSheet', id, name, isEnvelope: false, pageWidth: 612, pageHeight: 792 },
  ...{ columns: 3, rows: 10, first: box(180), pitchX: 198, pitchY: 72, returnAddress: null },
  ...more,
})
const configuration = {
  data: {
    printConfiguration: {
      __typename: 'PrintConfiguration',
      pdf: false,
      reason: 'PDF needs LibreOffice.',
      labelSheets: [
        sheetOf('5160', 'Avery 5160', {}),
        sheetOf('envelope_10', '#10 envelope', { isEnvelope: true, columns: 1, rows: 1, returnAddress: box(100) }),
      ],
    },
  },
}
const server = (_: unknown, init?: RequestInit) => {
  const { operationName } = JSON.parse(init?.body as string) as { operationName: string }
  const answers: Record<string, object> = { PrintableTemplates: templates, PrintConfiguration: configuration }
  return Promise.resolve(Response.json(answers[operationName] ?? check))
}
const refusal = (message: string) => ({ data: null, errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }] })

const inApollo = (children: React.ReactNode, cache = new InMemoryCache()) =>
  renderSignedIn(children, {
    client: new ApolloClient({ cache, link: new HttpLink({ uri: '/graphql', fetch: server }) }),
    me: { tenant: { id: 'tenant' } },
  })
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

it('offers PDF with the reason why it is not available', async () => {
  show({ leadIds: ['lead'] }, 'newer')
  await screen.findByText('PDF needs LibreOffice.')
  expect(screen.getByRole<HTMLButtonElement>('radio', { name: /^PDF/ }).disabled).toBe(true)
})

it('prints labels from the first free one, and remembers the sender of envelopes', async () => {
  URL.createObjectURL = () => 'blob:labels'
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = () => undefined
  callRest.mockImplementation(() => Promise.resolve(new Response('%PDF', { headers: { 'x-letters-total': '3' } })))
  const body = () => JSON.parse(callRest.mock.lastCall![1].body as string) as object
  show({ leadIds: ['a', 'b', 'c'] })
  await userEvent.click(await screen.findByRole('radio', { name: 'Labels' }))
  const start = await screen.findByLabelText('Start at label')
  await screen.findByText(/3 labels on 1 sheet\./)
  await userEvent.clear(start)
  expect(button().disabled).toBe(true)
  await userEvent.type(start, '31')
  await screen.findByText('Enter a number from 1 to 30.')
  await userEvent.clear(start)
  await userEvent.type(start, '29')
  await screen.findByText(/3 labels on 2 sheets\./)
  await screen.findByRole('img', { name: 'A sheet of Avery 5160, printed from label 29' })
  await userEvent.click(button())
  await waitFor(() => expect(callRest).toHaveBeenCalledTimes(1))
  expect(callRest.mock.lastCall![0]).toBe('/templates/print-labels')
  expect(body()).toMatchObject({ lead_ids: ['a', 'b', 'c'], sheet: '5160', start_position: 29, addressed_to: 'owner' })
  cleanup()

  show({ leadIds: ['a'] })
  await userEvent.click(await screen.findByRole('radio', { name: 'Envelopes' }))
  await userEvent.type(await screen.findByLabelText(/Return address/), 'Maple')
  await waitFor(() => expect(button().disabled).toBe(false))
  await userEvent.click(button())
  await waitFor(() => expect(callRest).toHaveBeenCalledTimes(2))
  expect(body()).toMatchObject({ sheet: 'envelope_10', start_position: 1, return_address: 'Maple' })
  cleanup()

  show({ leadIds: ['a'] })
  await userEvent.click(await screen.findByRole('radio', { name: 'Envelopes' }))
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/Return address/)).value).toBe('Maple')
})

it('tells before labels are printed how many names they cannot show, which letters can', async () => {
  check = { data: { printCheck: { ...counted, unprintableNames: 2 } } }
  show({ leadIds: ['a', 'b', 'c'] })
  await userEvent.click(await screen.findByRole('radio', { name: 'Labels' }))
  const warning =
    '2 of 3 have an owner name with letters that labels cannot show, and are addressed to Current Resident.'
  await screen.findByText(warning)
  await userEvent.click(screen.getByRole('radio', { name: 'Letters' }))
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull())
})

it('leaves out leads with a printed letter on request', async () => {
  check = { data: { printCheck: { ...counted, printed: 2 } } }
  show({ leadIds: ['a', 'b', 'c'] }, 'newer')
  await screen.findByText('2 of 3 have a printed letter.')
  await userEvent.click(screen.getByRole('switch', { name: 'Only leads never printed' }))
  callRest.mockResolvedValueOnce(new Response('letters', { headers: { 'x-letters-total': '1' } }))
  await userEvent.click(button())
  await waitFor(() => expect(callRest).toHaveBeenCalled())
  expect(JSON.parse(callRest.mock.lastCall![1].body as string)).toMatchObject({ never_printed: true })
})

it('leaves out leads at doors where nobody may knock, unless they are to be printed anyway', async () => {
  check = { data: { printCheck: { ...counted, doNotKnock: 3 } } }
  show({ leadIds: ['a', 'b', 'c'] }, 'newer')
  const note = (rest: string) => (_: string, element: Element | null) =>
    element?.textContent === `3 leads are marked do not knock and ${rest}.`
  await screen.findByText(note('left out'))
  await screen.findByText('No letters to print.')
  expect(button().disabled).toBe(true)
  await userEvent.click(screen.getByRole('switch', { name: 'Print Anyway' }))
  await screen.findByText(note('printed too'))
  callRest.mockResolvedValueOnce(new Response('letters', { headers: { 'x-letters-total': '3' } }))
  await userEvent.click(button())
  await waitFor(() => expect(callRest).toHaveBeenCalled())
  expect(JSON.parse(callRest.mock.lastCall![1].body as string)).toMatchObject({
    include_do_not_knock: true,
    include_unconfirmed: false,
  })
})

it('counts the leads again on retry', async () => {
  check = refusal('The leads could not be read.')
  show({ leadIds: ['lead'] }, 'newer')
  await screen.findByText('The leads could not be read.')
  expect(button().disabled).toBe(true)
  check = { data: { printCheck: counted } }
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(button().disabled).toBe(false))
})

it('reports unreadable templates with the dashboard’s own message', async () => {
  templates = refusal('No')
  inApollo(<PrintCard leadIds={[]} />)
  await waitFor(() => expect(toastError).toHaveBeenCalledWith('Failed to fetch templates'))
})
