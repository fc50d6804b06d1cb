import { expect, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, documentOf, execute } from './api.ts'
import { collectToasts } from './mapPage.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, password, signIn } from './signIn.ts'

const globalAdmin = 'parker@porchlight.example'
const REFUSED = 'Mock data is on, so nothing is saved. Switch it off to work with real data.'

const mockDataSwitch = (page: Page) => page.getByRole('switch', { name: 'Mock Data' })
const banner = (page: Page) => page.getByRole('region', { name: 'Mock data' })
const storedFlag = (page: Page) => page.evaluate(() => localStorage.getItem('useMockData'))

/** One of the counters above a list. */
const metric = (page: Page, name: string) =>
  page.locator('dl').filter({ hasText: name }).first().getByRole('definition')

/** Expects the message that nothing is saved, and no other toast, and waits until it is gone. */
async function expectRefusalToast(page: Page, messages: () => Promise<string[]>): Promise<void> {
  await expect(page.getByText(REFUSED)).toBeVisible()
  const others = (await messages()).filter((words) => /^Failed|saved successfully|status updated/i.test(words))
  expect(others).toEqual([])
  await page.mouse.move(0, 400)
  await expect(page.getByText(REFUSED)).toBeHidden()
}

/** The totals that a global admin sees. */
async function readTotals(): Promise<unknown> {
  const token = await createToken(globalAdmin, password)
  return execute('{ totals { properties leads newLeads contactedLeads completedLeads } }', {}, token)
}

test('a global admin switches to mock data and back, and every screen says so', { tag: '@wide' }, async ({ page }) => {
  test.slow()
  const consoleErrors = collectConsoleErrors(page)
  await page.addInitScript(() => {
    addEventListener('mockDataToggle', (event) => {
      document.documentElement.dataset['heard'] = JSON.stringify((event as CustomEvent).detail)
    })
  })
  await openAs(page, globalAdmin, '/')
  await expect(page.getByText('DEV MODE')).toBeAttached()
  await expect(page.getByText('Maple Demo Roofing').first()).toBeVisible()
  await expect(banner(page)).toBeHidden()

  await mockDataSwitch(page).check()
  await expect(banner(page)).toContainText('Mock data is on.')
  expect(await storedFlag(page)).toBe('true')
  await expect(page.locator('html')).toHaveAttribute('data-heard', '{"useMockData":true}')
  await expect(page.getByText('Placeholder Storm Repair').first()).toBeVisible()
  await expect(page.getByText('Maple Demo Roofing')).toHaveCount(0)
  // Invented metrics have no events, so they are not buttons.
  await expect(page.getByText('$39.13')).toBeVisible()
  await expect(page.getByRole('button', { name: /Total Revenue/ })).toHaveCount(0)
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.goto('/properties')
  await expect(page.getByText('160 properties')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Properties' }).getByText('Sample Owner 0160')).toBeVisible()
  await page.getByRole('searchbox').fill('owner 0142')
  await expect(page.getByText('1 of 160 properties')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.goto('/leads')
  await expect(page.getByRole('link', { name: 'Total Leads 96', exact: true })).toBeVisible()
  await expect(page.getByText('101 Mockingbird Sample Ave').first()).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByText('101 Mockingbird Sample Ave').first()).toBeVisible()
  for (const path of ['/users', '/templates', '/legacy-flyer', '/map', '/no-such-place']) {
    await page.goto(path)
    await expect(banner(page)).toBeVisible()
  }

  await banner(page).getByRole('button', { name: 'Switch off' }).click()
  await expect(banner(page)).toBeHidden()
  await expect(mockDataSwitch(page)).not.toBeChecked()
  await expect(page.getByText('Maple Demo Roofing').first()).toBeVisible()
  expect(await storedFlag(page)).toBeNull()
  expect(consoleErrors()).toEqual([])
})

test(
  'while mock data is on nothing is saved, and the app says why',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    test.slow()
    const stored = await readTotals()
    const changes: string[] = []
    page.on('request', (request) => {
      const writes = /\bmutation \w/.test(documentOf(request) ?? '')
      const posts = request.url().includes('/api/') && request.method() !== 'GET'
      if (writes || posts) changes.push(`${request.method()} ${request.url()}`)
    })
    const messages = await collectToasts(page)
    await page.addInitScript(() => localStorage.setItem('useMockData', 'true'))
    await openAs(page, globalAdmin, '/leads')
    await expect(metric(page, 'Total Leads')).toHaveText('96')

    const status = (now: string) => page.getByRole('button', { name: `Status of 101 Mockingbird Sample Ave: ${now}` })
    await status('New').click()
    await page.getByRole('menuitemradio', { name: 'Completed' }).click()
    await expectRefusalToast(page, messages)
    await expect(status('New')).toBeVisible()
    if (project.name === 'phone') {
      await page.getByRole('button', { name: 'More for 101 Mockingbird Sample Ave' }).click()
      await page.getByRole('menuitem', { name: /DOCX/ }).click()
    } else {
      await page.getByRole('button', { name: /DOCX/ }).first().click()
    }
    await expectRefusalToast(page, messages)

    await page.goto('/properties')
    await page.getByRole('button', { name: /Delete 101 Mockingbird/ }).click()
    await page.getByRole('button', { name: 'Delete Property' }).click()
    await expectRefusalToast(page, messages)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('160 properties')).toBeVisible()

    await page.getByRole('button', { name: /Edit 101 Mockingbird/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Notes').fill('Never to be kept')
    await dialog.getByRole('button', { name: 'Save Property Info' }).click()
    await expectRefusalToast(page, messages)

    await page.goto('/map')
    await page.getByRole('combobox', { name: 'Address' }).fill('1018 W 12th Demo St')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expectRefusalToast(page, messages)

    expect(changes).toEqual([])
    expect(await readTotals()).toEqual(stored)
  },
)

test('mock data ends with the session, and applies to other tabs', { tag: '@phone' }, async ({ page, context }) => {
  await signIn(page, globalAdmin)
  const other = await context.newPage()
  await other.goto('/properties')
  await expect(banner(other)).toBeHidden()
  await mockDataSwitch(page).check()
  await expect(banner(other)).toBeVisible()
  await expect(other.getByText('160 properties')).toBeVisible()
  await other.close()
  await page.reload()
  await expect(banner(page)).toBeVisible()
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
  expect(await storedFlag(page)).toBeNull()
})

test('mock data applies only to a global admin who does not view as a role', { tag: '@wide' }, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/mock/')) asked.push(request.url())
  })
  await openAs(page, 'quinn@maple-demo.example', '/')
  await page.evaluate(() => localStorage.setItem('useMockData', 'true'))
  await page.goto('/properties')
  await expect(
    page
      .getByRole('list', { name: 'Properties' })
      .getByText(/Demo St|Sample Ave/)
      .first(),
  ).toBeVisible()
  await expect(page.getByText('160 properties')).toBeHidden()
  await expect(banner(page)).toBeHidden()
  await expect(mockDataSwitch(page)).toBeHidden()
  expect(asked).toEqual([])
})

test('viewing as another role shows real data', { tag: '@wide' }, async ({ page }) => {
  const token = await createToken(globalAdmin, password)
  const { tenants } = await execute<{ tenants: { edges: { node: { id: string; name: string } }[] } }>(
    '{ tenants { edges { node { id name } } } }',
    {},
    token,
  )
  const maple = tenants.edges.find(({ node }) => node.name === 'Maple Demo Roofing')!.node.id
  await page.addInitScript((id) => {
    localStorage.setItem('useMockData', 'true')
    localStorage.setItem('impersonatedRole', 'admin')
    localStorage.setItem('chosenTenantId', id)
  }, maple)
  await openAs(page, globalAdmin, '/properties')
  await expect(page.getByText('You are viewing the app as: Admin')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Properties' })).toBeVisible()
  await expect(page.getByText('160 properties')).toBeHidden()
  await expect(banner(page)).toBeHidden()
  await expect(mockDataSwitch(page)).toBeHidden()
})
