import { expect, type Locator, type Page } from '@playwright/test'
import { execute, createToken } from './api.ts'
import { test } from './fixtures.ts'
import { recentDashboard } from './recentDays.ts'
import { collectConsoleErrors, openAs, openSession, password } from './signIn.ts'

const OWNER = 'emery@example-exteriors.example'
const REP = { email: 'finley@example-exteriors.example', name: 'Finley Sandbox' }

interface Entry {
  user: { fullName: string }
  leadsCreated: number
  doorsKnocked: number
}

const boardPanel = (page: Page) => page.getByRole('region', { name: 'Sales Leaderboard' })
const slider = (page: Page) => page.getByRole('slider', { name: 'Replay the day' })

async function showMonth(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'This Month' }).click()
  await expect(page.getByRole('radio', { name: 'This Month' })).toBeChecked()
}

/** The leaderboard on the screen, as 'Finley Sandbox 3 12' (leads, doors). */
const readLeaderboard = (page: Page): Promise<string[]> =>
  boardPanel(page)
    .getByRole('listitem')
    .evaluateAll((rows) =>
      (rows as HTMLElement[]).map((row) => {
        const [, leads, doors] = /(\d+) leads?\s+(\d+) doors?/.exec(row.innerText) ?? []
        return `${row.querySelector('p')!.innerText} ${leads} ${doors}`
      }),
    )

/** The same from the API. */
async function fetchLeaderboardAsOf(token: string, asOf: string): Promise<string[]> {
  const { leaderboard } = await execute<{ leaderboard: { entries: Entry[] } }>(
    `query ($asOf: DateTimeISO!) {
      leaderboard(period: MONTH, asOf: $asOf) { entries { user { fullName } leadsCreated doorsKnocked } }
    }`,
    { asOf },
    token,
  )
  return leaderboard.entries
    .slice(0, 5)
    .map(({ user, leadsCreated, doorsKnocked }) => `${user.fullName} ${leadsCreated} ${doorsKnocked}`)
}

async function momentOf(range: Locator): Promise<string> {
  return new Date(Number(await range.getAttribute('aria-valuenow'))).toISOString()
}

test(
  'the day is replayed by keyboard: earlier ranks from the log, and back to now',
  { tag: '@wide' },
  async ({ page, browser }) => {
    const consoleErrors = collectConsoleErrors(page)
    const token = await createToken(OWNER, password)
    await openAs(page, OWNER, '/')
    await showMonth(page)
    await expect(boardPanel(page).getByText('Live', { exact: true })).toBeVisible()
    const now = await fetchLeaderboardAsOf(token, new Date().toISOString())
    // The week is shown until the month has arrived.
    await expect.poll(() => readLeaderboard(page)).toEqual(now)

    // Go back far enough to find a working day.
    const range = slider(page)
    await range.focus()
    for (const key of ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'ArrowLeft', 'ArrowLeft'])
      await page.keyboard.press(key)
    await expect(range).toHaveAttribute('aria-valuetext', /^\w{3}, \w{3} \d+, \d+:\d\d\s[AP]M$/)
    await expect(boardPanel(page).getByText(/^\w{3}, \w{3} \d+, /)).toBeVisible()
    const moment = await momentOf(range)
    const then = await fetchLeaderboardAsOf(token, moment)
    await expect.poll(() => readLeaderboard(page)).toEqual(then)
    expect(then).not.toEqual(now)

    // A past metric is explained by the events up to that time.
    const doors = boardPanel(page)
      .getByRole('button', { name: /, Doors of/ })
      .first()
    const messages = Number(/\d+/.exec(await doors.innerText())?.[0])
    await doors.click()
    await expect(page.getByRole('dialog').getByRole('status', { name: 'Metric total' })).toContainText(String(messages))
    await page.keyboard.press('Escape')

    // New events do not change the past.
    const rep = await createToken(REP.email, password)
    const { properties } = await execute<{ properties: { edges: { node: { id: string } }[] } }>(
      '{ properties(first: 1) { edges { node { id } } } }',
      {},
      rep,
    )
    await execute(
      'mutation ($input: KnockInput!) { logKnock(input: $input) { __typename } }',
      { input: { propertyId: properties.edges[0]!.node.id, outcome: 'TALKED' } },
      rep,
    )
    const watcher = await openSession(browser, OWNER, '/')
    await showMonth(watcher)
    // A rep who has done nothing since the month began is not on the board.
    const doorsNow = (board: string[]) =>
      Number(
        board
          .find((row) => row.startsWith(REP.name))
          ?.split(' ')
          .at(-1) ?? 0,
      )
    await expect.poll(async () => doorsNow(await readLeaderboard(watcher))).toBe(doorsNow(now) + 1)
    expect(await readLeaderboard(page)).toEqual(then)

    await page.getByRole('button', { name: 'Back to Live' }).click()
    await expect(boardPanel(page).getByText('Live', { exact: true })).toBeVisible()
    await expect.poll(async () => doorsNow(await readLeaderboard(page))).toBe(doorsNow(now) + 1)
    expect(consoleErrors()).toEqual([])
    await watcher.context().close()
  },
)

test("the slider's right end is now", { tag: '@phone' }, async ({ page }) => {
  await openAs(page, OWNER, '/')
  // The month has at least seven days to replay; today has none shortly after midnight.
  await showMonth(page)
  const range = slider(page)
  await range.focus()
  await expect(range).toHaveAttribute('aria-valuetext', 'Now')
  await page.keyboard.press('Home')
  await expect(range).toHaveAttribute('aria-valuetext', /12:00\sAM$/)
  await page.keyboard.press('End')
  await expect(range).toHaveAttribute('aria-valuetext', 'Now')
  await page.keyboard.press('Home')
  await expect(range).toHaveAttribute('aria-valuetext', /12:00\sAM$/)
  await page.getByRole('button', { name: 'Speed 1×' }).click()
  const start = await range.getAttribute('aria-valuenow')
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(range).not.toHaveAttribute('aria-valuenow', start!)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Back to Live' }).click()
  await expect(range).toHaveAttribute('aria-valuetext', 'Now')
})

test('late events are counted when they happened, and the view says so', { tag: '@wide' }, async ({ page }) => {
  const rep = await createToken(REP.email, password)
  const { properties } = await execute<{ properties: { edges: { node: { id: string } }[] } }>(
    '{ properties(first: 1) { edges { node { id } } } }',
    {},
    rep,
  )
  await openAs(page, OWNER, recentDashboard())
  const team = page.getByRole('region', { name: 'Team Performance' })
  await expect(team.getByRole('button', { name: `, Leads of ${REP.name}` })).toBeVisible()
  const late = team.getByRole('button', { name: /Late events / })
  const before = (await late.count()) ? Number(/\d+/.exec(await late.innerText())?.[0]) : 0
  await execute(
    'mutation ($input: KnockInput!) { logKnock(input: $input) { __typename } }',
    {
      input: {
        propertyId: properties.edges[0]!.node.id,
        outcome: 'LEFT_FLYER',
        occurredAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
      },
    },
    rep,
  )
  await expect(late).toContainText(String(before + 1))
  await late.click()
  await expect(page.getByRole('dialog')).toContainText('recorded')
})
