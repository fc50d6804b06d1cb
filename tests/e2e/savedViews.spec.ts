import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { chooseOption } from './seedLeads.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, openSession } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const rep = 'casey@maple-demo.example'
const owner = 'quinn@maple-demo.example'

test('a view is saved, shared, renamed and deleted, and is in the address', async ({ page, browser }, { project }) => {
  const consoleErrors = collectConsoleErrors(page)
  const name = `Storm ${project.name}`
  await openAs(page, admin, '/leads')
  const views = page.getByRole('navigation', { name: 'Views' })
  // On a phone the views take no room until one is saved.
  if (project.name === 'wide')
    await expect(views.getByRole('link', { name: /^Total Leads [\d,]+$/ })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Save View' })).toBeHidden()
  await chooseOption(page, 'Type', 'Storm Damage')
  await page.getByRole('button', { name: 'Save View' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save View' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('switch', { name: 'Share with the team' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const tab = views.getByRole('link', { name: new RegExp(`^${name} shared [\\d,]+$`) })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  expect(await findAccessibilityViolations(page)).toEqual([])

  // A colleague opens it from the list, and the address has its filter.
  const other = await openSession(browser, rep, '/leads')
  await other
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
  await expect(other).toHaveURL(/\/leads\?type=storm$/)
  await expect(other.getByRole('button', { name: `Change view ${name}` })).toBeHidden()
  await other.context().close()

  await views.getByRole('link', { name: /^(All|Total) leads/i }).click()
  await expect(page).toHaveURL(/\/leads$/)
  await page.goBack()
  await views.getByRole('button', { name: `Change view ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename View' })
  await rename.getByLabel('Name').fill(`${name} again`)
  await rename.getByRole('button', { name: 'Save' }).click()
  await views.getByRole('button', { name: `Change view ${name} again` }).click()
  await page.getByRole('menuitem', { name: 'Delete View' }).click()
  await expect(views.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save View' })).toBeVisible()
  expect(consoleErrors()).toEqual([])
})

for (const { list, path, allLabel, filter, option, query } of [
  {
    list: 'users',
    path: '/users',
    allLabel: /^All Users \d+$/,
    filter: 'Role',
    option: 'Sales Rep',
    query: 'role=sales_rep',
  },
  {
    list: 'activity',
    path: '/activity',
    allLabel: /^Last 7 days [\d,]+$/,
    filter: 'Activity',
    option: 'Lead created',
    query: 'type=LeadCreated',
  },
])
  test(
    `a view of ${list} has its filters and the number of its rows`,
    { tag: '@phone' },
    async ({ page }, { project }) => {
      const consoleErrors = collectConsoleErrors(page)
      const name = `Ours ${project.name}`
      await openAs(page, owner, path)
      const views = page.getByRole('navigation', { name: 'Views' })
      const all = views.getByRole('link', { name: allLabel })
      await expect(all).toBeHidden()
      await chooseOption(page, filter, option)
      await page.getByRole('button', { name: 'Save View' }).click()
      const dialog = page.getByRole('dialog', { name: 'Save View' })
      await dialog.getByLabel('Name').fill(name)
      await dialog.getByRole('button', { name: 'Save' }).click()
      const tab = views.getByRole('link', { name: new RegExp(`^${name} [\\d,]+$`) })
      await expect(tab).toHaveAttribute('aria-current', 'page')
      const count = /[\d,]+$/.exec((await tab.textContent())!)![0]
      await expect(page.getByText(new RegExp(`^${count} (users?|events?)$`))).toBeVisible()
      expect(await findAccessibilityViolations(page)).toEqual([])

      await all.click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await tab.click()
      await expect(page).toHaveURL(new RegExp(`\\?${query}$`))
      await views.getByRole('button', { name: `Change view ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Delete View' }).click()
      await expect(tab).toHaveCount(0)
      expect(consoleErrors()).toEqual([])
    },
  )

test('a view of the activity log can have other days', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, owner, '/activity')
  await chooseOption(page, 'Time', 'Other days…')
  const dialog = page.getByRole('dialog', { name: 'Time' })
  await dialog.getByLabel('First day').fill('2026-01-02')
  await dialog.getByLabel('Last day').fill('2026-01-01')
  await expect(dialog.getByText('The last day is before the first day')).toBeVisible()
  await dialog.getByLabel('First day').fill('2026-01-01')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/\?span=2026-01-01\.\.2026-01-01$/)
  await expect(page.getByRole('combobox', { name: 'Time' })).toContainText('Jan 1, 2026')
  await expect(page.getByText('No activity found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save View' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page.getByRole('combobox', { name: 'Time' })).toContainText('Last 7 days')
})
