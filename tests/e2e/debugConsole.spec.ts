import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { expect, configureMapTests, searchFor } from './mapPage.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, signIn } from './signIn.ts'

configureMapTests()

const debugConsole = (page: Page) => page.getByRole('region', { name: 'Debug Console' })
const lines = (page: Page) => debugConsole(page).getByRole('log')

/** The console is loaded after the screen, and then lists what is logged from then on. */
const open = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Control+Shift+D')
    await expect(debugConsole(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
const casey = 'casey@maple-demo.example'

test('a parcel lookup is listed with its address, operated by keyboard', { tag: '@wide' }, async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page)
  await openAs(page, casey, '/map')
  await expect(page.getByRole('combobox', { name: 'Address' })).toBeVisible()
  await expect(debugConsole(page)).toBeHidden()
  await searchFor(page, '101 Nowhere Imaginary Blvd, IN')
  await expect(page.getByText('Address not found').first()).toBeVisible()

  await open(page)
  await expect(lines(page)).toContainText('Parcel lookup: GET /api/regrid/search?address=101+Nowhere+Imaginary+Blvd')
  await expect(lines(page)).toContainText(/Parcel lookup answered after \d+ ms: NOT_FOUND/)
  await expect(debugConsole(page)).toContainText(
    /Last parcel lookup: \/api\/regrid\/search\?address=101\+Nowhere\+Imaginary\+Blvd.*&context=%2Fus%2Fin%2Findianapolis/,
  )
  await expect(lines(page)).toBeFocused()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Minimize debug console' }).press('Enter')
  await expect(lines(page)).toBeHidden()
  await page.getByRole('button', { name: 'Restore debug console' }).press('Enter')
  await expect(lines(page)).toBeVisible()
  await page.getByRole('button', { name: 'Clear debug console' }).press('Enter')
  await expect(debugConsole(page)).toContainText('0 lines')
  await expect(debugConsole(page)).toContainText('Last parcel lookup: none yet')
  await page.getByRole('button', { name: 'Close debug console' }).press('Enter')
  await expect(debugConsole(page)).toBeHidden()
  await open(page)
  await expect(debugConsole(page)).toBeVisible()
  expect(consoleErrors()).toEqual([])
})

test('it shows the last 50 lines of its three topics, without secrets', async ({ page }, { project }) => {
  await openAs(page, casey, '/leads')
  await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
  await open(page)
  await page.evaluate(() => {
    console.log('Nothing of interest')
    for (let n = 1; n <= 60; n += 1) console.log(`Owner ${n}`, { password: 'hunter22', token: 'tok-5678' })
    console.info('Lead creation by quinn@maple-demo.example with Authorization: Bearer abc.def')
  })
  await expect(debugConsole(page)).toContainText('50 lines')
  await expect(lines(page)).not.toContainText('Nothing of interest')
  await expect(lines(page)).not.toContainText(/Owner 11 /)
  await expect(lines(page)).toContainText('Owner 12 {"password":"[redacted]","token":"[redacted]"}')
  await expect(lines(page)).toContainText('Lead creation by [e-mail] with Authorization: Bearer [redacted]')
  await expect(lines(page)).not.toContainText(/hunter22|tok-5678|abc\.def|quinn@/)
  const sizeOf = async () => {
    const { width, height } = (await debugConsole(page).boundingBox())!
    return [Math.round(width), Math.round(height)]
  }
  await expect.poll(sizeOf).toEqual([project.name === 'phone' ? 390 : 480, 280])
})

test('it opens without a session, and its lines end with the session', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await open(page)

  await signIn(page, casey)
  await page.goto('/leads')
  await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
  await open(page)
  await page.evaluate(() => console.log('Owner of the first session'))
  await expect(lines(page)).toContainText('Owner of the first session')
  await page.getByRole('button', { name: 'Close debug console' }).click()
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
  await open(page)
  await expect(lines(page)).not.toContainText('Owner of the first session')
  await page.getByRole('button', { name: 'Close debug console' }).click()
  await page.getByLabel('Email Address').fill(casey)
  await page.getByLabel('Password', { exact: true }).fill('porchlight')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible()
  await open(page)
  await expect(debugConsole(page)).toContainText('0 lines')
  await expect(lines(page)).not.toContainText('Owner of the first session')
})

test('it works next to an open dialog, which stays open', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, casey, '/api-keys')
  await page.getByRole('button', { name: 'Create API Key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API Key' })
  await dialog.getByLabel('Name').fill('Half typed')
  await open(page)
  await page.getByRole('button', { name: 'Minimize debug console' }).click()
  await expect(lines(page)).toBeHidden()
  await page.getByRole('button', { name: 'Close debug console' }).click()
  await expect(debugConsole(page)).toBeHidden()
  await expect(dialog.getByLabel('Name')).toHaveValue('Half typed')
})
