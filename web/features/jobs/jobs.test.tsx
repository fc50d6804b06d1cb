// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toastError, toastOffer, toastSuccess } from '../../lib/toasts.ts'
import { trackJob } from '../../session/jobs/trackedJobs.ts'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { JobPanel } from './JobPanel.tsx'
import { JobToasts } from './JobToasts.tsx'

vi.mock('../../lib/toasts.ts', () => ({ toastError: vi.fn(), toastOffer: vi.fn(), toastSuccess: vi.fn() }))
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const riley = { __typename: 'UserRef', id: 'riley', fullName: 'Riley Example' }
const imported = { __typename: 'ImportDetails', dryRun: false, undoneAt: null, undoableUntil: hoursAgo(-23) }
const job = (id: string, more: object = {}) => ({
  ...{ __typename: 'Job', id, kind: 'IMPORT', list: 'LEADS', status: 'DONE', done: 3, total: 3, error: null },
  ...{ fileName: null, fileSize: null, fileExpiresAt: null, createdAt: hoursAgo(2), finishedAt: hoursAgo(1) },
  ...{ createdBy: riley, counts: { __typename: 'ImportCounts', unsure: 0, failed: 0 }, import: imported },
  ...more,
})

describe('the list of jobs', () => {
  const show = (...jobs: object[]) => renderSignedIn(<JobPanel />, { answers: { Jobs: { data: { jobs } } } })
  const link = (name: string) => screen.findByRole('link', { name })

  it('opens an import of one’s own to undo it, or to decide its unsure rows', async () => {
    show(job('plain'), job('unsure', { list: null, counts: { __typename: 'ImportCounts', unsure: 2, failed: 0 } }))
    expect((await link('Open to Undo')).getAttribute('href')).toBe('/import/leads/plain')
    expect((await link('Decide 2 Rows')).getAttribute('href')).toBe('/import/parcels/unsure')
  })

  it('opens none that is a check, was undone, is older than a day, or is a colleague’s', async () => {
    show(
      job('check', { import: { ...imported, dryRun: true, undoableUntil: null } }),
      job('undone', { import: { ...imported, undoneAt: hoursAgo(0) } }),
      job('old', { finishedAt: hoursAgo(25) }),
      job('other', { createdBy: { ...riley, id: 'casey' } }),
    )
    await screen.findByText('Check of leads')
    expect(screen.getAllByText('Import of leads')).toHaveLength(3)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('offers to undo what an import saved before it failed, and to go on with it, but neither once it is undone', async () => {
    show(
      job('failed', { status: 'FAILED', error: 'The server was stopped.', counts: null }),
      job('undone', { status: 'FAILED', counts: null, import: { ...imported, undoneAt: hoursAgo(0) } }),
    )
    expect((await link('Open to Undo')).getAttribute('href')).toBe('/import/leads/failed')
    expect(screen.getAllByRole('link')).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: 'Retry' })).toHaveLength(1)
  })

  it('says that a check saved nothing, and how many rows had errors', async () => {
    const counts = { __typename: 'ImportCounts', unsure: 0, failed: 5 }
    show(job('check', { done: 5, counts, import: { ...imported, dryRun: true, undoableUntil: null } }), job('plain'))
    const statuses = (await screen.findAllByText(/^\d+ rows/)).map(({ textContent }) => textContent)
    expect(statuses).toEqual(['5 rows checked · 5 with errors', '3 rows'])
  })

  it('runs a failed job again, and shows what is pushed', async () => {
    const nothingSaved = { ...imported, undoableUntil: null }
    const failed = job('failed', {
      ...{ status: 'FAILED', error: 'The file cannot be read.', counts: null, import: nothingSaved },
    })
    const { sent, push } = show(failed)
    const row = await screen.findByRole('row', { name: /The file cannot be read/ })
    await userEvent.click(within(row).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(sent).toContainEqual(['RetryJob', { id: 'failed' }]))
    await act(async () => push('JobsChanged', { jobsChanged: [{ ...failed, status: 'QUEUED', error: null }] }))
    await screen.findByText('Waiting')
  })
})

describe('a job in the background', () => {
  const show = async (ended: object) => {
    trackJob('export')
    const { sent, push } = renderSignedIn(<JobToasts />, {
      answers: { Job: { data: { job: job('export', { kind: 'EXPORT', status: 'RUNNING' }) } } },
    })
    await waitFor(() => expect(sent).toContainEqual(['JobChanged', { id: 'export' }]))
    await act(async () => push('JobChanged', { jobChanged: job('export', { kind: 'EXPORT', ...ended }) }))
  }

  it('is announced once with its file', async () => {
    await show({ fileExpiresAt: hoursAgo(-24) })
    await waitFor(() => expect(toastOffer).toHaveBeenCalledOnce())
    expect(toastOffer).toHaveBeenCalledWith(
      'Export of leads is ready',
      expect.objectContaining({ label: 'Download' }),
      expect.objectContaining({ id: 'export' }),
    )
    expect(sessionStorage.getItem('porchlight.jobs')).toBe('[]')
  })

  it('is announced without a file, and with the reason if it failed', async () => {
    await show({})
    await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith('Export of leads is done'))
    cleanup()
    await show({ status: 'FAILED', error: 'Too many rows.' })
    await waitFor(() =>
      expect(toastError).toHaveBeenCalledWith(
        'Export of leads failed',
        expect.objectContaining({ detail: 'Too many rows.' }),
      ),
    )
  })
})
