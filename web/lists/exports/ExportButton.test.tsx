// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderSignedIn, type Answers } from '../../testing/renderSignedIn.tsx'
import { ExportButton } from './ExportButton.tsx'
import type { ExportRequest } from './ExportDialog.tsx'

const fetchFile = vi.fn<typeof fetch>()
beforeEach(() => {
  sessionStorage.clear()
  fetchFile.mockReset().mockResolvedValue(new Response('id,address'))
  vi.stubGlobal('fetch', fetchFile)
  // jsdom downloads nothing.
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:file'
      static override revokeObjectURL = () => undefined
    },
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const job = {
  ...{ __typename: 'Job', id: 'job', kind: 'EXPORT', list: 'LEADS', status: 'RUNNING', done: 1, total: 3, error: null },
  ...{
    fileName: 'leads.csv',
    fileSize: null,
    fileExpiresAt: null,
    createdAt: '2026-05-01T12:00:00Z',
    finishedAt: null,
  },
}
const done = { ...job, status: 'DONE', done: 3, fileSize: 2_000, fileExpiresAt: '2026-05-02T12:00:00Z' }
const leads: ExportRequest = { list: 'LEADS', leads: { status: 'NEW' }, total: 3 }
const show = (request: ExportRequest, answers: Answers = {}, exportData = true) =>
  renderSignedIn(<ExportButton request={request} />, { answers, me: { abilities: { exportData } } })
const press = async (name: string) => userEvent.click((await screen.findAllByRole('button', { name })).at(-1)!)

it('exports the rows that the list shows, and downloads the file as soon as it is ready', async () => {
  const answers = { ExportList: { data: { exportList: job } }, Job: { data: { job } } }
  const { sent, push } = show(leads, answers)
  await press('Export')
  await screen.findByText('3 leads')
  await userEvent.click(screen.getByRole('switch', { name: 'For Excel' }))
  await press('Export')
  await screen.findByRole('progressbar')
  expect(sent).toContainEqual(['ExportList', { list: 'LEADS', leads: { status: 'NEW' }, bom: false }])
  expect(fetchFile).not.toHaveBeenCalled()
  await act(async () => push('JobChanged', { jobChanged: done }))
  await waitFor(() => expect(fetchFile).toHaveBeenCalledOnce())
  expect(fetchFile.mock.calls[0]![0]).toBe('/api/jobs/job/file')
  await press('Close')
  expect(sessionStorage.getItem('porchlight.jobs')).toBeNull()
})

it.each([
  [leads, { list: 'LEADS', leads: { status: 'NEW', doNotKnock: false } }],
  [{ list: 'PROPERTIES' }, { list: 'PROPERTIES', properties: { doNotKnock: false } }],
] as [ExportRequest, object][])('leaves out doors where nobody may knock on request', async (request, expected) => {
  const { sent } = show(request, { ExportList: { data: { exportList: job } }, Job: { data: { job } } })
  await press('Export')
  await userEvent.click(await screen.findByRole('switch', { name: 'Leave out do not knock' }))
  await press('Export')
  await screen.findByRole('progressbar')
  expect(sent).toContainEqual(['ExportList', { ...expected, bom: true }])
})

it('announces the end of an export whose dialog was closed', async () => {
  show('everything', { ExportEverything: { data: { exportEverything: job } }, Job: { data: { job } } })
  await press('Export')
  await screen.findByText(/^One zip file/)
  await press('Export')
  await screen.findByRole('progressbar')
  await press('Close')
  expect(sessionStorage.getItem('porchlight.jobs')).toBe('["job"]')
})

it('says why an export was refused, and keeps the dialog', async () => {
  show(leads, {
    ExportList: {
      errors: [{ message: 'You have 10 jobs that have not ended.', extensions: { code: 'BAD_USER_INPUT' } }],
    },
  })
  await press('Export')
  await screen.findByText('3 leads')
  await press('Export')
  await screen.findByText('You have 10 jobs that have not ended.')
})

it('is not offered to people who may not export', () => {
  show(leads, {}, false)
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})
