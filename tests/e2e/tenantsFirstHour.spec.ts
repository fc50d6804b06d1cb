import { expect, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createAccount, createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, password } from './signIn.ts'

const globalAdmin = 'parker@porchlight.example'

/** The screens with a list, and those who have them, besides the title of what stands in place of the rows of a new company. */
const leaders = {
  '/templates': ['No templates yet'],
  '/users/invitations': ['No invitations yet'],
  '/leads/duplicates': ['No duplicates'],
  '/properties/mix-ups': ['No address mix-ups'],
  '/webhooks': ['No webhooks yet'],
  '/jobs': ['No jobs yet'],
}
const everybody = {
  '/properties': ['No properties found'],
  '/leads': ['No leads found'],
  '/api-keys': ['No API keys yet'],
}
const reps = {
  '/': ['No properties yet'],
  '/users': ["You don't have permission to access this page."],
}
const screensOf = {
  OWNER: {
    '/': ['No activity yet', 'No activity yet', 'No doors yet', 'No leads yet'],
    ...everybody,
    ...leaders,
  },
  ADMIN: { '/': ['No leads found', 'No leads found', 'No leads found'], ...everybody, ...leaders },
  SALES_REP: { ...everybody, ...reps },
}

/** What stands in place of the rows of the open screen, when it has all its data: each title, its sentence and its buttons. */
async function readEmptyStates(page: Page): Promise<{ title: string; hint: string; actions: string[] }[]> {
  await expect(page.locator('main')).not.toBeEmpty()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return page.locator('main [data-empty-state]').evaluateAll((states) =>
    states.map((state) => {
      const [title = '', hint = ''] = [...state.querySelectorAll('p')].map(({ textContent }) => textContent)
      return { title, hint, actions: [...state.querySelectorAll('a, button')].map(({ textContent }) => textContent) }
    }),
  )
}

/** Opens each screen, and expects a sentence in each empty state and one that can be done at once on the screen. */
async function expectNextSteps(page: Page, screens: Record<string, string[]>): Promise<void> {
  for (const [path, titles] of Object.entries(screens)) {
    await page.goto(path)
    await expect(page.locator('main [data-empty-state]')).toHaveCount(titles.length)
    const states = await readEmptyStates(page)
    expect([path, states.map(({ title }) => title).toSorted()]).toEqual([path, titles.toSorted()])
    for (const { hint } of states) expect([path, hint]).toEqual([path, expect.stringMatching(/^[A-Z].{9,}\.$/)])
    expect([path, states.flatMap(({ actions }) => actions).length]).toEqual([path, 1])
    expect([path, await findAccessibilityViolations(page)]).toEqual([path, []])
  }
}

// The empty screens of an owner are those of an admin, and are centered texts at both widths.
for (const [role, tag] of [
  ['OWNER', '@wide'],
  ['ADMIN', '@phone'],
  ['SALES_REP', '@phone'],
] as const)
  test(
    `each empty screen of a new company tells its first ${role} the next step`,
    { tag },
    async ({ page }, { retry }) => {
      const consoleErrors = collectConsoleErrors(page)
      const token = await createToken(globalAdmin, password)
      const name = `First ${role} ${retry} ${Date.now()}`
      await execute(
        'mutation ($input: CreateTenantInput!) { createTenant(input: $input) { id } }',
        { input: { name, companyName: name } },
        token,
      )
      const email = `${name.toLowerCase().replaceAll(/[ _]/g, '-')}@sample.example`
      await createAccount(token, { email, fullName: 'Sample Person', role, tenant: name, password })
      await openAs(page, email, '/')
      await expectNextSteps(page, screensOf[role])
      expect(consoleErrors()).toEqual([])
    },
  )

test(
  'a global admin without a tenant chooses one where a screen belongs to one',
  { tag: '@wide' },
  async ({ page }) => {
    await openAs(page, globalAdmin, '/')
    for (const path of ['/webhooks', '/users/invitations', '/company-settings']) {
      await expectNextSteps(page, { [path]: ['Choose a tenant first'] })
      await page.getByRole('button', { name: 'Choose Tenant' }).click()
      const dialog = page.getByRole('dialog', { name: 'Choose a tenant first' })
      await dialog.getByRole('button', { name: 'Maple Demo Roofing' }).click()
      await expect(page.locator('main [data-empty-state]').getByText('Choose a tenant first')).toBeHidden()
      await openAs(page, globalAdmin, '/')
    }
  },
)

test('the mails are found by their kind and address', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, globalAdmin, '/mails')
  await expectNextSteps(page, { '/mails': ['No mails'] })
  await page.getByLabel('Search by address').fill('nobody@sample.example')
  await expect(page.getByText('No mails of the last 30 days match these filters.')).toBeVisible()
  await expect(page).toHaveURL(/to=nobody/)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page.getByLabel('Search by address')).toHaveValue('')
  await page.goto('/mails?kind=invitation')
  await expect(page.getByRole('combobox', { name: 'Kind' })).toContainText('Invitation')
})
