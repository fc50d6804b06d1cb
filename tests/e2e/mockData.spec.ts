import { expect, test, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { execute, createToken } from './api.ts'
import { collectConsoleErrors, password, signIn } from './signIn.ts'
import { openAs, collectToasts } from './mapPage.ts'

test.use({ actionTimeout: 10_000 })

const parker = 'parker@porchlight.example'
const REFUSED = 'Mock data is on, so nothing is saved. Switch it off to work with real data.'

const theSwitch = (page: Page) => page.getByRole('switch', { name: 'Mock Data' })
const banner = (page: Page) => page.getByRole('region', { name: 'Mock data' })
const flag = (page: Page) => page.evaluate(() => localStorage.getItem('useMockData'))

/** One of the counters above a list. */
const figure = (page: Page, name: string) =>
  page.locator('dl').filter({ hasText: name }).first().getByRole('definition')

/** That nothing is saved and why, and nothing else, is said; it is gone again before the next is tried. */
async function seeRefusal(page: Page, said: () => Promise<Record<string, number>>): Promise<void> {
  await expect(page.getByText(REFUSED)).toBeVisible()
  const others = Object.keys(await said()).filter((words) => /^Failed|saved successfully|status updated/i.test(words))
  expect(others).toEqual([])
  await page.mouse.move(0, 400)
  await expect(page.getByText(REFUSED)).toBeHidden()
}

/** Everything there is for a global admin: properties, leads, and events in the logs. */
async function whatIsStored(): Promise<unknown> {
  const token = await createToken(parker, password)
  return execute('{ totals { properties leads newLeads contactedLeads completedLeads } }', {}, token)
}

test('a global admin switches to invented lists and figures and back, and every screen says so', async ({ page }) => {
  test.slow()
  const complaints = collectConsoleErrors(page)
  await page.addInitScript(() => {
    addEventListener('mockDataToggle', (event) => {
      document.documentElement.dataset['heard'] = JSON.stringify((event as CustomEvent).detail)
    })
  })
  await signIn(page, parker)
  await expect(page.getByText('DEV MODE')).toBeAttached()
  await expect(page.getByText('Maple Demo Roofing').first()).toBeVisible()
  await expect(banner(page)).toBeHidden()

  await theSwitch(page).check()
  await expect(banner(page)).toContainText('Mock data is on.')
  expect(await flag(page)).toBe('true')
  await expect(page.locator('html')).toHaveAttribute('data-heard', '{"useMockData":true}')
  await expect(page.getByText('Placeholder Storm Repair').first()).toBeVisible()
  await expect(page.getByText('Maple Demo Roofing')).toHaveCount(0)
  // Figures that no event made are not to be asked about.
  await expect(page.getByText('$39.13')).toBeVisible()
  await expect(page.getByRole('button', { name: /Total Revenue/ })).toHaveCount(0)
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.goto('/properties')
  await expect(page.getByText('160 properties')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Properties' }).getByText('Sample Owner 0160')).toBeVisible()
  await page.getByRole('searchbox').fill('owner 0142')
  await expect(page.getByText('1 property')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.goto('/leads')
  await expect(figure(page, 'Total Leads')).toHaveText('96')
  await expect(page.getByText('101 Mockingbird Sample Ave').first()).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByText('101 Mockingbird Sample Ave').first()).toBeVisible()
  for (const path of ['/users', '/templates', '/legacy-flyer', '/map', '/no-such-place']) {
    await page.goto(path)
    await expect(banner(page)).toBeVisible()
  }

  await banner(page).getByRole('button', { name: 'Switch off' }).click()
  await expect(banner(page)).toBeHidden()
  await expect(theSwitch(page)).not.toBeChecked()
  await expect(page.getByText('Maple Demo Roofing').first()).toBeVisible()
  expect(await flag(page)).toBeNull()
  expect(complaints()).toEqual([])
})

test('while it is on nothing is written, and why is said', async ({ page }, { project }) => {
  test.slow()
  const stored = await whatIsStored()
  const changes: string[] = []
  page.on('request', (request) => {
    const writes = request.url().endsWith('/graphql') && /"query":"mutation/.test(request.postData() ?? '')
    const posts = request.url().includes('/api/') && request.method() !== 'GET'
    if (writes || posts) changes.push(`${request.method()} ${request.url()}`)
  })
  const said = await collectToasts(page)
  await page.addInitScript(() => localStorage.setItem('useMockData', 'true'))
  await openAs(page, parker, '/leads')
  await expect(figure(page, 'Total Leads')).toHaveText('96')

  const status = (now: string) => page.getByRole('button', { name: `Status of 101 Mockingbird Sample Ave: ${now}` })
  await status('New').click()
  await page.getByRole('menuitemradio', { name: 'Completed' }).click()
  await seeRefusal(page, said)
  await expect(status('New')).toBeVisible()
  if (project.name === 'phone') {
    await page.getByRole('button', { name: 'More for 101 Mockingbird Sample Ave' }).click()
    await page.getByRole('menuitem', { name: /DOCX/ }).click()
  } else {
    await page.getByRole('button', { name: /DOCX/ }).first().click()
  }
  await seeRefusal(page, said)

  await page.goto('/properties')
  await page.getByRole('button', { name: /Delete 101 Mockingbird/ }).click()
  await page.getByRole('button', { name: 'Delete property' }).click()
  await seeRefusal(page, said)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('160 properties')).toBeVisible()

  await page.getByRole('button', { name: /Edit 101 Mockingbird/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Notes').fill('Never to be kept')
  await dialog.getByRole('button', { name: 'Save Property Info' }).click()
  await seeRefusal(page, said)

  await page.goto('/map')
  await page.getByRole('combobox', { name: 'Address' }).fill('1018 W 12th Demo St')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await seeRefusal(page, said)

  expect(changes).toEqual([])
  expect(await whatIsStored()).toEqual(stored)
})

test('it goes with the session, and another tab hears of it', async ({ page, context }) => {
  await signIn(page, parker)
  const other = await context.newPage()
  await other.goto('/properties')
  await expect(banner(other)).toBeHidden()
  await theSwitch(page).check()
  await expect(banner(other)).toBeVisible()
  await expect(other.getByText('160 properties')).toBeVisible()
  await other.close()
  await page.reload()
  await expect(banner(page)).toBeVisible()
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/login/)
  expect(await flag(page)).toBeNull()
})

test('it counts for nobody but a global admin who views as nobody else', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/mock/')) asked.push(request.url())
  })
  await signIn(page, 'quinn@maple-demo.example')
  await page.evaluate(() => localStorage.setItem('useMockData', 'true'))
  await page.goto('/properties')
  await expect(
    page
      .getByRole('list', { name: 'Properties' })
      .getByText(/Demo St|Sample Ave/)
      .first(),
  ).toBeVisible()
  await expect(page.getByText('160 properties')).toBeHidden()
  await expect(banner(page)).toBeHidden()
  await expect(theSwitch(page)).toBeHidden()
  expect(asked).toEqual([])
})

test('viewing as another role shows what is real', async ({ page }) => {
  const token = await createToken(parker, password)
  const { tenants } = await execute<{ tenants: { edges: { node: { id: string; name: string } }[] } }>(
    '{ tenants { edges { node { id name } } } }',
    {},
    token,
  )
  const maple = tenants.edges.find(({ node }) => node.name === 'Maple Demo Roofing')!.node.id
  await page.addInitScript((id) => {
    localStorage.setItem('useMockData', 'true')
    localStorage.setItem('impersonatedRole', 'admin')
    localStorage.setItem('chosenTenantId', id)
  }, maple)
  await openAs(page, parker, '/properties')
  await expect(page.getByText('You are viewing the app as: Admin')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Properties' })).toBeVisible()
  await expect(page.getByText('160 properties')).toBeHidden()
  await expect(banner(page)).toBeHidden()
  await expect(theSwitch(page)).toBeHidden()
})
