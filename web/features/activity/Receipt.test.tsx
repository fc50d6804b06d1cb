// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLocation, useNavigate } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { Metric } from '../../domain/Metric.tsx'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { ExplainMetrics } from './ExplainMetrics.tsx'
import { parseReceiptQuery, titleOfQuery } from './receiptQuery.ts'

afterEach(cleanup)

const avery = { __typename: 'UserRef', id: 'avery', fullName: 'Avery Sample' }
const jordan = { __typename: 'UserRef', id: 'jordan', fullName: 'Jordan Placeholder' }

const knock = (n: number, isReversed = false, amount = 1) => ({
  ...{ __typename: 'ExplainedEdge', cursor: `c${n} ${amount}` },
  node: {
    ...{ __typename: 'ExplainedEvent', amount, isReversed, at: '2026-06-10T15:00:00.000Z' },
    event: {
      ...{
        __typename: 'ActivityEvent',
        eventId: `e${n}${amount}`,
        type: amount > 0 ? 'DoorKnocked' : 'KnockWithdrawn',
      },
      ...{
        data: { outcome: 'talked' },
        occurredAt: '2026-06-10T15:00:00.000Z',
        recordedAt: '2026-06-10T15:00:01.000Z',
      },
      ...{ actor: avery, subjectUser: null },
      record: { __typename: 'EventRecord', kind: 'PROPERTY', id: `p${n}`, label: `${n} Sample St, Sampleton` },
    },
  },
})

const line = (key: string | null, amount: number, user: object | null = null) => ({
  ...{ __typename: 'ReceiptLine', key, amount, user },
})

const section = (by: string, lines: object[], otherCount = 0, otherAmount = 0) => ({
  ...{ __typename: 'ReceiptSection', by, lines, otherCount, otherAmount },
})

const explanation = (edges: object[], hasNextPage = false) => ({
  ...{ __typename: 'Explanation', figure: 'DOORS_KNOCKED', total: 12 },
  ...{ from: '2026-06-08T04:00:00.000Z', to: '2026-06-15T04:00:00.000Z' },
  receipt: {
    ...{ __typename: 'Receipt', reversed: 1 },
    sections: [
      section('USER', [line('avery', 7, avery), line('jordan', 5, jordan)]),
      section('TALK', [line('talk', 9), line('no_talk', 3)]),
    ],
  },
  edges,
  pageInfo: { __typename: 'PageInfo', endCursor: 'c', hasNextPage },
})

/** 12 knocks that count, one that was undone, and its undoing. */
const edges = [knock(0, false, -1), knock(0, true), ...Array.from({ length: 12 }, (_, n) => knock(n + 1))]

function Location() {
  const { search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output aria-label="Query">{search}</output>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  )
}

const input = { figure: 'DOORS_KNOCKED' as const, period: 'WEEK' as const }
const screenWithMetric = (
  <>
    <ExplainMetrics>
      <Metric text="12" title="Doors this week" note="Over all reps" input={input} />
    </ExplainMetrics>
    <Location />
  </>
)

const answers = { Explain: { data: { explain: explanation(edges) } } }
const termsOf = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.nextElementSibling!.textContent}`)

it('a figure opens its receipt: by rep, by type, what was undone struck through, and the sum at the foot', async () => {
  const { sent } = renderSignedIn(screenWithMetric, { answers })
  await userEvent.click(screen.getByRole('button', { name: '12, Doors this week' }))
  const slip = await screen.findByRole('dialog', { name: 'Doors this week' })
  expect(await within(slip).findByRole('status', { name: 'Metric total' })).toHaveProperty('textContent', '12 doors')
  expect(termsOf(slip)).toEqual([
    ...['Avery Sample 7', 'Jordan Placeholder 5', 'Talked 9', 'No talk 3'],
    ...['Recorded 13', 'Undone 1', 'Total 12'],
  ])
  expect(within(slip).getByText('1', { selector: 's' }).tagName).toBe('S')
  expect(within(slip).getByText('Over all reps').tagName).toBe('DIV')
  const rows = () => within(within(slip).getByRole('list', { name: 'Events' })).getAllByRole('listitem')
  expect(rows()).toHaveLength(8)
  expect(rows()[0]!.querySelector('s')?.textContent).toContain('0 Sample St')
  expect(rows()[1]!.querySelector('s')).toBeNull()
  expect(sent).toEqual([['Explain', { input: { ...input, corrections: true }, first: 20 }]])

  await userEvent.click(within(slip).getByRole('button', { name: 'All 13 Events' }))
  expect(rows()).toHaveLength(13)
  expect(within(slip).queryByRole('button', { name: 'Show More' })).toBeNull()
})

it('the URL names the receipt: Back closes it, Done too, and a record takes its place', async () => {
  renderSignedIn(screenWithMetric, { answers })
  const url = () => new URLSearchParams(screen.getByLabelText('Query').textContent)
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: '12, Doors this week' }))
    return screen.findByRole('dialog', { name: 'Doors this week' })
  }
  await open()
  expect(JSON.parse(url().get('receipt')!)).toEqual({ input })
  screen.getByText('Back').click()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(url().size).toBe(0)

  await userEvent.click(within(await open()).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(url().size).toBe(0)

  await userEvent.click(
    await within(await open()).findByRole('button', { name: 'Open property: 3 Sample St, Sampleton' }),
  )
  await waitFor(() => expect([...url()]).toEqual([['property', 'p3']]))
  screen.getByText('Back').click()
  expect((await screen.findByRole('dialog', { name: 'Doors this week' })).tagName).toBe('DIV')
})

it('a link opens the receipt with a title of its own', async () => {
  const linked = { input: { ...input, tag: 'STORM' }, title: 'Call 555-0100', compared: 1 }
  renderSignedIn(screenWithMetric, { answers, path: `/?receipt=${encodeURIComponent(JSON.stringify(linked))}` })
  const slip = await screen.findByRole('dialog', { name: 'Doors · Storm Damage' })
  expect(termsOf(await within(slip).findByRole('region', { name: 'By rep' }))).toEqual([
    ...['Avery Sample 7', 'Jordan Placeholder 5'],
  ])
  await userEvent.click(within(slip).getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('Query').textContent).toBe('')
})

it('a link that names nothing says so', async () => {
  renderSignedIn(screenWithMetric, { answers, path: '/?receipt=%7Bnonsense' })
  expect((await screen.findByText('This link names no figure')).tagName).toBe('P')
})

it('what a URL says is read as far as it is known', () => {
  const parse = (query: object) => parseReceiptQuery(JSON.stringify(query))
  const place = { neighborhood: 'Sample Park', city: null }
  const known = { figure: 'LEADS_CREATED', period: 'WEEK', userId: 'avery', hour: 9, place }
  expect(parse({ input: { ...known, other: 1, from: {}, days: '7' }, allTenants: 'yes' })).toEqual({ input: known })
  expect(parse({ input: known, allTenants: true, compared: { from: 'a', to: 'b', name: 'c' } })).toEqual({
    ...{ input: known, allTenants: true, compared: { from: 'a', to: 'b' } },
  })
  for (const input of [null, 1, [], {}, { figure: '__proto__' }, { figure: 'toString' }, { figure: 1 }])
    expect(parse({ input })).toBeNull()
  for (const text of ['', '[', 'null', '1', '"x"', `{"input":${' '.repeat(2000)}}`])
    expect(parseReceiptQuery(text)).toBeNull()
  expect(titleOfQuery({ figure: 'TOTAL_LEADS', status: 'NEW' })).toBe('Total Leads · New')
})

it('shows the first lines of a long section, and the others with their sum', async () => {
  const lines = Array.from({ length: 50 }, (_, n) =>
    line(`r${n}`, 2, { ...avery, id: `r${n}`, fullName: `Sample Rep ${n}` }),
  )
  const long = {
    ...explanation([]),
    total: 107,
    receipt: { __typename: 'Receipt', reversed: 0, sections: [section('USER', lines, 7, 7)] },
  }
  renderSignedIn(screenWithMetric, { answers: { Explain: { data: { explain: long } } } })
  await userEvent.click(screen.getByRole('button', { name: '12, Doors this week' }))
  const reps = await screen.findByRole('region', { name: 'By rep' })
  expect(termsOf(reps)).toHaveLength(6)
  await userEvent.click(within(reps).getByRole('button', { name: '51 more: 95' }))
  expect(termsOf(reps).slice(-2)).toEqual(['Sample Rep 49 2', '7 others 7'])
})
