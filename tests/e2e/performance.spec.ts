import { expect, type Locator, type Page } from '@playwright/test'
import { execute, createToken } from './api.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { test } from './fixtures.ts'
import { recentDashboard } from './recentDays.ts'
import { collectConsoleErrors, openAs, openSession, password } from './signIn.ts'

const OWNER = 'hollis@sample-storm.example'
const REP = { email: 'lane@sample-storm.example', name: 'Lane Prototype' }
const GLOBAL = 'parker@porchlight.example'
const TENANT = 'Sample Storm Co'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** A metric by its accessible name, such as 'Leads of Lane Prototype'. */
const metric = (within: Page | Locator, title: string) => within.getByRole('button', { name: `, ${title}` })

/** Chooses a period. The URL changes first, and the radio button follows. */
async function choose(page: Page, period: string): Promise<void> {
  await page.getByRole('radio', { name: period }).click()
  await expect(page.getByRole('radio', { name: period })).toBeChecked()
}

async function numberIn(found: Locator): Promise<number> {
  return Number((await found.innerText()).replaceAll(/[^0-9.-]/g, ''))
}

/** Logs a knock at a house and returns its id. */
async function knock(token: string, propertyId: string, outcome: string): Promise<string> {
  const { logKnock } = await execute<{ logKnock: { eventId: string } }>(
    'mutation ($input: KnockInput!) { logKnock(input: $input) { eventId } }',
    { input: { propertyId, outcome } },
    token,
  )
  return logKnock.eventId
}

async function findFirstProperty(token: string): Promise<string> {
  const { properties } = await execute<{ properties: { edges: { node: { id: string } }[] } }>(
    '{ properties(first: 1) { edges { node { id } } } }',
    {},
    token,
  )
  return properties.edges[0]!.node.id
}

test(
  'a knock and a lead elsewhere update the dashboards of owner and global admin without a reload',
  { tag: '@wide' },
  async ({ page, browser }) => {
    const consoleErrors = collectConsoleErrors(page)
    const rep = await createToken(REP.email, password)
    const house = await findFirstProperty(rep)
    // A rep who has done nothing since the week began is not on the dashboard.
    await knock(rep, house, 'NOBODY_HOME')
    await openAs(page, OWNER, '/')
    const global = await openSession(browser, GLOBAL, '/')
    const board = panel(page, 'Sales Leaderboard').getByRole('listitem').filter({ hasText: REP.name })
    const leads = metric(panel(page, 'Team Performance'), `Leads of ${REP.name} this week`)
    const totalLeads = metric(page, 'Total Leads')
    const calls = metric(global, `API Calls of ${TENANT}, last 7 days`)
    const doors = async () => Number(/(\d+) doors?/.exec(await board.innerText())?.[1])
    const knocksOfAll = metric(panel(global, 'Activity Breakdown'), 'Door knocked, last 7 days')
    await expect(leads).toBeVisible()
    await expect(calls).toBeVisible()
    const before = {
      doors: await doors(),
      leads: await numberIn(leads),
      total: await numberIn(totalLeads),
      calls: await numberIn(calls),
      knocks: await numberIn(knocksOfAll),
    }
    let reloads = 0
    for (const item of [page, global]) item.on('load', () => (reloads += 1))

    await knock(rep, house, 'TALKED')
    await expect.poll(doors).toBe(before.doors + 1)
    await expect.poll(() => numberIn(calls)).toBeGreaterThan(before.calls)
    await expect.poll(() => numberIn(knocksOfAll)).toBe(before.knocks + 1)

    const { createLead } = await execute<{ createLead: { id: string } }>(
      'mutation ($input: CreateLeadInput!) { createLead(input: $input) { id } }',
      { input: { propertyId: house, tag: 'STORM' } },
      rep,
    )
    await expect.poll(() => numberIn(leads)).toBe(before.leads + 1)
    await expect.poll(() => numberIn(totalLeads)).toBe(before.total + 1)

    // Deleting the lead reverses both numbers.
    const admin = await createToken(GLOBAL, password)
    await execute('mutation ($id: ID!) { deleteLead(id: $id) { __typename } }', { id: createLead.id }, admin)
    await expect.poll(() => numberIn(leads)).toBe(before.leads)
    await expect.poll(() => numberIn(totalLeads)).toBe(before.total)
    expect(reloads).toBe(0)
    expect(consoleErrors()).toEqual([])
    await global.context().close()
  },
)

test('the period applies to team and leaderboard, and stays in the URL', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, OWNER, '/')
  const token = await createToken(OWNER, password)
  for (const [label, period] of [
    ['Today', 'DAY'],
    ['This Month', 'MONTH'],
    ['This Week', 'WEEK'],
  ] as const) {
    await choose(page, label)
    await expect(page).toHaveURL(new RegExp(`period=${period.toLowerCase()}`))
    const { leaderboard } = await execute<{
      leaderboard: { entries: { user: { fullName: string }; leadsCreated: number }[] }
    }>(
      'query ($period: Period!) { leaderboard(period: $period) { entries { user { fullName } leadsCreated } } }',
      { period },
      token,
    )
    const expected = leaderboard.entries.slice(0, 5).map(({ user, leadsCreated }) => `${user.fullName} ${leadsCreated}`)
    await expect.poll(() => readLeaderboard(page)).toEqual(expected)
  }
  await page.reload()
  await expect(page.getByRole('radio', { name: 'This Week' })).toBeChecked()
})

/** The rows as they are in one moment: one that is waited for may be gone. */
const readLeaderboard = (page: Page): Promise<string[]> =>
  panel(page, 'Sales Leaderboard')
    .getByRole('listitem')
    .evaluateAll((rows) =>
      (rows as HTMLElement[]).map(
        (row) => `${row.querySelector('p')!.innerText} ${/(\d+) leads?/.exec(row.innerText)?.[1]}`,
      ),
    )

test(
  'a click on a metric opens its receipt: the sums and as many events as it counts',
  { tag: '@wide' },
  async ({ page }) => {
    await openAs(page, OWNER, recentDashboard())
    const team = panel(page, 'Team Performance')
    await expect(metric(team, `Leads of ${REP.name}`)).toBeVisible()
    const asked = [
      metric(team, `Properties searched by ${REP.name}`),
      metric(team, `Leads of ${REP.name}`),
      team.getByRole('button', { name: new RegExp(`^\\d+, Leads converted of ${REP.name}`) }),
      metric(panel(page, 'Sales Leaderboard'), `Doors of ${REP.name}`),
      metric(panel(page, 'Top Neighborhoods'), 'Leads in').first(),
      metric(page, 'Total Leads'),
    ]
    for (const item of asked) {
      const messages = await numberIn(item)
      await item.click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('status', { name: 'Metric total' })).toHaveText(
        new RegExp(`^${messages}\\s*(event|door|lead)s?`),
      )
      await expect(dialog.getByRole('definition').last()).toHaveText(`${messages}`)
      const byRep = dialog.getByRole('region', { name: 'By rep' }).getByRole('definition')
      const sumByRep = async () => (await byRep.allInnerTexts()).reduce((sum, count) => sum + Number(count), 0)
      await expect.poll(sumByRep).toBe(messages)
      const more = dialog.getByRole('button', { name: /^(All .* Events|Show More)$/ })
      const events = dialog
        .getByRole('list', { name: 'Events' })
        .getByRole('listitem')
        .filter({ hasNot: page.locator('s') })
      for (let count = await events.count(); count < messages; count = await events.count()) {
        await more.click()
        await expect.poll(() => events.count()).toBeGreaterThan(count)
      }
      await expect(events).toHaveCount(messages)
      if (messages > 0) await expect(events.first()).toContainText(/\w+ \w+.*[A-Z][a-z]{2} \d+, \d+:\d\d [AP]M/)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(item).toBeFocused()
    }
    const doors = metric(panel(page, 'Sales Leaderboard'), `Doors of ${REP.name}`)
    const count = await doors.innerText()
    await doors.click()
    await expect(page).toHaveURL(/receipt=/)
    await page.reload()
    const receipt = page.getByRole('dialog', { name: `Doors of ${REP.name}` })
    await expect(receipt.getByRole('definition').last()).toHaveText(count)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('#main')).toBeHidden()
    await expect(receipt.getByRole('listitem').first()).toBeVisible()
    await page.emulateMedia({ media: null })
    await page.goBack()
    await expect(receipt).toBeHidden()
    await expect(page).not.toHaveURL(/receipt=/)
  },
)

test('a metric of all tenants is the sum of the tenants, each with its events', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, GLOBAL, '/')
  const revenue = metric(page, 'Total Revenue, last 7 days')
  await expect(revenue).toBeVisible()
  const messages = await numberIn(revenue)
  await revenue.click()
  const dialog = page.getByRole('dialog')
  const parts = dialog.getByRole('list', { name: 'Tenants' }).getByRole('button')
  await expectAllEnabled(parts)
  const sum = (await parts.allInnerTexts())
    .map((text) => Number(/\$([\d,.]+)/.exec(text)![1]!.replaceAll(',', '')))
    .reduce((all, item) => all + item, 0)
  expect(Math.abs(sum - messages)).toBeLessThan(0.02)
  await parts.filter({ hasText: TENANT }).click()
  await expect(dialog.getByRole('list', { name: 'Events' }).getByRole('listitem').first()).toContainText('$0.')
  await dialog.getByRole('button', { name: 'All Tenants' }).click()
  await expect(parts.first()).toBeVisible()
})

/** Waits for the number of each tenant, which is asked for by itself. */
const expectAllEnabled = (parts: Locator) =>
  expect
    .poll(() => parts.evaluateAll((all) => [...new Set(all.map((item) => (item as HTMLButtonElement).disabled))]))
    .toEqual([false])

test('an action of all tenants adds up with the platform’s own events', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, GLOBAL, '/')
  const breakdown = panel(page, 'Activity Breakdown')
  await breakdown.getByRole('button', { name: /^Show All/ }).click()
  const signIns = metric(breakdown, 'Signed in, last 7 days')
  const messages = await numberIn(signIns)
  await signIns.click()
  const dialog = page.getByRole('dialog')
  const parts = dialog.getByRole('list', { name: 'Tenants' }).getByRole('button')
  const own = parts.filter({ hasText: 'Platform' })
  await expect(own).toBeEnabled()
  await expectAllEnabled(parts)
  const counts = (await parts.allInnerTexts()).map((text) => Number(/([\d,]+)$/.exec(text)![1]!.replaceAll(',', '')))
  expect(counts.reduce((all, item) => all + item, 0)).toBe(messages)
  await own.click()
  await expect(dialog.getByRole('list', { name: 'Events' })).toContainText('Parker Mockingham')
})

test('tags, rates and values can be touched on 44 px each way', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, OWNER, recentDashboard())
  const team = panel(page, 'Team Performance')
  await expect(metric(team, `Leads of ${REP.name}`)).toBeVisible()
  await expect(metric(panel(page, 'Cost Breakdown'), 'Cost of').first()).toBeVisible()
  const controls = page.getByRole('button', { name: /, (Leads|Conversion|.* leads|Cost|Doors) / })
  await expect.poll(() => controls.count()).toBeGreaterThan(10)
  const findSmall = () =>
    controls.evaluateAll((all) =>
      all
        .map((button) => {
          button.scrollIntoView({ block: 'center' })
          const box = button.getBoundingClientRect()
          const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
          const { width, height } = getComputedStyle(button, '::after')
          return {
            name: button.getAttribute('aria-label'),
            width: parseFloat(width),
            height: parseFloat(height),
            isHit: hit?.closest('button') === button,
          }
        })
        .filter(({ width, height, isHit }) => !(width >= 44 && height >= 44 && isHit)),
    )
  await expect.poll(findSmall).toEqual([])
})

test('what was undone is struck through', { tag: '@phone' }, async ({ page }) => {
  const rep = await createToken(REP.email, password)
  const house = await findFirstProperty(rep)
  // A rep who has no other knock since the week began is not on the board.
  await knock(rep, house, 'TALKED')
  const id = await knock(rep, house, 'NOBODY_HOME')
  await execute('mutation ($id: ID!) { withdrawKnock(eventId: $id) { eventId } }', { id }, rep)
  await openAs(page, OWNER, '/')
  const doors = metric(panel(page, 'Sales Leaderboard'), `Doors of ${REP.name} this week`)
  const messages = await numberIn(doors)
  await doors.click()
  const dialog = page.getByRole('dialog')
  const events = dialog.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await expect(events.first().locator('s')).toContainText(/^reversed: \d/)
  await expect(events.first().getByRole('button', { name: /^Open event: Door knocked: Nobody home/ })).toBeVisible()
  await expect(dialog.getByRole('term').filter({ hasText: /^Undone$/ })).toBeVisible()
  await expect(dialog.getByRole('status', { name: 'Metric total' })).toHaveText(new RegExp(`^${messages}\\s`))
})

test('a new rate applies to new usage only', { tag: '@wide' }, async ({ page, browser }) => {
  const admin = await createToken(GLOBAL, password)
  const rep = await createToken(REP.email, password)
  const owner = await openSession(browser, OWNER, '/')
  await openAs(page, GLOBAL, '/')
  const cost = metric(panel(owner, 'Cost Breakdown'), 'Cost of Map loads')
  await expect(cost).toBeVisible()
  const usage = async () => {
    const { usageSummary, trends } = await execute<{
      usageSummary: { byService: { service: string; cost: number }[] }
      trends: { days: { cost: number }[] }
    }>(
      '{ usageSummary { byService { service cost } } trends { days { cost } } }',
      {},
      await createToken(OWNER, password),
    )
    return {
      mapLoads: usageSummary.byService.find(({ service }) => service === 'MAP_LOADS')!.cost,
      earlier: trends.days.slice(0, -1).map((day) => day.cost),
    }
  }
  const before = await usage()

  try {
    const field = page.getByRole('spinbutton', { name: 'Map loads' })
    await field.fill('2.00001')
    await field.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(
      'The cost per unit is between 0 and 1,000 dollars, in steps of 0.0001.',
    )
    await expect(page.getByRole('spinbutton', { name: 'Geocoding' })).not.toBeEditable()
    await field.press('Escape')
    await expect(field).toHaveValue('0.0070')
    await field.fill('2')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(field).toHaveValue('2.0000')
    expect(await usage()).toEqual(before)

    await execute('mutation { logMapLoad(lat: 39.77, lng: -86.16, zoom: 20) { message } }', {}, rep)
    // Half a cent is rounded up, which `toFixed` of a binary fraction may not do.
    const cents = Math.round((before.mapLoads + 2) * 100 + 1e-6)
    await expect(cost).toHaveText(`$${(cents / 100).toFixed(2)}`)
    const after = await usage()
    expect(after.mapLoads).toBeCloseTo(before.mapLoads + 2, 6)
    expect(after.earlier).toEqual(before.earlier)
  } finally {
    await execute('mutation { setCostRate(service: MAP_LOADS, costPerUnit: 0.007) { service } }', {}, admin)
  }
  await owner.context().close()
})

test('an owner sets a target, sees its progress, and removes it', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, OWNER, '/')
  const targets = panel(page, 'Targets')
  await targets.getByRole('button', { name: 'Set Target' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set Target' })
  await dialog.getByRole('button', { name: 'Set Target' }).click()
  await expect(dialog.getByText('Choose a sales rep or the whole team.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Sales Rep' }).click()
  await page.getByRole('option', { name: REP.name }).click()
  await dialog.getByRole('combobox', { name: 'Metric' }).click()
  await page.getByRole('option', { name: 'Doors knocked' }).click()
  await dialog.getByLabel('Target').fill('5000')
  await dialog.getByRole('button', { name: 'Set Target' }).click()
  await expect(dialog).toBeHidden()
  const row = targets.getByRole('listitem').filter({ hasText: REP.name })
  await expect(row).toContainText('of 5,000')
  const reached = metric(row, `Doors knocked by ${REP.name} this week`)
  const before = await numberIn(reached)

  const rep = await createToken(REP.email, password)
  await knock(rep, await findFirstProperty(rep), 'NOBODY_HOME')
  await expect.poll(() => numberIn(reached)).toBe(before + 1)

  await row.getByRole('button', { name: /^Change the target/ }).click()
  await page.getByRole('button', { name: 'Remove Target' }).click()
  await expect(row).toBeHidden()
})

test('the tenants are sorted by any column and follow the period', async ({ page }, { project }) => {
  await openAs(page, GLOBAL, '/')
  const compared = panel(page, 'Tenant Comparison')
  const calls = metric(compared, 'API Calls of')
  const names = () =>
    calls.evaluateAll((all) => all.map((item) => /API Calls of (.+), last/.exec(item.getAttribute('aria-label')!)![1]))
  await expect
    .poll(names)
    .toEqual(expect.arrayContaining(['Maple Demo Roofing', 'Sample Storm Co', 'Example Exteriors']))
  expect((await names())[0], 'dearest first').toBe('Maple Demo Roofing')
  if (project.name === 'phone') {
    await compared.getByRole('combobox', { name: 'Sort by' }).click()
    await page.getByRole('option', { name: 'By Tenant' }).click()
  } else await compared.getByRole('button', { name: 'Tenant', exact: true }).click()
  await expect.poll(async () => (await names())[0]).toBe('Example Exteriors')
  expect(await names()).toEqual((await names()).toSorted((item, other) => item!.localeCompare(other!)))
  await choose(page, 'Last 30 days')
  await expect(metric(page, 'Total Revenue, last 30 days')).toBeVisible()
  await expect(page).toHaveURL(/days=30/)
})

test('the owner’s dashboard has no serious axe-core violation', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page)
  await openAs(page, OWNER, '/')
  await expect(metric(page, 'Total Leads')).toBeVisible()
  await expect(panel(page, 'Cost Breakdown').getByRole('table')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(await crossedTexts(page)).toEqual([])
  await metric(page, 'Total Leads').click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await panel(page, 'Targets').getByRole('button', { name: 'Set Target' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(consoleErrors()).toEqual([])
})

test('the global admin’s dashboard has no serious axe-core violation', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page)
  await openAs(page, GLOBAL, '/')
  await expect(metric(page, 'Total Revenue, last 7 days')).toBeVisible()
  const field = page.getByRole('spinbutton', { name: 'Map loads' })
  await field.fill('2000')
  await field.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(await crossedTexts(page)).toEqual([])
  expect(consoleErrors()).toEqual([])
})

/** The texts of statistics that their line charts cross, here and in the narrower windows that a drawer makes. */
async function crossedTexts(page: Page): Promise<string[]> {
  const { width, height } = page.viewportSize()!
  const texts: string[] = []
  for (const part of [1, 0.9, 0.85, 0.7]) {
    await page.setViewportSize({ width: Math.round(width * part), height })
    texts.push(...(await page.evaluate(findCrossedTexts)))
  }
  await page.setViewportSize({ width, height })
  return texts
}

function findCrossedTexts(): string[] {
  return [...document.querySelectorAll('main svg[viewBox="0 0 92 32"]')].flatMap((chart) => {
    const box = chart.getBoundingClientRect()
    const walker = document.createTreeWalker(chart.parentElement!, NodeFilter.SHOW_TEXT)
    const crossed: string[] = []
    while (box.width > 0 && walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      for (const { left, right, top, bottom } of range.getClientRects())
        if (left < box.right && right > box.left && top < box.bottom && bottom > box.top)
          crossed.push(walker.currentNode.textContent!)
    }
    return crossed
  })
}
