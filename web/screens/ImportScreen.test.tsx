// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation, useNavigate, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderSignedIn, type Answers } from '../testing/renderSignedIn.tsx'
import { ImportScreen } from './ImportScreen.tsx'

interface Upload {
  path: string
  name: string
  signal: AbortSignal
  answer: (data: object) => Promise<void>
  refuse: (detail: string) => Promise<void>
}
/** The uploads in the order of their start. The test answers them, also after they were aborted, as a server may. */
let uploads: Upload[]

beforeEach(() => {
  uploads = []
  // jsdom has neither.
  Element.prototype.scrollIntoView = () => undefined
  Element.prototype.hasPointerCapture = () => false
  vi.stubGlobal(
    'fetch',
    (path: string, { body, signal }: { body: FormData; signal: AbortSignal }) =>
      new Promise<Response>((resolve) =>
        uploads.push({
          ...{ path, signal },
          name: (body.get('file') as File).name,
          answer: (data) => act(async () => resolve(Response.json({ data }))),
          refuse: (detail) =>
            act(async () => resolve(Response.json({ detail, code: 'BAD_USER_INPUT' }, { status: 422 }))),
        }),
      ),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const counts = { created: 2, updated: 0, skipped: 0, unsure: 0, failed: 0 }
const details = {
  ...{ __typename: 'ImportDetails', separator: 'comma', ignoredColumns: [], warnings: 0 },
  ...{ manyFailed: false, stopped: false, undoneAt: null, countVisits: false, visits: 0 },
  ...{ words: [], fieldsOfManyWords: [], missingUsers: [] },
}
const jobOf = (
  id: string,
  filename: string,
  { dryRun = false, followUps = [] as object[], undoneAt = null as string | null } = {},
) => ({
  ...{ __typename: 'Job', id, kind: 'IMPORT', status: 'DONE', done: 2, total: 2, error: null, fileName: null },
  ...{ counts: { __typename: 'ImportCounts', ...counts }, errors: [], undo: null, followUps },
  import: { ...details, filename, dryRun, undoneAt, undoableUntil: dryRun ? null : at(23) },
})
const undoOf = (id: string) => ({
  ...jobOf(id, ''),
  ...{ kind: 'IMPORT_UNDO', counts: null, import: null, followUps: null },
  undo: { __typename: 'UndoCounts', removed: 2, restored: 0, kept: 0 },
})
const head = {
  ...{ headings: ['address', 'lat', 'lng'], rows: [{ row: 2, cells: ['1 Sample Way', '39.7', '-86.2'] }] },
  ...{ sheets: null, sheet: null, encoding: 'utf-8', sample_line: '1 Sample Way' },
}

/** The path, and a button for the Back of the browser. */
function Browser() {
  const navigate = useNavigate()
  return (
    <>
      <output>{useLocation().pathname}</output>
      <button onClick={() => void navigate(-1)}>Back of the browser</button>
    </>
  )
}

const show = (answers: Answers, path = '/import/properties') =>
  renderSignedIn(
    <>
      <Browser />
      <Routes>
        <Route path="/import/:list/:jobId?" element={<ImportScreen />} />
      </Routes>
    </>,
    { answers, path, me: { abilities: { importData: true, importParcels: true } } },
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const path = () => screen.getByRole('status').textContent

/** Chooses a file, which the server reads. */
async function choose(name: string): Promise<void> {
  await userEvent.upload(
    await screen.findByLabelText(/^Choose an Excel, CSV or GeoJSON file/),
    new File(['address'], name),
  )
  await waitFor(() => expect(uploads.at(-1)).toMatchObject({ path: '/api/imports/preview', name }))
  await uploads.at(-1)!.answer(head)
  await screen.findByText(name)
}

/** The answers about these jobs, and an import of whatever was checked: `check-of-a` becomes `import-of-a`. */
const serverOf = (...jobs: { id: string }[]): Answers => ({
  ImportJob: ({ id }) => ({ data: { job: jobs.find((job) => job.id === id) } }),
  RunImport: ({ id }) => ({
    data: { runImport: { __typename: 'Job', id: (id as string).replace('check', 'import') } },
  }),
})

it('imports the file on the screen, although the check of one that the user left is answered late', async () => {
  const { sent } = show(
    serverOf(
      jobOf('check-of-a', 'a.csv', { dryRun: true }),
      jobOf('check-of-b', 'b.csv', { dryRun: true }),
      jobOf('import-of-b', 'b.csv'),
    ),
  )
  await choose('a.csv')
  await press('Check File')
  await waitFor(() => expect(uploads).toHaveLength(2))
  await press('Back')
  expect(uploads[1]!.signal.aborted).toBe(true)
  await choose('b.csv')
  await uploads[1]!.answer({ id: 'check-of-a' })
  expect(screen.queryByRole('button', { name: 'Import 2 Rows' })).toBeNull()
  await press('Check File')
  await waitFor(() => expect(uploads).toHaveLength(4))
  expect(uploads[3]).toMatchObject({ path: '/api/imports', name: 'b.csv' })
  await uploads[3]!.answer({ id: 'check-of-b' })
  await press('Import 2 Rows')
  await waitFor(() => expect(path()).toBe('/import/properties/import-of-b'))
  await screen.findByText('b.csv')
  const run = sent.filter(([operation]) => operation === 'RunImport').map(([, { id }]) => id)
  expect(run).toEqual(['check-of-b'])
})

it('says why the file on the screen was refused, but not why one that the user has left was', async () => {
  show({})
  await choose('a.csv')
  await press('Check File')
  await waitFor(() => expect(uploads).toHaveLength(2))
  await press('Back')
  await uploads[1]!.refuse('Too many rows.')
  await choose('b.csv')
  expect(screen.queryByText('Too many rows.')).toBeNull()
  await press('Check File')
  await waitFor(() => expect(uploads).toHaveLength(4))
  await uploads[3]!.refuse('Too many rows.')
  await screen.findByText('Too many rows.')
  await screen.findByRole('button', { name: 'Check Again' })
})

it('forgets a file that the server reads while the user goes back', async () => {
  show({})
  await choose('a.csv')
  await userEvent.click(screen.getByRole('combobox', { name: 'Encoding' }))
  await userEvent.click(await screen.findByRole('option', { name: 'UTF-16' }))
  await waitFor(() => expect(uploads).toHaveLength(2))
  await press('Back')
  await uploads[1]!.answer(head)
  await screen.findByLabelText(/^Choose an Excel, CSV or GeoJSON file/)
  expect(screen.queryByText('a.csv')).toBeNull()
})

it('never imports an older check after a later one was refused', async () => {
  show({
    ...serverOf(jobOf('check-of-a', 'a.csv', { dryRun: true })),
    RunImport: { errors: [{ message: 'Choose again.' }] },
  })
  await choose('a.csv')
  await press('Check File')
  await waitFor(() => expect(uploads).toHaveLength(2))
  await uploads[1]!.answer({ id: 'check-of-a' })
  await screen.findByRole('button', { name: 'Import 2 Rows' })
  await userEvent.click(screen.getByRole('radio', { name: 'Update' }))
  await press('Check Again')
  await screen.findByRole('alert')
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Import 2 Rows' })).disabled).toBe(true)
})

it('is a page: opened again, it can be undone, and shows what was undone', async () => {
  const imported = jobOf('import-of-a', 'a.csv')
  const jobs = [imported, undoOf('undo')]
  const undone = jobOf('import-of-a', 'a.csv', {
    followUps: [{ __typename: 'FollowUpJob', id: 'undo', kind: 'IMPORT_UNDO', status: 'DONE' }],
    undoneAt: at(0),
  })
  const server = {
    ...serverOf(),
    ImportJob: ({ id }: { id?: unknown }) => ({ data: { job: jobs.find((job) => job.id === id) } }),
    UndoImport: () => {
      jobs[0] = undone
      return { data: { undoImport: { __typename: 'Job', id: 'undo' } } }
    },
  }
  show(server, '/import/properties/import-of-a')
  await screen.findByText('a.csv')
  await press('Undo Import')
  await screen.findByText(/^Undone: 2 removed, 0 restored, 0 kept/)
  expect(screen.queryByRole('button', { name: 'Undo Import' })).toBeNull()

  // After a reload, or in another tab.
  cleanup()
  show(server, '/import/properties/import-of-a')
  await screen.findByText(/^Undone: 2 removed, 0 restored, 0 kept/)
  expect(screen.queryByRole('button', { name: 'Undo Import' })).toBeNull()
})

it('shows an undo that somebody began in another tab', async () => {
  const { push } = show(serverOf(jobOf('import-of-a', 'a.csv'), undoOf('undo')), '/import/properties/import-of-a')
  await screen.findByRole('button', { name: 'Undo Import' })
  const followUps = [{ __typename: 'FollowUpJob', id: 'undo', kind: 'IMPORT_UNDO', status: 'RUNNING' }]
  await act(async () => push('ImportJobChanged', { jobChanged: jobOf('import-of-a', 'a.csv', { followUps }) }))
  await screen.findByText(/^Undone: 2 removed/)
  expect(screen.queryByRole('button', { name: 'Undo Import' })).toBeNull()
})

it('tells a check from an import, and imports it', async () => {
  show(
    serverOf(jobOf('check-of-a', 'a.csv', { dryRun: true }), jobOf('import-of-a', 'a.csv')),
    '/import/properties/check-of-a',
  )
  await screen.findByText('Nothing is saved yet.')
  await press('Import 2 Rows')
  await screen.findByRole('button', { name: '2 created' })
  expect(path()).toBe('/import/properties/import-of-a')
  await press('Back of the browser')
  await screen.findByText('Nothing is saved yet.')
})

it.each([
  ['parcels', 'Import it on the server: npm run parcels:import -- county.geojson'],
  ['leads', 'Split it.'],
])('says what to do with a file of %s that is too large, without uploading it', async (list, sentence) => {
  show({}, `/import/${list}`)
  const file = new File(['{'], 'county.geojson')
  Object.defineProperty(file, 'size', { value: 20 * 1024 * 1024 + 1 })
  await userEvent.upload(await screen.findByLabelText(/^Choose an Excel, CSV or GeoJSON file/), file)
  expect((await screen.findByRole('alert')).textContent).toBe(`This file is larger than 20 MB. ${sentence}`)
  expect(uploads).toEqual([])
})
