import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { recentDashboard, recentDays } from './recentDays.ts'
import { collectConsoleErrors, openAs, password } from './signIn.ts'

const OWNER = 'hollis@sample-storm.example'
const REP = { email: 'lane@sample-storm.example', name: 'Lane Prototype' }

test(
  'the trend shows a metric by day with arrow keys, and a point opens its events',
  { tag: '@wide' },
  async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page)
    const days = recentDays()
    await openAs(page, OWNER, recentDashboard(days))
    const chart = page.getByRole('slider', { name: 'Leads per Day' })
    await chart.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await expect(chart).toHaveAttribute('aria-valuetext', /^\w{3}, \w{3} \d+: \d+/)
    await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(` ${Number(days.from.slice(-2))}: `))
    const token = await createToken(OWNER, password)
    const { performanceTrend } = await execute<{
      performanceTrend: { points: { current: { doorsKnocked: number } | null }[] }
    }>(
      `query ($from: String!, $to: String!) {
        performanceTrend(from: $from, to: $to) { points { current { doorsKnocked } } }
      }`,
      days,
      token,
    )
    const busiest = performanceTrend.points.findLastIndex(({ current }) => (current?.doorsKnocked ?? 0) > 0)
    const doors = performanceTrend.points[busiest]!.current!.doorsKnocked
    await page.getByRole('radio', { name: 'Doors' }).and(page.locator(':visible')).check()
    const doorsChart = page.getByRole('slider', { name: 'Doors per Day' })
    await doorsChart.focus()
    await page.keyboard.press('Home')
    for (let n = 0; n < busiest; n += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Doors, / })
    await expect(dialog.getByRole('definition').last()).toHaveText(`${doors}`)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('table', { name: 'Doors per Day' })).toBeAttached()
    expect(consoleErrors()).toEqual([])
  },
)

test('the funnel and the hours show the numbers of the API, and the dashboard is accessible', async ({ page }) => {
  const days = recentDays()
  await openAs(page, OWNER, recentDashboard(days))
  const token = await createToken(OWNER, password)
  const { performanceTrend: trend, talkRates } = await execute<{
    performanceTrend: { current: { doorsKnocked: number; talks: number } }
    talkRates: { best: { rate: number } }
  }>(
    `query ($from: String!, $to: String!) {
      performanceTrend(from: $from, to: $to) { current { doorsKnocked talks } }
      talkRates(from: $from, to: $to) { best { rate } }
    }`,
    days,
    token,
  )
  const format = (count: number) => count.toLocaleString('en-US')
  const funnel = page.getByRole('region', { name: 'Funnel' })
  await expect(funnel.getByRole('button', { name: `${format(trend.current.doorsKnocked)}, Doors` })).toBeVisible()
  await expect(funnel.getByRole('button', { name: `${format(trend.current.talks)}, Talks` })).toBeVisible()
  const hours = page.getByRole('region', { name: 'When People Answer' })
  await expect(
    hours.getByText(`${Math.round(talkRates.best.rate)} talks per 100 doors`, { exact: false }),
  ).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Cost per lead by day' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('all of the dashboard shows any days, which stay in the URL', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, OWNER, '/?period=week')
  await page.getByRole('button', { name: 'Custom Dates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Custom Dates' })
  await dialog.getByLabel('First day').fill('2026-02-10')
  await dialog.getByLabel('Last day').fill('2026-02-01')
  await dialog.getByRole('button', { name: 'Show Days' }).click()
  await expect(dialog.getByText('The last day is before the first day')).toBeVisible()
  await dialog.getByLabel('Last day').fill('2026-02-20')
  await dialog.getByRole('button', { name: 'Show Days' }).click()
  await expect(page).toHaveURL(/from=2026-02-10&to=2026-02-20/)
  await expect(page.getByRole('button', { name: 'Feb 10 – 20', exact: true })).toBeVisible()
  for (const period of ['Today', 'This Week', 'This Month'])
    await expect(page.getByRole('radio', { name: period })).not.toBeChecked()
  // The demo town began later, so that nobody did anything on these days.
  for (const name of ['Sales Leaderboard', 'Team Performance'])
    await expect(page.getByRole('region', { name }).getByText('No activity yet')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Top Neighborhoods' }).getByText('No leads yet')).toBeVisible()
  const cost = page.getByRole('region', { name: 'Cost Breakdown' })
  await expect(cost.getByRole('button', { name: '$0.00, Cost of Feb 10 – 20', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('table', { name: 'Leads per Day' }).getByRole('row')).toHaveCount(12)
  await page.getByRole('button', { name: 'Show the period again' }).click()
  await expect(page).not.toHaveURL(/from=/)
  await expect(page.getByRole('radio', { name: 'This Week' })).toBeChecked()
})

test("a name leads to the rep's page with their figures, records and latest work", async ({ page }) => {
  // A rep who has done nothing since the month began has no figures.
  const token = await createToken(REP.email, password)
  const { properties } = await execute<{ properties: { edges: { node: { id: string } }[] } }>(
    '{ properties(first: 1) { edges { node { id } } } }',
    {},
    token,
  )
  const input = { propertyId: properties.edges[0]!.node.id, outcome: 'NOBODY_HOME' }
  await execute('mutation ($input: KnockInput!) { logKnock(input: $input) { __typename } }', { input }, token)
  await openAs(page, OWNER, recentDashboard())
  await page.getByRole('region', { name: 'Team Performance' }).getByRole('link', { name: REP.name }).click()
  await expect(page).toHaveURL(/\/reps\//)
  await page.getByRole('radio', { name: 'This Month' }).click()
  await expect(page.getByRole('radio', { name: 'This Month' })).toBeChecked()
  await expect(page.getByRole('heading', { name: REP.name, level: 1 })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Doors per Day' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^The way from door to door/ })).toBeVisible()
  for (const name of ['Targets', 'Sessions', 'Outcomes', 'Records', 'Recent Work'])
    await expect(page.getByRole('region', { name })).toBeVisible()
  const { repSummary } = await execute<{ repSummary: { current: { doorsKnocked: number } } }>(
    '{ repSummary(period: MONTH) { current { doorsKnocked } } }',
    {},
    token,
  )
  const doors = repSummary.current.doorsKnocked.toLocaleString('en-US')
  await expect(page.getByRole('button', { name: `${doors}, Doors of ${REP.name} this month` })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('a rep opens their own page, and not that of a colleague', { tag: '@wide' }, async ({ page }) => {
  const token = await createToken(OWNER, password)
  const { leaderboard } = await execute<{ leaderboard: { entries: { user: { id: string; fullName: string } }[] } }>(
    'query ($from: String!, $to: String!) { leaderboard(from: $from, to: $to) { entries { user { id fullName } } } }',
    recentDays(),
    token,
  )
  const idOf = (own: boolean) => leaderboard.entries.find(({ user }) => (user.fullName === REP.name) === own)!.user.id
  await openAs(page, REP.email, `/reps/${idOf(true)}`)
  await expect(page.getByRole('heading', { name: REP.name, level: 1 })).toBeVisible()
  await page.goto(`/reps/${idOf(false)}`)
  await expect(page.getByText('User not found')).toBeVisible()
})

test('the whole team has a target with its progress', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, OWNER, '/?period=month')
  const targets = page.getByRole('region', { name: 'Targets' })
  await targets.getByRole('button', { name: 'Set Target' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set Target' })
  await dialog.getByLabel('Sales Rep').click()
  await page.getByRole('option', { name: 'Whole team' }).click()
  await dialog.getByRole('textbox', { name: 'Target' }).fill('900')
  await dialog.getByRole('button', { name: 'Set Target' }).click()
  await expect(targets.getByRole('listitem').filter({ hasText: 'Whole team' })).toContainText('of 900')
})
