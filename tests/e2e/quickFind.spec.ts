import { expect, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { failOnServer, operationOf } from './api.ts'
import { test } from './fixtures.ts'
import { openQuickFind } from './quickFind.ts'
import { seedLeads } from './seedLeads.ts'
import { collectConsoleErrors, openAs } from './signIn.ts'

const owner = 'quinn@maple-demo.example'
const rep = 'riley@maple-demo.example'
const field = (page: Page) => page.getByRole('combobox', { name: 'Quick find' })
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })
const chosen = (page: Page) => page.getByRole('option', { selected: true })

test('an owner finds a house, its owner, a person and a screen', { tag: '@wide' }, async ({ page }) => {
  // The test runs axe on several states.
  test.slow()
  const street = '7722 Findable Sample Rd'
  const ownerName = 'Ottoline Findable'
  await seedLeads(rep, [{ street, tag: 'STORM', ownerName }])
  const consoleErrors = collectConsoleErrors(page)
  await openAs(page, owner, '/properties')
  await openQuickFind(page)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await field(page).fill(street.slice(0, 13))
  await expect(chosen(page)).toContainText(street)
  await expect(chosen(page)).toContainText(`${ownerName} · Storm Damage`)
  await expect(page.getByRole('group', { name: 'Houses and leads' }).getByRole('option')).toHaveCount(1)
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.keyboard.press('End')
  await expect(chosen(page)).toContainText(`Search the map for "${street.slice(0, 13)}"`)
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/properties\?lead=/)
  await expect(field(page)).toBeHidden()
  await expect(page.getByText(ownerName).first()).toBeVisible()

  await page.goto('/properties')
  await openQuickFind(page)
  // What was opened comes first while nothing is typed.
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([new RegExp(street)])
  await field(page).fill('ottoline')
  await expect(page.getByRole('group', { name: 'Owners and parcels' })).toContainText(`Owner of ${street}`)
  await field(page).fill('ley exam')
  await expect(page.getByRole('group', { name: 'People' })).toContainText('Riley Example')
  await expect(page.getByRole('group', { name: 'People' })).toContainText('Sales Rep')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reps\//)
  expect(consoleErrors()).toEqual([])
})

test('screens and actions are those of the role', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, rep, '/properties')
  await openQuickFind(page)
  await expect(page.getByRole('group', { name: 'Screens' }).getByRole('option')).toHaveText([
    'Dashboard',
    'Map Search',
    'Properties',
    'Leads',
    'My Page',
    'Account Security',
    'Change Password',
    'API Keys',
  ])
  await field(page).fill('template')
  await expect(chosen(page)).toContainText('No match. Search the map for "template"')
  await field(page).fill('session')
  await expect(chosen(page)).toContainText(/Start Knocking|Back to the Map/)
  await field(page).fill('dark theme')
  await expect(chosen(page)).toContainText('Use the dark theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await openQuickFind(page)
  await field(page).fill('leads')
  await option(page, 'Leads').click()
  await expect(page).toHaveURL('/leads')
})

test('an owner uploads a template from anywhere', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, owner, '/users')
  await openQuickFind(page)
  await field(page).fill('upload')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Upload Template' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/templates')
})

test('what is not found is searched on the map', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, rep, '/properties')
  await openQuickFind(page)
  await field(page).fill('99999 Nowhere Imaginary Blvd')
  await expect(chosen(page)).toContainText('No match. Search the map for "99999 Nowhere Imaginary Blvd"')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/map/)
  await expect(page.getByRole('combobox', { name: 'Address' })).toHaveValue('99999 Nowhere Imaginary Blvd')
  await expect(page.getByText('Address not found')).toBeVisible()
  // A reload must not search again, because lookups are billed.
  await expect(page).not.toHaveURL(/search=/)
})

test(
  'without a connection it has screens, actions and what was opened before',
  { tag: '@phone' },
  async ({ page, context }) => {
    await seedLeads(rep, [{ street: '7733 Remembered Rd', tag: 'STORM' }])
    await openAs(page, rep, '/properties')
    await openQuickFind(page)
    await field(page).fill('remembered')
    await expect(chosen(page)).toContainText('7733 Remembered Rd')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/lead=/)
    await expect(page.getByRole('dialog').getByText('7733 Remembered Rd').first()).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await context.setOffline(true)
    await openQuickFind(page)
    await expect(
      page.getByText('No connection. Only screens, actions and what you opened here before.').first(),
    ).toBeVisible()
    await field(page).fill('remem')
    await expect(chosen(page)).toContainText('7733 Remembered Rd')
    await field(page).fill('map sea')
    await expect(chosen(page)).toContainText('Map Search')
    await context.setOffline(false)
  },
)

test('a failed search says so, and a logout forgets what was opened', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, owner, '/properties')
  await page.route('**/graphql', (route) =>
    operationOf(route.request()) === 'QuickFind' ? failOnServer(route) : route.continue(),
  )
  await openQuickFind(page)
  await field(page).fill('sample')
  await expect(page.getByText('The search failed. Change the text to try again.').first()).toBeVisible()
  await field(page).fill('Properties')
  await option(page, 'Properties').click()
  await openQuickFind(page)
  await expect(page.getByRole('group', { name: 'Recent' })).toBeVisible()
  await field(page).fill('log out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('recent')))).toEqual([])
})

test('shortcuts work everywhere, and letters in fields stay letters', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, owner, '/leads')
  const search = page.getByRole('searchbox').first()
  await search.click()
  await page.keyboard.type('k?')
  await expect(search).toHaveValue('k?')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(search).toBeFocused()
  await page.keyboard.press('Control+Shift+d')
  await expect(page.getByRole('button', { name: 'Close debug console' })).toBeVisible()
  await page.getByRole('button', { name: 'Close debug console' }).click()
  await page.getByRole('heading', { name: 'Leads' }).click()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await expect(help).toContainText('Quick find')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
})

test('Ctrl+Enter shows a house on the map', { tag: '@wide' }, async ({ page }) => {
  await seedLeads(rep, [{ street: '7744 Mapped Rd', tag: 'GUTTER' }])
  await openAs(page, owner, '/leads')
  await openQuickFind(page)
  await field(page).fill('7744 mapped')
  await expect(chosen(page)).toContainText('7744 Mapped Rd')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/map\?.*house=/)
})

test('the phone menu opens Quick find', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, rep, '/map')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Quick find' }).click()
  await expect(field(page)).toBeFocused()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(field(page)).toBeHidden()
})
