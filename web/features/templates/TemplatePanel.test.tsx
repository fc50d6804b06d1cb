// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RestError } from '../../lib/rest.ts'
import { toastSuccess, toastWarning } from '../../lib/toasts.ts'
import { type Answers, renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { TemplatePanel } from './TemplatePanel.tsx'

const callRest = vi.hoisted(() => vi.fn<(path: string, init: { body: FormData }) => Promise<Response>>())
vi.mock('../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastSuccess: vi.fn(), toastWarning: vi.fn() }))
vi.mock('../../session/person/useRestClient.ts', () => ({ useRestClient: () => callRest }))

const template = {
  __typename: 'Template',
  id: 'template-1',
  filename: 'storm.docx',
  tag: 'STORM',
  size: 12_000,
  modifiedAt: '2026-05-01T00:00:00Z',
  mergeFieldCount: 4,
}
/** The template as the server has it. */
let stored = template
const onUpdate = vi.fn<(input: object) => void>()
const flyer = { ...template, id: 'template-2', filename: 'flyer.docx', tag: null, mergeFieldCount: 0 }
const answers: Answers = {
  Templates: () => ({ data: { templates: [flyer, stored] } }),
  LeadTemplateFields: { data: { leadTemplateFields: [] } },
  UpdateTemplate: (variables) => {
    const input = variables['input'] as { name?: string }
    onUpdate(input)
    if (input.name === 'flyer') {
      const error = { message: 'A template with this name already exists.', extensions: { code: 'CONFLICT' } }
      return { data: null, errors: [error] }
    }
    stored = { ...stored, ...(input.name && { filename: `${input.name}.docx` }) }
    return { data: { updateTemplate: { ...template, ...input } } }
  },
}

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const uploaded = (count: number, warnings: string[] = []) =>
  Response.json({ data: { merge_field_count: count }, warnings }, { status: 201 })

async function upload(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Upload Template' }))
  const dialog = await screen.findByRole('dialog', { name: 'Upload Template' })
  await userEvent.upload(within(dialog).getByLabelText(/Template file/), new File(['PK'], name))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Upload Template' }))
}

beforeEach(() => {
  stored = template
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.hasPointerCapture = () => false
  renderSignedIn(<TemplatePanel onPrint={() => undefined} />, { answers })
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

it('warns about a template without merge fields, in the list and after the upload', async () => {
  expect((await rowOf('flyer.docx')).textContent).toContain('No merge fields')
  expect((await rowOf('storm.docx')).textContent).not.toContain('No merge fields')
  callRest.mockResolvedValueOnce(uploaded(0))
  await upload('plain.docx')
  await waitFor(() =>
    expect(toastWarning).toHaveBeenCalledWith('Template uploaded', {
      detail: expect.stringContaining('no merge fields'),
    }),
  )
})

it('shows what looks like a field in an uploaded template until that is closed', async () => {
  await rowOf('storm.docx')
  callRest.mockResolvedValueOnce(uploaded(1, ["'«city»' looks like a field, but is printed as it is: write {city}."]))
  await upload('old letter.docx')
  expect(await screen.findAllByText('old letter.docx was uploaded. Check its fields:')).toHaveLength(1)
  expect(screen.queryAllByText(/'«city»' looks like a field/)).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/looks like a field/)).toBeNull()
})

it('changes the tag of a template in the table', async () => {
  const row = await rowOf('storm.docx')
  const findSelect = () => within(row).getByRole('combobox', { name: 'Tag of storm.docx' })
  expect(findSelect().textContent).toContain('Storm Damage')
  findSelect().focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('option', { name: 'No tag' }))
  await waitFor(() => expect(onUpdate).toHaveBeenCalledWith({ tag: null }))
  await waitFor(() => expect(findSelect().textContent).toContain('No tag'))
  expect(toastSuccess).toHaveBeenCalledWith('Template updated')
})

it('renames a template, and says when the name is taken', async () => {
  await userEvent.click(within(await rowOf('storm.docx')).getByRole('button', { name: 'Rename storm.docx' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rename Template' })
  const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /Template Name/ })
  const rename = () => userEvent.click(within(dialog).getByRole('button', { name: 'Rename Template' }))
  expect(field.value).toBe('storm')
  await userEvent.clear(field)
  await rename()
  expect(within(dialog).queryAllByText('Template name is required')).toHaveLength(1)
  await userEvent.type(field, 'flyer')
  await rename()
  expect(await within(dialog).findAllByText('A template with this name already exists.')).toHaveLength(1)
  await userEvent.clear(field)
  await userEvent.type(field, 'Hail letter')
  await rename()
  await rowOf('Hail letter.docx')
  expect(onUpdate.mock.calls).toEqual([[{ name: 'flyer' }], [{ name: 'Hail letter' }]])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('asks before it replaces a template, also one that it did not know', async () => {
  await rowOf('storm.docx')
  await upload('STORM.docx')
  const question = await screen.findByRole('dialog', { name: 'Replace Template' })
  expect(callRest).not.toHaveBeenCalled()
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(callRest).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))

  callRest.mockRejectedValueOnce(new RestError(409, 'A template with this name already exists.', {}, 'CONFLICT'))
  await upload('new.docx')
  callRest.mockResolvedValueOnce(uploaded(3))
  await userEvent.click(await screen.findByRole('button', { name: 'Replace Template' }))
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Template uploaded'))
  expect(callRest.mock.calls.map(([, { body }]) => body.get('replace'))).toEqual([null, 'true'])
})
