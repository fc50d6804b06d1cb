import { expect, type Page } from '@playwright/test'
import { chooseOption } from './seedLeads.ts'
import { test } from './fixtures.ts'
import { openAs } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const owner = 'quinn@maple-demo.example'

/** Aborts the page's requests of an operation whose variables match `which`; the returned function restores them. */
async function failOperation(page: Page, operation: string, which: (variables: Record<string, unknown>) => boolean) {
  await page.route('**/graphql', (route) => {
    const { operationName, variables } = route.request().postDataJSON() as {
      operationName: string
      variables: Record<string, unknown>
    }
    return operationName === operation && which(variables) ? route.abort() : route.fallback()
  })
  return () => page.unroute('**/graphql')
}
const always = () => true
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })
const errorMessage = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true })

test('properties of the previous filter are hidden when the query fails', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, admin, '/properties')
  const properties = page.getByRole('list', { name: 'Properties' })
  await expect(properties).toBeVisible()
  const restore = await failOperation(page, 'PropertyList', always)
  await page.getByLabel('Search address or owner').fill('nobody of this name')
  await expect(errorMessage(page, 'Failed to fetch properties')).toBeVisible()
  await expect(properties).toBeHidden()
  await restore()
  await tryAgain(page).click()
  await expect(page.getByText('No properties found')).toBeVisible()
})

test('so are users', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, owner, '/users')
  await expect(page.getByText('casey@maple-demo.example')).toBeVisible()
  const restore = await failOperation(page, 'UserList', always)
  await chooseOption(page, 'Status', 'Blocked')
  await expect(errorMessage(page, 'Failed to fetch users')).toBeVisible()
  await expect(page.getByText('casey@maple-demo.example')).toBeHidden()
  await restore()
  await tryAgain(page).click()
  await expect(errorMessage(page, 'Failed to fetch users')).toBeHidden()
})

test('so are leads, and a failed next page can be retried', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, admin, '/leads')
  const rows = page.getByRole('button', { name: /^Status of / })
  await expect(rows.first()).toBeVisible()
  let restore = await failOperation(page, 'LeadList', always)
  await chooseOption(page, 'Priority', 'Normal Priority')
  await expect(errorMessage(page, 'Failed to fetch leads')).toBeVisible()
  await expect(rows).toHaveCount(0)
  await restore()
  await tryAgain(page).click()
  await expect(rows.first()).toBeVisible()

  restore = await failOperation(page, 'LeadList', ({ after }) => Boolean(after))
  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    await expect(tryAgain(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByText('Loading more leads')).toBeHidden()
  await restore()
  await tryAgain(page).click()
  await expect(tryAgain(page)).toBeHidden()
  await expect(errorMessage(page, 'Failed to fetch leads')).toBeHidden()
})

test('a dialog that was left by Back opens empty again', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, owner, '/users')
  const add = page.getByRole('button', { name: 'Add User' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await dialog.getByLabel('Full Name').fill('Left Behind')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await add.click()
  await expect(dialog.getByLabel('Full Name')).toHaveValue('')
})
