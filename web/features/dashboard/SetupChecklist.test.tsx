// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { AddStartersButton } from '../templates/AddStartersButton.tsx'
import { SetupChecklist } from './SetupChecklist.tsx'

/** How often the progress was read. */
let asked = 0

afterEach(() => {
  cleanup()
  asked = 0
})

const progress = ({ properties = 0, templates = 0, users = 1, doors = 0, around = {} }) => ({
  data: {
    totals: { __typename: 'Totals', properties },
    parcelsAround: { __typename: 'ParcelsAround', provider: 'embedded', address: null, parcels: 0, ...around },
    templates: Array.from({ length: templates }, (_, n) => ({ __typename: 'Template', id: `t${n}` })),
    users: { __typename: 'UserConnection', totalCount: users },
    leaderboard: {
      __typename: 'Leaderboard',
      entries: doors ? [{ __typename: 'LeaderboardEntry', doorsKnocked: doors }] : [],
    },
  },
})

const render = (found: Parameters<typeof progress>[0]) =>
  renderSignedIn(<SetupChecklist starters={<AddStartersButton />} />, {
    answers: {
      SetupProgress: () => {
        asked += 1
        return progress(found)
      },
      SetChecklistPutAway: {
        data: { setChecklistPutAway: { __typename: 'Me', id: 'riley', checklistPutAway: true } },
      },
      AddStarterTemplates: { data: { addStarterTemplates: [{ __typename: 'Template', id: 't0' }] } },
    },
    me: { effectiveRole: 'OWNER' },
  })

const stepsShown = async () =>
  (await screen.findAllByRole('link')).map((link) => link.getAttribute('aria-label') ?? link.textContent)

it('ticks what is there, and each step opens its place', async () => {
  render({ users: 3 })
  expect((await screen.findByText('2 of 6 done')).textContent).toBe('2 of 6 done')
  expect(await stepsShown()).toEqual([
    'Company and time zone',
    'ParcelsSay where the company is, to see the parcels around it.',
    'Houses and past visitsImport them from SalesRabbit, SPOTIO or a list.',
    'First templateLetters are printed from it.',
    'People',
    'First knockTap a house on the map.',
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/company-settings',
    '/parcels',
    '/import/properties',
    '/templates',
    '/users',
    '/map',
  ])
  expect(screen.getAllByLabelText('Done:')).toHaveLength(2)
})

it('offers starter templates where there is no template, and ticks the step when they are added', async () => {
  const found = { templates: 0 }
  render(found)
  const add = await screen.findByRole('button', { name: 'Add Starter Templates' })
  expect(add.closest('li')?.textContent).toContain('First template')
  found.templates = 9
  fireEvent.click(add)
  expect(await screen.findAllByText('2 of 6 done')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Add Starter Templates' })).toBeNull()
})

it.each([
  [{ address: '1 Sample St' }, false, "None around the company's address. Import the county's file."],
  [{ address: '1 Sample St', parcels: 13_116 }, true, "13,116 within 3 miles of the company's address."],
  [{ provider: 'regrid', parcels: null }, true, 'Looked up at a provider of parcels.'],
])('tells of the parcels around the company: %o', async (around, isDone, hint) => {
  render({ around })
  const link = await screen.findByRole('link', { name: /Parcels/ })
  expect(link.textContent).toBe(`Parcels${hint}`)
  expect(link.querySelector('[aria-label="Done:"]') !== null).toBe(isDone)
})

it('is gone when everything is done', async () => {
  const { container } = render({
    properties: 2,
    templates: 1,
    users: 2,
    doors: 1,
    around: { address: '1 Sample St', parcels: 3 },
  })
  await waitFor(() => expect(container.textContent).toBe(''))
  expect(screen.queryByText('Getting Started')).toBeNull()
})

it('needs no address of a company that works, and is gone after its last step', async () => {
  const found = { properties: 2, users: 2, doors: 1, templates: 0 }
  const { container } = render(found)
  expect((await screen.findByText('5 of 6 done')).textContent).toBe('5 of 6 done')
  found.templates = 9
  fireEvent.click(screen.getByRole('button', { name: 'Add Starter Templates' }))
  await waitFor(() => expect(container.textContent).toBe(''))
})

it('is put away on the server', async () => {
  const { container, sent } = render({})
  fireEvent.click(await screen.findByRole('button', { name: 'Put Away' }))
  await waitFor(() => expect(container.textContent).toBe(''))
  expect(sent.at(-1)).toEqual(['SetChecklistPutAway', { putAway: true }])
})

it('is not shown if it was put away on another device', async () => {
  const { container } = renderSignedIn(<SetupChecklist starters={null} />, {
    me: { effectiveRole: 'OWNER', checklistPutAway: true },
  })
  await waitFor(() => expect(container.textContent).toBe(''))
  expect(asked).toBe(0)
})
