import { expect, test, type Page } from '@playwright/test'
import { chooseOption } from './seedLeads.ts'
import { signIn } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const owner = 'quinn@maple-demo.example'

/** Breaks an operation of the page's, where it is asked with such variables, until it is mended. */
async function breakDown(page: Page, operation: string, which: (variables: Record<string, unknown>) => boolean) {
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
const sorry = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true })

test('houses of another filter are not shown as the answer to one that could not be read', async ({ page }) => {
  await signIn(page, admin)
  await page.goto('/properties')
  const houses = page.getByRole('list', { name: 'Properties' })
  await expect(houses).toBeVisible()
  const mend = await breakDown(page, 'PropertyList', always)
  await page.getByLabel('Search address or owner').fill('nobody of this name')
  await expect(sorry(page, 'Failed to fetch properties')).toBeVisible()
  await expect(houses).toBeHidden()
  await mend()
  await tryAgain(page).click()
  await expect(page.getByText('No properties found')).toBeVisible()
})

test('nor are accounts', async ({ page }) => {
  await signIn(page, owner)
  await page.goto('/users')
  await expect(page.getByText('casey@maple-demo.example')).toBeVisible()
  const mend = await breakDown(page, 'UserList', always)
  await chooseOption(page, 'Status', 'Blocked')
  await expect(sorry(page, 'Failed to fetch users')).toBeVisible()
  await expect(page.getByText('casey@maple-demo.example')).toBeHidden()
  await mend()
  await tryAgain(page).click()
  await expect(sorry(page, 'Failed to fetch users')).toBeHidden()
})

test('nor are leads, and a next page that could not be read is read when it is tried again', async ({ page }) => {
  await signIn(page, admin)
  await page.goto('/leads')
  const rows = page.getByRole('button', { name: /^Status of / })
  await expect(rows.first()).toBeVisible()
  let mend = await breakDown(page, 'LeadList', always)
  await chooseOption(page, 'Priority', 'Normal Priority')
  await expect(sorry(page, 'Failed to fetch leads')).toBeVisible()
  await expect(rows).toHaveCount(0)
  await mend()
  await tryAgain(page).click()
  await expect(rows.first()).toBeVisible()

  mend = await breakDown(page, 'LeadList', ({ after }) => Boolean(after))
  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    await expect(tryAgain(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByText('Loading more leads')).toBeHidden()
  await mend()
  await tryAgain(page).click()
  await expect(tryAgain(page)).toBeHidden()
  await expect(sorry(page, 'Failed to fetch leads')).toBeHidden()
})

test('a dialog that was left by Back comes back empty', async ({ page }) => {
  await signIn(page, owner)
  await page.goto('/users')
  const add = page.getByRole('button', { name: 'Add User' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await dialog.getByLabel('Full Name').fill('Left Behind')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await add.click()
  await expect(dialog.getByLabel('Full Name')).toHaveValue('')
})
