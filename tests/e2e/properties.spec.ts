import { test, type Page } from '@playwright/test'
import { execute, createToken } from './api.ts'
import { openSession, collectConsoleErrors, password } from './signIn.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { countColors, openAs, expect, collectToasts, configureMapTests } from './mapPage.ts'

configureMapTests()

/** Streets where nothing is saved; each project takes its own. */
const streets = { wide: 'W 5th Demo St', phone: 'W 18th Demo St' }
const numbers = { wide: [406, 407, 414, 415, 420, 421, 428], phone: [414, 415, 420, 423, 429, 434, 437] }
const houseOf = (project: string, nth: number) =>
  `${numbers[project as keyof typeof numbers][nth]} ${streets[project as keyof typeof streets]}`
const rep = 'jordan@maple-demo.example'
const owner = 'quinn@maple-demo.example'

test('the list is searched on the server, narrowed by tag, and read on page by page', async ({ page }) => {
  const complaints = collectConsoleErrors(page)
  await openAs(page, owner, '/properties')
  const cards = page.getByRole('list', { name: 'Properties' }).getByRole('listitem')
  await expect(page.getByText(/^[\d,]+ properties$/)).toBeVisible()
  const all = await countOf(page)
  expect(all).toBeGreaterThan(500)
  expect(await cards.count(), 'only what is near the view exists').toBeLessThan(40)
  await expect.poll(() => countColors(page, cards.first().locator('canvas'))).toBeGreaterThan(50)

  for (let turn = 0; turn < 6; turn += 1) {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.waitForTimeout(400)
  }
  await expect(async () =>
    expect(Number(await cards.last().getAttribute('aria-posinset'))).toBeGreaterThan(72),
  ).toPass()
  expect(await cards.count()).toBeLessThan(40)

  await page.getByLabel('Search address or owner').fill('9th 1307')
  await expect(cards).toHaveCount(1)
  await expect(cards.first()).toContainText('1307 W 9th Demo St')
  await page.getByLabel('Search address or owner').fill('juniper')
  await expect.poll(() => countOf(page)).toBeLessThan(all)
  await expect(cards.first()).toContainText('N Juniper Sample Ave')
  await page.getByLabel('Search address or owner').fill('zzz')
  await expect(page.getByText('No properties found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('combobox', { name: 'Tag' }).click()
  await page.getByRole('option', { name: 'Storm Damage' }).click()
  await expect.poll(() => countOf(page)).toBeLessThan(all)
  await expect(cards.first()).toContainText('Storm Damage')
  expect(complaints()).toEqual([])
})

test('a property is edited: owner, type, priority and notes', async ({ page }, { project }) => {
  const said = await collectToasts(page)
  const house = houseOf(project.name, 0)
  const id = await saveHouse(rep, house)
  await openAs(page, rep, '/properties')
  const dialog = await edit(page, house)
  await expect(dialog.getByLabel('Owner Name')).toHaveValue(/Sample Owner|Sample Holdings|Unknown/)
  await dialog.getByLabel('Owner Name').fill('Typed Owner')
  await dialog.getByRole('radio', { name: 'Tornado Damage' }).click()
  await dialog.getByRole('radio', { name: 'High Priority' }).click()
  await dialog.getByLabel('Notes').fill('Ask for the blue gate.')
  await dialog.getByRole('button', { name: 'Save Property Info' }).click()
  await expectToast(said, 'Property updated successfully')
  await expect(dialog).toContainText('Typed Owner · Demo Town, IN')
  await expect(dialog).toContainText('Entered by hand')
  await expect(dialog.getByRole('region', { name: 'History' })).toContainText('Edited · owner, notes, priority, type')
  expect(await savedOf(id)).toMatchObject({
    ownerName: 'Typed Owner',
    tags: ['TORNADO'],
    priority: 'HIGH',
    notes: 'Ask for the blue gate.',
  })

  // The chosen type again clears it.
  await dialog.getByRole('radio', { name: 'Tornado Damage' }).click()
  await dialog.getByRole('button', { name: 'Create Lead' }).click()
  await expectToast(said, 'Please select a property type first')
  await dialog.getByRole('radio', { name: 'Generic' }).click()
  await dialog.getByRole('button', { name: 'Create Lead' }).click()
  await expectToast(said, 'High priority lead created')
  await expect(dialog).toBeHidden()
  expect(await savedOf(id)).toMatchObject({ tags: ['GENERIC'], leads: [{ tag: 'GENERIC', priority: 'HIGH' }] })
})

test('what is not saved is kept when the dialog closes, and offered when it opens again', async ({ page }, {
  project,
}) => {
  const house = houseOf(project.name, 1)
  const id = await saveHouse(rep, house)
  await openAs(page, rep, '/properties')
  let dialog = await edit(page, house)
  await dialog.getByLabel('Notes').fill('Half a sen')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  dialog = await edit(page, house)
  await expect(dialog).toContainText('Your unsaved changes were restored.')
  await expect(dialog.getByLabel('Notes')).toHaveValue('Half a sen')
  // The backdrop closes it too, once it listens.
  await expect(async () => {
    await page.mouse.click(8, 8)
    await expect(dialog).toBeHidden({ timeout: 1_000 })
  }).toPass()
  await page.reload()
  dialog = await edit(page, house)
  await expect(dialog.getByLabel('Notes')).toHaveValue('Half a sen')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog.getByLabel('Notes')).toHaveValue('')
  expect(await savedOf(id)).toMatchObject({ notes: null })

  // A save that fails loses nothing and says so.
  const said = await toastsFromHere(page)
  await page.route('**/graphql', (route) =>
    route.request().postDataJSON()?.operationName === 'UpdateProperty'
      ? route.fulfill({ status: 500, json: { errors: [{ message: 'Broken' }] } })
      : route.continue(),
  )
  await dialog.getByLabel('Notes').fill('A whole sentence.')
  await dialog.getByRole('button', { name: 'Save Property Info' }).click()
  await expect.poll(said).toContain('Failed to update property')
  await expect(dialog.getByLabel('Notes')).toHaveValue('A whole sentence.')
})

test('an owner is refreshed, with each of its outcomes', async ({ page }, { project }) => {
  const said = await collectToasts(page)
  const house = houseOf(project.name, 2)
  await saveHouse(rep, house, { ownerName: 'Outdated Owner' })
  await openAs(page, rep, '/properties')
  const dialog = await edit(page, house)
  const refresh = dialog.getByRole('button', { name: 'Refresh Owner' })
  await refresh.click()
  await expect.poll(async () => Object.keys(await said()).join()).toMatch(/Owner updated: Sample/)
  await expect(dialog.getByLabel('Owner Name')).not.toHaveValue('Outdated Owner')
  await expect(dialog.getByRole('region', { name: 'History' })).toContainText('Owner refreshed')
  await refresh.click()
  await expectToast(said, 'Owner info unchanged')

  let answer: object = { data: { refreshOwner: { __typename: 'OwnerRefresh', outcome: 'NO_RESULTS', property: {} } } }
  await page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON()?.operationName !== 'RefreshOwner') return route.continue()
    return route.fulfill({ json: answer })
  })
  await refresh.click()
  await expectToast(said, 'No results from Regrid')
  answer = { data: null, errors: [{ message: 'Away', extensions: { code: 'UNAVAILABLE' } }] }
  await refresh.click()
  await expectToast(said, 'Failed to refresh owner info')
})

test('an owner assigns a house to a rep, whose list then has it, and deletes it', async ({ page, browser }, {
  project,
}) => {
  const said = await collectToasts(page)
  const house = houseOf(project.name, 3)
  await saveHouse(rep, house)
  await openAs(page, owner, '/properties')
  const dialog = await edit(page, house)
  await dialog.getByRole('combobox', { name: 'Assigned to' }).click()
  await page.getByRole('option', { name: 'Casey Demo' }).click()
  await dialog.getByRole('button', { name: 'Save Property Info' }).click()
  await expectToast(said, 'Property updated successfully')
  await expect(dialog.getByRole('region', { name: 'History' })).toContainText('Assigned to Casey Demo')

  const casey = await openSession(browser, 'casey@maple-demo.example')
  await casey.goto('/properties')
  const card = casey.getByRole('listitem').filter({ hasText: house })
  await casey.getByLabel('Search address or owner').fill(house)
  await expect(card).toBeVisible()
  await expect(card.getByRole('button', { name: `Edit ${house}` })).toBeVisible()
  await expect(card.getByRole('button', { name: `Delete ${house}` })).toHaveCount(0)

  await dialog.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete property' })
  await expect(question).toContainText('Are you sure you want to delete this property? This cannot be undone.')
  await question.getByRole('button', { name: 'Delete property' }).click()
  await expectToast(said, 'Property deleted')
  await expectToast(said, 'Property removed from list')
  await expect(dialog).toBeHidden()
  // Gone from the rep's list too, without a reload.
  await expect(casey.getByText('No properties found')).toBeVisible()
  await casey.context().close()
})

test('a rep starts at a dashboard of their own, which leads on', async ({ page }) => {
  await openAs(page, rep, '/')
  await expect(page.getByRole('heading', { name: 'Welcome back, Jordan Placeholder!' })).toBeVisible()
  for (const stat of ['Total Properties', 'Total Leads', 'New Leads', 'Contacted'])
    await expect(page.getByText(stat, { exact: true })).toBeVisible()
  const actions = page.getByRole('region', { name: 'Quick Actions' }).getByRole('link')
  await expect(actions).toHaveText([
    /^Search Properties/,
    /^View Properties.*View your assigned properties$/,
    /^Manage Leads.*Track your leads$/,
  ])
  const recent = page.getByRole('region', { name: 'Recent Properties' })
  await expect(recent.getByRole('listitem')).toHaveCount(5)
  await expect(recent.getByRole('listitem').first()).toContainText(/\d tags?/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await recent.getByRole('link', { name: /^View/ }).first().click()
  await expect(page).toHaveURL('/properties')
  await expect(page.getByRole('heading', { name: 'Properties', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Properties' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

const expectToast = (said: () => Promise<Record<string, number>>, text: string) =>
  expect.poll(async () => Object.keys(await said())).toContain(text)

/** What toasts say on a page that listens already. */
const toastsFromHere = async (page: Page) => {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { saidFromHere: said })
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[role=alert]')) said.push(toast.textContent)
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { saidFromHere: string[] }).saidFromHere)
}

async function countOf(page: Page): Promise<number> {
  const text = await page.getByText(/^[\d,]+ propert(y|ies)$/).innerText()
  return Number(text.replaceAll(/\D/g, ''))
}

/** Finds a house in the list and opens its details. */
async function edit(page: Page, house: string) {
  await page.getByLabel('Search address or owner').fill(house)
  await page.getByRole('button', { name: `Edit ${house}` }).click()
  const dialog = page.getByRole('dialog', { name: house })
  await expect(dialog.getByLabel('Owner Name')).toBeVisible()
  return dialog
}

/** Saves a house as the map would, unless a first try did; answers its id. */
async function saveHouse(email: string, address: string, more: object = {}): Promise<string> {
  const token = await createToken(email, password)
  const { locateProperty } = await execute<{ locateProperty: { draft: object; property: { id: string } | null } }>(
    `mutation ($address: String!) { locateProperty(input: { address: $address }) { property { id }
      draft { address streetNumber streetName city state zipCode lat lng parcelId ownerName ownerSource } } }`,
    { address },
    token,
  )
  if (locateProperty.property) return locateProperty.property.id
  const { createProperty } = await execute<{ createProperty: { id: string } }>(
    'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
    { input: { ...locateProperty.draft, ...more } },
    token,
  )
  return createProperty.id
}

/** The house as the server has it. */
async function savedOf(id: string): Promise<unknown> {
  const { property } = await execute<{ property: unknown }>(
    'query ($id: ID!) { property(id: $id) { ownerName tags priority notes leads { tag priority } } }',
    { id },
    await createToken(rep, password),
  )
  return property
}
