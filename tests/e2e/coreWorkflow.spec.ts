import { expect, test, type Page } from '@playwright/test'
import { openSession, collectConsoleErrors, signIn } from './signIn.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { countMapColors, searchFor } from './mapPage.ts'

/** Free houses of the demo town; each project takes its own, since both share one server. */
const houses = { wide: '1018 W 12th Demo St', phone: '1018 N Juniper Sample Ave' }

test('a rep finds a house, makes a lead and knocks, and the owner watches the board move', async ({ page, browser }, {
  project,
}) => {
  const complaints = collectConsoleErrors(page)
  const house = houses[project.name as keyof typeof houses]
  await signIn(page, 'sky@maple-demo.example')
  await page.goto('/map')
  const owner = await openSession(browser, 'quinn@maple-demo.example')
  await expect(owner.getByRole('heading', { name: 'Quinn Example’s Dashboard' })).toBeVisible()
  // Figures that are read before the board is there would be none.
  await expect(owner.getByRole('region', { name: 'Sales Leaderboard' }).getByRole('listitem').first()).toBeVisible()
  const before = await figuresOf(owner, 'Sky Testcase')

  await searchFor(page, house)
  const dialog = page.getByRole('dialog', { name: 'Quick Lead Creation' })
  await expect(dialog).toContainText(house)
  await expect(dialog.getByRole('button', { name: 'Create Lead' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Storm Damage' }).click()
  await dialog.getByRole('radio', { name: 'High Priority' }).click()
  await dialog.getByRole('button', { name: 'Create Lead' }).click()
  await expect(page.getByText('High priority lead created')).toBeVisible()
  await expect
    .poll(() => figuresOf(owner, 'Sky Testcase'), { intervals: [50] })
    .toEqual({ ...before, leads: before.leads + 1 })

  await page.getByRole('button', { name: 'Interested', exact: true }).click()
  await expect
    .poll(() => figuresOf(owner, 'Sky Testcase'), { intervals: [50] })
    .toEqual({ leads: before.leads + 1, doors: before.doors + 1 })
  expect(complaints()).toEqual([])
  await owner.context().close()
})

test('the map is drawn, with no token and no network', async ({ page }) => {
  await signIn(page, 'riley@maple-demo.example')
  await page.goto('/map')
  const canvas = page.locator('canvas.maplibregl-canvas')
  await expect(canvas).toBeVisible()
  await expect.poll(async () => countMapColors(page), { timeout: 30_000 }).toBeGreaterThan(50)
})

test('a search says what is wrong with it', async ({ page }) => {
  await signIn(page, 'riley@maple-demo.example')
  await page.goto('/map')
  await searchFor(page, '   ')
  await expect(page.getByText('Please enter an address')).toBeVisible()
  await searchFor(page, '99999 Nowhere Imaginary Blvd')
  await expect(page.getByText('Address not found')).toBeVisible()
  await expect(page.getByRole('combobox')).toHaveValue('99999 Nowhere Imaginary Blvd')
  await searchFor(page, '503 W 5th Demo St')
  await expect(
    page.getByText('Property lookup service is temporarily unavailable. Please contact admin if this persists.'),
  ).toBeVisible()
})

test('the screens have no serious finding of axe-core', async ({ page }) => {
  test.slow()
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await signIn(page, 'quinn@maple-demo.example')
  await expect(page.getByText('Sales Leaderboard')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.goto('/map')
  await expect(page.getByRole('combobox')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

/** What the owner's leaderboard says of a rep. */
async function figuresOf(owner: Page, name: string): Promise<{ leads: number; doors: number }> {
  const row = owner.getByRole('region', { name: 'Sales Leaderboard' }).getByRole('listitem').filter({ hasText: name })
  const text = (await row.count()) > 0 ? await row.innerText() : ''
  return { leads: Number(/(\d+)\s*leads?/.exec(text)?.[1] ?? 0), doors: Number(/(\d+)\s*doors?/.exec(text)?.[1] ?? 0) }
}
