import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { chooseOption } from './seedLeads.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, openSession } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const rep = 'casey@maple-demo.example'

test('a view is saved, shared, renamed and deleted, and is in the address', async ({ page, browser }, { project }) => {
  const consoleErrors = collectConsoleErrors(page)
  const name = `Storm ${project.name}`
  await openAs(page, admin, '/leads')
  const views = page.getByRole('navigation', { name: 'Views' })
  await expect(views.getByRole('link', { name: /^All leads [\d,]+$/ })).toHaveAttribute('aria-current', 'page')
  await expect(views.getByRole('button', { name: 'Save view' })).toBeHidden()
  await chooseOption(page, 'Type', 'Storm Damage')
  await views.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
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

  await views.getByRole('link', { name: /^All leads/ }).click()
  await expect(page).toHaveURL(/\/leads$/)
  await page.goBack()
  await views.getByRole('button', { name: `Change view ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename view' })
  await rename.getByLabel('Name').fill(`${name} again`)
  await rename.getByRole('button', { name: 'Save' }).click()
  await views.getByRole('button', { name: `Change view ${name} again` }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(views.getByRole('link', { name: new RegExp(`^${name}`) })).toHaveCount(0)
  await expect(views.getByRole('button', { name: 'Save view' })).toBeVisible()
  expect(consoleErrors()).toEqual([])
})
