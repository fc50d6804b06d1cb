import type { Page } from '@playwright/test'
import { createToken, execute, operationOf } from './api.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { countColors, expect, collectToasts, configureMapTests } from './mapPage.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, openSession, password } from './signIn.ts'

configureMapTests()
// The lists have pictures of maps, which are not drawn with WebGL.
test.use({ drawsMaps: false })

/** Streets without saved properties. Each project uses its own. */
const streets = { wide: 'W 5th Demo St', phone: 'W 18th Demo St' }
const numbers = { wide: [406, 407, 414, 415, 420, 421, 428], phone: [414, 415, 420, 423, 429, 434, 437] }
const addressFor = (project: string, nth: number) =>
  `${numbers[project as keyof typeof numbers][nth]} ${streets[project as keyof typeof streets]}`
const rep = 'jordan@maple-demo.example'
const owner = 'quinn@maple-demo.example'

test('the list is searched on the server, filtered by tag, and paged', { tag: '@wide' }, async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page)
  await openAs(page, owner, '/properties')
  const cards = page.getByRole('list', { name: 'Properties' }).getByRole('listitem')
  await expect(page.getByText(/^[\d,]+ properties$/)).toBeVisible()
  const all = await countOf(page)
  expect(all).toBeGreaterThan(500)
  expect(await cards.count(), 'only what is near the view exists').toBeLessThan(40)
  await expect.poll(() => countColors(page, cards.first().locator('canvas'))).toBeGreaterThan(50)

  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    expect(Number(await cards.last().getAttribute('aria-posinset'))).toBeGreaterThan(72)
  }).toPass()
  expect(await cards.count()).toBeLessThan(40)

  const [address = ''] = (await oldestProperty(owner)).address.split(',')
  await page.getByLabel('Search address or owner').fill(address.split(' ').reverse().join(' '))
  await expect(cards).toHaveCount(1)
  await expect(cards.first()).toContainText(address)
  await page.getByLabel('Search address or owner').fill('juniper')
  await expect.poll(() => countOf(page)).toBeLessThan(all)
  await expect(cards.first()).toContainText('N Juniper Sample Ave')
  await page.getByLabel('Search address or owner').fill('zzz')
  await expect(page.getByText('No properties found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await page.getByRole('combobox', { name: 'Tag' }).click()
  await page.getByRole('option', { name: 'Storm Damage' }).click()
  await expect.poll(() => countOf(page)).toBeLessThan(all)
  await expect(cards.first()).toContainText('Storm Damage')
  expect(consoleErrors()).toEqual([])
})

test('a property is edited: owner, type, priority and notes', { tag: '@phone' }, async ({ page }, { project }) => {
  const messages = await collectToasts(page)
  const propertyId = addressFor(project.name, 0)
  const id = await saveProperty(rep, propertyId)
  await openAs(page, rep, '/properties')
  const dialog = await openEditor(page, propertyId)
  await expect(dialog.getByLabel('Owner Name')).toHaveValue(/Sample Owner|Sample Holdings|Unknown/)
  await dialog.getByLabel('Owner Name').fill('Typed Owner')
  await dialog.getByRole('radio', { name: 'Tornado Damage' }).click()
  await dialog.getByRole('radio', { name: 'High Priority' }).click()
  await dialog.getByLabel('Notes').fill('Ask for the blue gate.')
  await dialog.getByRole('button', { name: 'Save Property Info' }).click()
  await expectToast(messages, 'Property updated successfully')
  await expect(dialog).toContainText('Typed Owner · Demo Town, IN')
  await expect(dialog).toContainText('Entered or imported by the team')
  await expect(dialog.getByRole('region', { name: 'History' })).toContainText(
    'Edited · owner name, notes, priority, type',
  )
  expect(await fetchProperty(id)).toMatchObject({
    ownerName: 'Typed Owner',
    tags: ['TORNADO'],
    priority: 'HIGH',
    notes: 'Ask for the blue gate.',
  })

  // Clicking the chosen type again clears it.
  await dialog.getByRole('radio', { name: 'Tornado Damage' }).click()
  await expect(dialog.getByRole('button', { name: 'Create Lead' })).toBeDisabled()
  await expect(dialog.getByText('Please select a property type first')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Generic' }).click()
  await dialog.getByRole('button', { name: 'Create Lead' }).click()
  await expectToast(messages, 'High priority lead created')
  await expect(dialog).toBeHidden()
  expect(await fetchProperty(id)).toMatchObject({ tags: ['GENERIC'], leads: [{ tag: 'GENERIC', priority: 'HIGH' }] })
})

test(
  'closing with unsaved changes asks, and a reload restores them',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    const propertyId = addressFor(project.name, 1)
    const id = await saveProperty(rep, propertyId)
    await openAs(page, rep, '/properties')
    let dialog = await openEditor(page, propertyId)
    await dialog.getByLabel('Notes').fill('Half a sen')
    const question = page.getByRole('dialog', { name: 'Unsaved Changes' })
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByLabel('Notes')).toHaveValue('Half a sen')
    // A click on the backdrop asks too, once its handler is attached.
    await expect(async () => {
      await page.mouse.click(8, 8)
      await expect(question).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await page.reload()
    dialog = await openEditor(page, propertyId)
    await expect(dialog).toContainText('Your unsaved changes were restored.')
    await expect(dialog.getByLabel('Notes')).toHaveValue('Half a sen')
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog.getByLabel('Notes')).toHaveValue('')
    expect(await fetchProperty(id)).toMatchObject({ notes: null })

    // A save that the server refuses keeps the input and shows an error.
    const messages = await collectToastsFromNow(page)
    await page.route('**/graphql', (route) =>
      operationOf(route.request()) === 'UpdateProperty'
        ? route.fulfill({ json: { errors: [{ message: 'Broken' }] } })
        : route.continue(),
    )
    await dialog.getByLabel('Notes').fill('A whole sentence.')
    await dialog.getByRole('button', { name: 'Save Property Info' }).click()
    await expect.poll(messages).toContain('Failed to update property')
    await expect(dialog.getByLabel('Notes')).toHaveValue('A whole sentence.')
  },
)

test('an owner is refreshed, with each outcome', { tag: '@phone' }, async ({ page }, { project }) => {
  const messages = await collectToasts(page)
  const propertyId = addressFor(project.name, 2)
  await saveProperty(rep, propertyId, { ownerName: 'Outdated Owner' })
  await openAs(page, rep, '/properties')
  const dialog = await openEditor(page, propertyId)
  const refresh = dialog.getByRole('button', { name: 'Refresh Owner' })
  await refresh.click()
  await expect.poll(async () => (await messages()).join()).toMatch(/Owner updated: Sample/)
  await expect(dialog.getByLabel('Owner Name')).not.toHaveValue('Outdated Owner')
  await expect(dialog.getByRole('region', { name: 'History' })).toContainText('Owner refreshed')
  await refresh.click()
  await expectToast(messages, 'Owner info unchanged')

  let answer: object = { data: { refreshOwner: { __typename: 'OwnerRefresh', outcome: 'NO_RESULTS', property: {} } } }
  await page.route('**/graphql', async (route) => {
    if (operationOf(route.request()) !== 'RefreshOwner') return route.continue()
    return route.fulfill({ json: answer })
  })
  await refresh.click()
  await expectToast(messages, 'No results from Regrid')
  answer = { data: null, errors: [{ message: 'Away', extensions: { code: 'UNAVAILABLE' } }] }
  await refresh.click()
  await expectToast(messages, 'Failed to refresh owner info')
})

test(
  'an owner assigns a property to a rep, whose list shows it, and deletes it',
  { tag: '@wide' },
  async ({ page, browser }, { project }) => {
    const messages = await collectToasts(page)
    const propertyId = addressFor(project.name, 3)
    await saveProperty(rep, propertyId)
    await openAs(page, owner, '/properties')
    const dialog = await openEditor(page, propertyId)
    await dialog.getByRole('combobox', { name: 'Assigned To' }).click()
    await page.getByRole('option', { name: 'Casey Demo' }).click()
    await dialog.getByRole('button', { name: 'Save Property Info' }).click()
    await expectToast(messages, 'Property updated successfully')
    await expect(dialog.getByRole('region', { name: 'History' })).toContainText('Assigned to Casey Demo')

    const casey = await openSession(browser, 'casey@maple-demo.example', '/properties')
    const card = casey.getByRole('listitem').filter({ hasText: propertyId })
    await casey.getByLabel('Search address or owner').fill(propertyId)
    await expect(card).toBeVisible()
    await expect(card.getByRole('button', { name: `Edit ${propertyId}` })).toBeVisible()
    await expect(card.getByRole('button', { name: `Delete ${propertyId}` })).toHaveCount(0)

    await dialog.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete Property' })
    await expect(question).toContainText('Are you sure you want to delete this property? This cannot be undone.')
    await question.getByRole('button', { name: 'Delete Property' }).click()
    await expectToast(messages, 'Property deleted')
    await expectToast(messages, 'Property removed from list')
    await expect(dialog).toBeHidden()
    // It also disappears from the rep's list without a reload.
    await expect(casey.getByText('No properties found')).toBeVisible()
    await casey.context().close()
  },
)

test('a rep starts at their dashboard, which links to the other screens', async ({ page }) => {
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
  await expect(recent.getByRole('listitem').first()).toContainText(/, IN \d{5}.*\d tags?/)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await recent.getByRole('link', { name: /^View/ }).first().click()
  await expect(page).toHaveURL('/properties')
  await expect(page.getByRole('heading', { name: 'Properties', exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Properties' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

const expectToast = (messages: () => Promise<string[]>, text: string) => expect.poll(messages).toContain(text)

/** Collects toasts on a page that is already open. */
const collectToastsFromNow = async (page: Page) => {
  await page.evaluate(() => {
    const messages: string[] = []
    Object.assign(window, { saidFromHere: messages })
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[role=alert]')) messages.push(toast.textContent)
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { saidFromHere: string[] }).saidFromHere)
}

async function countOf(page: Page): Promise<number> {
  const text = await page.getByText(/^[\d,]+( of [\d,]+)? propert(y|ies)$/).innerText()
  return Number(text.split(' ')[0]!.replaceAll(/\D/g, ''))
}

/** Finds a property in the list and opens its dialog. */
async function openEditor(page: Page, propertyId: string) {
  await page.getByLabel('Search address or owner').fill(propertyId)
  await page.getByRole('button', { name: `Edit ${propertyId}` }).click()
  const dialog = page.getByRole('dialog', { name: propertyId })
  await expect(dialog.getByLabel('Owner Name')).toBeVisible()
  return dialog
}

/** Saves a property as the map does, unless a first attempt did, and returns its id. */
async function saveProperty(email: string, address: string, more: object = {}): Promise<string> {
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

/** The property as stored on the server. */
async function fetchProperty(id: string): Promise<unknown> {
  const { property } = await execute<{ property: unknown }>(
    'query ($id: ID!) { property(id: $id) { ownerName tags priority notes leads { tag priority } } }',
    { id },
    await createToken(rep, password),
  )
  return property
}

/** The newest property of the user's tenant. The demo saves other properties on each date. */
/** The oldest property whose number no other number begins with: other tests save properties meanwhile. */
async function oldestProperty(email: string): Promise<{ address: string }> {
  const { properties } = await execute<{ properties: { edges: { node: { address: string } }[] } }>(
    '{ properties(first: 100, orderBy: { field: CREATED_AT, direction: ASC }) { edges { node { address } } } }',
    {},
    await createToken(email, password),
  )
  return properties.edges.find(({ node }) => /^\d{4} /.test(node.address))!.node
}
