import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs } from './signIn.ts'

const globalAdmin = 'parker@porchlight.example'
const views = [
  { role: 'OWNER', sent: 'owner', label: 'Owner' },
  { role: 'ADMIN', sent: 'admin', label: 'Admin' },
  { role: 'SALES_REP', sent: 'sales_rep', label: 'Sales Rep' },
]

test('a global admin views the app as each role of a tenant, and returns', { tag: '@wide' }, async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page)
  await openAs(page, globalAdmin, '/users')
  await expect(page.getByText('harper@newcomer.example')).toBeVisible()
  await switchTo(page, 'View as Owner')
  const dialog = page.getByRole('dialog', { name: 'Choose a tenant first' })
  await dialog.getByRole('button', { name: 'Maple Demo Roofing' }).click()
  await expect(page.getByText('You are viewing the app as: Owner')).toBeVisible()
  // The list is fetched again as an owner of that tenant.
  await expect(page.getByText('quinn@maple-demo.example')).toBeVisible()
  await expect(page.getByText('harper@newcomer.example')).toBeHidden()
  await expect(page.getByText('(Maple Demo Roofing)')).toBeVisible()

  for (const { role, sent, label } of views) {
    if (role !== 'OWNER') await switchTo(page, `View as ${label}`)
    await expect(page.getByText(`Now viewing as: ${role}`, { exact: true })).toBeVisible()
    await expect(page.getByText(`You are viewing the app as: ${label}`, { exact: true })).toBeVisible()
    expect(await storedRole(page)).toBe(sent)
    const asked = page.waitForRequest((request) => request.url().endsWith('/graphql') && request.method() === 'POST')
    await page.reload()
    expect(await (await asked).allHeaders()).toMatchObject({
      'x-impersonate-role': sent,
      'x-tenant-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    await expect(page.getByText(`You are viewing the app as: ${label}`, { exact: true })).toBeVisible()
    await expectBadge(page, `Viewing as: ${label}`)
  }
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()

  await switchTo(page, 'Admin View')
  await expect(page.getByText('Stopped impersonation')).toBeVisible()
  await expect(page.getByText(/You are viewing the app as/)).toBeHidden()
  await expect(page.getByRole('button', { name: /Edit Riley Example/ })).toBeVisible()
  expect(await storedRole(page)).toBeNull()
  expect(consoleErrors()).toEqual([])
})

test('the chosen tenant applies to every list, and is kept', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, globalAdmin, '/users')
  const viewed = page.getByRole('combobox', { name: 'Viewed tenant' })
  await expect(viewed).toHaveValue('All Tenants')
  await viewed.click()
  await page.getByRole('option', { name: 'Sample Storm Co' }).click()
  await expect(page.getByText('(Sample Storm Co)')).toBeVisible()
  await expect(page.getByText('hollis@sample-storm.example')).toBeVisible()
  await expect(page.getByText('quinn@maple-demo.example')).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Tenant', exact: true })).toBeDisabled()
  await page.reload()
  await expect(page.getByText('hollis@sample-storm.example')).toBeVisible()
  await expect(page.getByText('quinn@maple-demo.example')).toBeHidden()
  await expect(viewed).toHaveValue('Sample Storm Co')
  await viewed.click()
  await page.getByRole('option', { name: 'All Tenants' }).click()
  await expect(page.getByText('quinn@maple-demo.example')).toBeVisible()
})

test('a stored view applies only to a global admin', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, 'quinn@maple-demo.example', '/')
  await page.evaluate(() => localStorage.setItem('impersonatedRole', 'sales_rep'))
  const asked = page.waitForRequest((request) => request.url().endsWith('/graphql') && request.method() === 'POST')
  await page.reload()
  expect(await (await asked).allHeaders()).not.toHaveProperty('x-impersonate-role')
  await expect(page.getByRole('heading', { name: 'Quinn Example’s Dashboard' })).toBeVisible()
  await expect(page.getByText('View as Owner')).toBeHidden()
})

test('an unknown chosen tenant is dropped with a message', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, globalAdmin, '/')
  await page.evaluate(() => localStorage.setItem('chosenTenantId', '018d0000-0000-7000-8000-999999999999'))
  await page.goto('/users')
  await expect(page.getByText('Tenant not found')).toBeVisible()
  await expect(page.getByText('quinn@maple-demo.example')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('chosenTenantId'))).toBeNull()
})

const storedRole = (page: Page) => page.evaluate(() => localStorage.getItem('impersonatedRole'))

/** Buttons on a wide screen, a menu on a phone. */
async function switchTo(page: Page, view: string): Promise<void> {
  const button = page.getByRole('button', { name: view, exact: true })
  const menu = page.getByRole('button', { name: /: view the app as/ })
  await expect(button.or(menu).first()).toBeVisible()
  if (await button.isVisible()) return button.click()
  await menu.click()
  await page.getByRole('menuitemradio', { name: view }).click()
}

/** In the top bar; on a phone in its menu. */
async function expectBadge(page: Page, words: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' })
  await expect(menu.or(page.getByRole('button', { name: 'Logout' })).first()).toBeVisible()
  if (!(await menu.isVisible())) return expect(page.getByRole('banner').getByText(words)).toBeVisible()
  await menu.click()
  await expect(page.getByRole('dialog', { name: 'Menu' }).getByText(words)).toBeVisible()
  await page.getByRole('button', { name: 'Close menu' }).click()
}
