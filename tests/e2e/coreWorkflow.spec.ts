import { expect, type Page } from '@playwright/test'
import { countMapColors, searchFor } from './mapPage.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, openSession } from './signIn.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' }, drawsMaps: true })

/** Unsaved addresses of the demo town. Each project uses its own, because both share one server. */
const addresses = { wide: '1018 W 12th Demo St', phone: '1018 N Juniper Sample Ave' }

test('a rep finds a property, creates a lead and knocks, and the owner sees the leaderboard change', async ({
  page,
  browser,
}, { project }) => {
  const consoleErrors = collectConsoleErrors(page)
  const address = addresses[project.name as keyof typeof addresses]
  const owner = await openSession(browser, 'quinn@maple-demo.example', '/')
  await expect(owner.getByRole('heading', { name: 'Quinn Example’s Dashboard' })).toBeVisible()
  const rep = await readLeader(owner)
  const before = await readLeaderboardRow(owner, rep)
  await openAs(page, `${rep.split(' ')[0]!.toLowerCase()}@maple-demo.example`, '/map')

  await searchFor(page, address)
  const dialog = page.getByRole('dialog', { name: 'Quick Lead Creation' })
  await expect(dialog).toContainText(address)
  await expect(dialog.getByRole('button', { name: 'Create Lead' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Storm Damage' }).click()
  await dialog.getByRole('radio', { name: 'High Priority' }).click()
  await dialog.getByRole('button', { name: 'Create Lead' }).click()
  await expect(page.getByText('High priority lead created')).toBeVisible()
  await expect
    .poll(() => readLeaderboardRow(owner, rep), { intervals: [50] })
    .toEqual({ ...before, leads: before.leads + 1 })

  await page.getByRole('button', { name: 'Interested', exact: true }).click()
  await expect
    .poll(() => readLeaderboardRow(owner, rep), { intervals: [50] })
    .toEqual({ leads: before.leads + 1, doors: before.doors + 1 })
  expect(consoleErrors()).toEqual([])
  await owner.context().close()
})

test('the map is drawn without a token or network access', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, 'riley@maple-demo.example', '/map')
  const canvas = page.locator('canvas.maplibregl-canvas')
  await expect(canvas).toBeVisible()
  await expect.poll(async () => countMapColors(page)).toBeGreaterThan(50)
})

test('a failed search says what is wrong', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, 'riley@maple-demo.example', '/map')
  await searchFor(page, '   ')
  await expect(page.getByText('Please enter an address')).toBeVisible()
  await searchFor(page, '99999 Nowhere Imaginary Blvd')
  await expect(page.getByText('Address not found')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Address' })).toHaveValue('99999 Nowhere Imaginary Blvd')
  await searchFor(page, '503 W 5th Demo St')
  await expect(
    page.getByText('Property lookup service is temporarily unavailable. Please contact admin if this persists.'),
  ).toBeVisible()
})

/** The rep who leads the board, whose row stays among the five that it shows. */
function readLeader(owner: Page): Promise<string> {
  const board = owner.getByRole('region', { name: 'Sales Leaderboard' })
  return board.getByRole('listitem').first().getByRole('link').innerText()
}

/** The numbers of a rep on the owner's leaderboard. */
async function readLeaderboardRow(owner: Page, name: string): Promise<{ leads: number; doors: number }> {
  const row = owner.getByRole('region', { name: 'Sales Leaderboard' }).getByRole('listitem').filter({ hasText: name })
  const text = (await row.count()) > 0 ? await row.innerText() : ''
  return { leads: Number(/(\d+)\s*leads?/.exec(text)?.[1] ?? 0), doors: Number(/(\d+)\s*doors?/.exec(text)?.[1] ?? 0) }
}
