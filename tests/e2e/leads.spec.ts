import { expect, type Page, type TestInfo } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { chooseOption, expectStreets, seedLeads } from './seedLeads.ts'
import { failOnServer, operationOf } from './api.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, openSession } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const rep = 'casey@maple-demo.example'

/** The street of a test's leads. Each project and retry has its own, because all share one server. */
const streetFor = (word: string, { project, retry }: TestInfo) =>
  `${word} ${project.name === 'phone' ? 'Handy' : 'Broad'}${retry || ''} Test Ln`

test('every filter is applied on the server and kept in the URL', { tag: '@wide' }, async ({ page }, info) => {
  const consoleErrors = collectConsoleErrors(page)
  const street = streetFor('Filter', info)
  // The owner's name is unique as well.
  const surname = `Quill${street.replaceAll(' ', '')}`
  const leads = [
    { street: `11 ${street}`, tag: 'STORM', priority: 'HIGH', ownerName: `Sample Owner ${surname}` },
    { street: `12 ${street}`, tag: 'GUTTER' },
    { street: `13 ${street}`, tag: 'STORM' },
  ] as const
  await seedLeads(rep, leads)
  const [first, second, third] = leads.map((lead) => lead.street) as [string, string, string]
  await openAs(page, admin, '/leads')
  for (const label of ['Total Leads', 'High Priority', 'New Leads', 'Completed'])
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible()
  // The rows begin high, so that as many as possible are in view.
  const firstRow = page.getByRole('table', { name: 'leads' }).getByRole('row').nth(1)
  await expect(firstRow.getByRole('link').first()).toBeVisible()
  await expect.poll(async () => (await firstRow.boundingBox())!.y).toBeLessThanOrEqual(244)

  await search(page, street)
  await expectStreets(page, [third, second, first])
  await chooseOption(page, 'Type', 'Storm Damage')
  await expectStreets(page, [third, first])
  await chooseOption(page, 'Priority', 'High Priority')
  await expectStreets(page, [first])
  await chooseOption(page, 'Priority', 'Normal Priority')
  await expectStreets(page, [third])
  await page.reload()
  await expectStreets(page, [third])
  await chooseOption(page, 'Status', 'Completed')
  await expect(page.getByText('No leads found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters', exact: true }).last().click()
  await expect(page).toHaveURL(/\/leads$/)

  await search(page, surname.toLowerCase())
  await expectStreets(page, [first])
  expect(consoleErrors()).toEqual([])
})

test(
  'a status is changed in the list, and another user sees it at once',
  { tag: '@wide' },
  async ({ page, browser }, info) => {
    const street = `21 ${streetFor('Status', info)}`
    await seedLeads(rep, [{ street, tag: 'CONCRETE' }])
    await openAs(page, admin, '/leads')
    await search(page, street)
    // The search replaces the list, so the choice is made in the list it leaves.
    await expectStreets(page, [street])
    const other = await openSession(browser, rep, `/leads?search=${encodeURIComponent(street)}`)
    await expect(statusOf(other, street)).toContainText('New')

    await statusOf(page, street).click()
    await page.getByRole('menuitemradio', { name: 'Contacted' }).click()
    await expect(page.getByText('Lead status updated')).toBeVisible()
    await expect(statusOf(page, street)).toContainText('Contacted')
    await expect(statusOf(other, street)).toContainText('Contacted')

    await statusOf(other, street).focus()
    await other.keyboard.press('Enter')
    await expect(other.getByRole('menuitemradio', { name: 'New' })).toBeFocused()
    await other.keyboard.press('End')
    await expect(other.getByRole('menuitemradio', { name: 'Completed' })).toBeFocused()
    await other.keyboard.press('Enter')
    await expect(statusOf(page, street)).toContainText('Completed')
    await other.context().close()
  },
)

test('a status that cannot be saved is reset', { tag: '@phone' }, async ({ page }, info) => {
  const street = `31 ${streetFor('Refused', info)}`
  await seedLeads(rep, [{ street, tag: 'GENERIC' }])
  await openAs(page, admin, '/leads')
  await search(page, street)
  // The search replaces the list, so the choice is made in the list it leaves.
  await expectStreets(page, [street])
  const { promise: seen, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (operationOf(route.request()) !== 'UpdateLeadStatus') return route.fallback()
    await seen
    return failOnServer(route)
  })
  await statusOf(page, street).click()
  await page.getByRole('menuitemradio', { name: 'Completed' }).click()
  await expect(statusOf(page, street)).toContainText('Completed')
  answer()
  await expect(page.getByText('Failed to update status')).toBeVisible()
  await expect(statusOf(page, street)).toContainText('New')
})

test('a selection survives filters, and retagging it shows at once', async ({ page, browser }, info) => {
  const street = streetFor('Retag', info)
  const leads = ['41', '42', '43'].map((number) => ({ street: `${number} ${street}`, tag: 'TORNADO' }))
  await seedLeads(rep, leads)
  await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
  const other = await openSession(browser, rep, `/leads?search=${encodeURIComponent(street)}`)
  await expectStreets(page, leads.map((lead) => lead.street).reverse())
  await startSelecting(page)
  await page.getByRole('checkbox', { name: `Select 41 ${street}` }).check()
  await search(page, `43 ${street}`)
  await expectStreets(page, [`43 ${street}`])
  await page.getByRole('checkbox', { name: `Select 43 ${street}` }).check()
  await expect(page.getByText('2 selected')).toBeVisible()

  const isPhone = info.project.name === 'phone'
  if (isPhone) await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole(isPhone ? 'menuitem' : 'button', { name: 'Change Tags (2)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Batch Modify Tags' })
  await dialog.getByRole('button', { name: 'Update Tags' }).click()
  await expect(page.getByText('Please select leads and choose a new tag')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Metal Roof' }).click()
  await dialog.getByRole('button', { name: 'Update Tags' }).click()
  await expect(dialog).toBeHidden()
  await expect(other.getByText('Metal Roof', { exact: true })).toHaveCount(2)
  await expect(page.getByText('2 selected')).toBeHidden()
  await other.context().close()
})

test('Select All includes every page, and Esc clears the selection', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, admin, '/leads')
  const total = await page.getByRole('link', { name: /^Total Leads \d+$/ }).innerText()
  const count = Number(/\d+$/.exec(total)![0])
  expect(count, 'more than one page').toBeGreaterThan(200)
  await page.getByRole('checkbox', { name: 'Select All leads' }).click()
  await expect(page.getByText(`${count} selected`)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Select All leads' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByText(`${count} selected`)).toBeHidden()
})

test('rows are virtualized while scrolling, and the next page loads in time', async ({ page }) => {
  await openAs(page, admin, '/leads')
  const rows = page.getByRole('button', { name: /^Status of / })
  await expect(rows.first()).toBeVisible()
  const first = await rows.first().getAttribute('aria-label')
  for (let look = 0; look < 60; look += 1) {
    await page.mouse.wheel(0, 4_000)
    // The rows of the new place are drawn by the second frame.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          window.scrollBy(0, 4_000)
          requestAnimationFrame(() => requestAnimationFrame(resolve))
        }),
    )
    expect(await rows.count(), 'rows in the page at once').toBeLessThan(200)
    if ((await page.getByText('Loading more leads').count()) === 0 && look > 10) break
  }
  await expect(page.getByText('Loading more leads')).toBeHidden()
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(rows.first()).toHaveAttribute('aria-label', first ?? '')
})

test('a lead is deleted after a confirmation, by an admin only', { tag: '@phone' }, async ({ page, browser }, info) => {
  const street = `51 ${streetFor('Gone', info)}`
  await seedLeads(rep, [{ street, tag: 'GENERIC' }])
  const owner = await openSession(browser, 'quinn@maple-demo.example', `/leads?search=${encodeURIComponent(street)}`)
  await expectStreets(owner, [street])
  await expect(owner.getByRole('button', { name: `More for ${street}` })).toHaveCount(0)

  await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
  await page.getByRole('button', { name: `More for ${street}` }).click()
  await page.getByRole('menuitem', { name: 'Delete Lead' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Lead' }).click()
  await expect(page.getByText('No leads found')).toBeVisible()
  await expect(owner.getByText('No leads found')).toBeVisible()
  await owner.context().close()
})

test('a rep sees only their own leads, and no printing', { tag: '@wide' }, async ({ page }, info) => {
  const street = streetFor('Mine', info)
  await seedLeads(rep, [{ street: `61 ${street}`, tag: 'STORM' }])
  await seedLeads('morgan@maple-demo.example', [{ street: `62 ${street}`, tag: 'STORM' }])
  await openAs(page, rep, `/leads?search=${encodeURIComponent(street)}&type=storm`)
  await expectStreets(page, [`61 ${street}`])
  await expect(page.getByRole('button', { name: /^Batch Print/ })).toHaveCount(0)
  await page.goto('/admin')
  await expect(page).not.toHaveURL(/admin/)
  await page.goto('/templates')
  await expect(page).not.toHaveURL(/templates/)
})

test('the list and its sections have no serious axe-core violation', async ({ page }) => {
  test.slow()
  const consoleErrors = collectConsoleErrors(page)
  await openAs(page, admin, '/')
  for (const path of ['/leads', '/leads?group=tag', '/admin']) {
    await page.goto(path)
    // The type of any lead: which leads come first depends on the tests that ran before on the same server.
    await expect(
      page
        .getByRole('main')
        .getByText(/Damage|Roof|Repair|Gutter|Concrete|Commercial|Generic/)
        .first(),
    ).toBeVisible()
    expect(await findAccessibilityViolations(page), path).toEqual([])
  }
  expect(consoleErrors()).toEqual([])
})

/** Fills the search field, which a phone shows after a tap. */
async function search(page: Page, words: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Search address or owner' })
  const opener = page.getByRole('button', { name: 'Search leads' })
  await expect(field.or(opener).first()).toBeVisible()
  if (!(await field.isVisible())) await opener.click()
  await field.fill(words)
}

/** A phone shows checkboxes only in selection mode. */
async function startSelecting(page: Page): Promise<void> {
  const select = page.getByRole('button', { name: 'Select', exact: true })
  if (await select.isVisible()) await select.click()
}

const statusOf = (page: Page, street: string) => page.getByRole('button', { name: `Status of ${street}: ` })
