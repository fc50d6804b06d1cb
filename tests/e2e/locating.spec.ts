import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute, operationOf } from './api.ts'
import { expect, collectToasts, configureMapTests, searchFor } from './mapPage.ts'
import { test } from './fixtures.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

/** Streets of the demo town without saved properties. Each project uses its own, because both share one server. */
const streets = { wide: 'W 4th Demo St', phone: 'W 20th Demo St' }
const streetOf = (name: string) => streets[name as keyof typeof streets]
const rep = 'casey@maple-demo.example'
const AWAY = 'Property lookup service is temporarily unavailable. Please contact admin if this persists.'

let messages: () => Promise<string[]>
const suggestionsOf = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
const expectToast = (text: string) => expect.poll(() => messages()).toContain(text)

test.beforeEach(async ({ page }) => {
  messages = await collectToasts(page)
  await openAs(page, rep, '/map')
  await expect(page.getByRole('combobox', { name: 'Address' })).toBeVisible()
})

test(
  'a new property is saved without a lead, and the next search finds it saved',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const propertyId = `414 ${streetOf(project.name)}`
    await searchFor(page, propertyId)
    const offer = page.getByRole('dialog', { name: 'Quick Lead Creation' })
    await expect(offer).toContainText(propertyId)
    await expect(offer).toContainText('Sample Owner')
    await expect(offer.getByRole('button', { name: 'Create Lead' })).toBeDisabled()
    await offer.getByRole('button', { name: 'Skip for Now' }).click()
    await expect(offer).toBeHidden()
    await expect(propertyRegion(page, propertyId)).toBeVisible()

    await searchFor(page, `  ${propertyId.replace(' ', '   ')}  `)
    await expectToast('Property already in system')
    await expect(propertyRegion(page, propertyId)).toBeVisible()
    await expect(offer).toBeHidden()
  },
)

test('a saved property gets fresher owner data and opens', { tag: '@wide' }, async ({ page }, { project }) => {
  const propertyId = `422 ${streetOf(project.name)}`
  const token = await createToken(rep, password)
  const { draft } = (
    await execute<{ locateProperty: { draft: Record<string, unknown> } }>(
      `mutation ($address: String!) { locateProperty(input: { address: $address }) {
        draft { address streetNumber streetName city state zipCode lat lng parcelId ownerName } } }`,
      { address: propertyId },
      token,
    )
  ).locateProperty
  await execute(
    'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
    // The same property at five decimals but not at six: a search finds it.
    { input: { ...draft, ownerName: 'Outdated Owner', lat: Number(Number(draft['lat']).toFixed(5)) } },
    token,
  )
  await searchFor(page, propertyId)
  await expectToast(`Property updated: ${String(draft['ownerName'])}`)
  await expectToast('Property already in system')
  await expect(propertyRegion(page, propertyId)).toContainText(String(draft['ownerName']))
})

test(
  'a property that was saved in the meantime opens instead of being saved again',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    const propertyId = `418 ${streetOf(project.name)}`
    await searchFor(page, propertyId)
    const offer = page.getByRole('dialog', { name: 'Quick Lead Creation' })
    await expect(offer).toContainText(propertyId)
    const token = await createToken(rep, password)
    const { draft } = (
      await execute<{ locateProperty: { draft: Record<string, unknown> } }>(
        `mutation ($address: String!) { locateProperty(input: { address: $address }) {
        draft { address streetNumber streetName city state zipCode lat lng } } }`,
        { address: propertyId },
        token,
      )
    ).locateProperty
    await execute(
      'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
      { input: draft },
      token,
    )
    await offer.getByRole('button', { name: 'Skip for Now' }).click()
    await expectToast('Property already in system')
    await expect(offer).toBeHidden()
    await expect(propertyRegion(page, propertyId)).toBeVisible()
  },
)

test(
  'the nearest number within 20 is marked unconfirmed until somebody confirms it, and an outage is shown',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const propertyId = `433 ${streetOf(project.name)}`
    await searchFor(page, propertyId)
    const offer = page.getByRole('dialog', { name: 'Quick Lead Creation' })
    await expect(offer).toContainText('Unconfirmed: the parcel of the nearest house number.')
    await offer.getByRole('button', { name: 'Skip for Now' }).click()
    await expect(propertyRegion(page, propertyId)).toContainText('Unconfirmed')
    await viewDetails(page, project.name)
    const details = page.getByRole('dialog', { name: propertyId })
    await expect(details).toContainText('Unconfirmed')
    await details.getByRole('button', { name: 'Confirm' }).click()
    await expectToast('Property updated successfully')
    await expect(details).not.toContainText('Unconfirmed')

    await details.getByRole('button', { name: 'Close' }).click()
    await expect(details).toBeHidden()
    await test.step('an outage of the parcel service, in which the property can still be saved', async () => {
      await searchFor(page, '503 W 5th Demo St')
      await expect(page.getByRole('dialog', { name: 'Quick Lead Creation' })).toContainText('Unknown Owner')
      await expectToast(AWAY)
      await expect(page.getByText(AWAY)).toBeHidden()
    })
  },
)

test(
  'the owner of a record nearby is used only if it is chosen, and can be restored',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const propertyId = `443 ${streetOf(project.name)}`
    const token = await createToken(rep, password)
    const { locateProperty } = await execute<{ locateProperty: { draft: Record<string, unknown> } }>(
      `mutation ($address: String!) { locateProperty(input: { address: $address }) {
      draft { address streetNumber streetName city state zipCode lat lng ownerName } } }`,
      { address: propertyId },
      token,
    )
    const neighbor = String(locateProperty.draft['ownerName'])
    await execute(
      'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
      { input: { ...locateProperty.draft, ownerName: 'Sample Before' } },
      token,
    )
    await searchFor(page, propertyId)
    const region = propertyRegion(page, propertyId)
    const nearby = page.getByRole('region', { name: 'Owner of another record' })
    await expect(nearby).toContainText('Owner of another record nearby: use it?')
    await expect(nearby).toContainText(neighbor)
    await expect(nearby).toContainText(streetOf(project.name))
    await expect(region).toContainText('Sample Before')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await nearby.getByRole('button', { name: 'Use it' }).click()
    await expectToast(`Owner updated: ${neighbor}`)
    await expect(nearby).toBeHidden()
    await expect(region).toContainText(neighbor)
    await expect(region).toContainText('Unconfirmed')

    await viewDetails(page, project.name)
    const details = page.getByRole('dialog', { name: propertyId })
    await details.getByRole('button', { name: 'Restore Sample Before' }).click()
    await expect(details.getByLabel('Owner Name')).toHaveValue('Sample Before')
    await details.getByRole('button', { name: 'Refresh Owner' }).click()
    await expectToast('No results from Regrid')
    await expect(details.getByRole('region', { name: 'Owner of another record' })).toContainText(neighbor)
    expect(await findAccessibilityViolations(page)).toEqual([])
    await expect(details.getByLabel('Owner Name')).toHaveValue('Sample Before')
    await nearby.getByRole('button', { name: 'Use it' }).click()
    await expect(details.getByLabel('Owner Name')).toHaveValue(neighbor)
    await expect(nearby).toBeHidden()
  },
)

test(
  'a denied permission and each failed search have their own message, and the typed text stays',
  { tag: '@wide' },
  async ({ page, context }) => {
    await test.step('a denied permission', async () => {
      await context.clearPermissions()
      await page.evaluate(() => {
        navigator.geolocation.getCurrentPosition = (_, refused) =>
          refused?.({ code: 1, message: 'denied' } as GeolocationPositionError)
      })
      const advice =
        "Allow location for this site in the browser's settings, and for the browser in the phone's settings."
      await locateMe(page, `Unable to get your location ${advice}`)
    })
    await searchFor(page, '   ')
    await expectToast('Please enter an address')
    await searchFor(page, '99998 Nowhere Imaginary Blvd')
    await expectToast('Address not found')

    await page.route('**/graphql', (route) =>
      operationOf(route.request()) === 'LocateProperty'
        ? route.fulfill({ status: 500, json: { errors: [{ message: 'Broken' }] } })
        : route.continue(),
    )
    await searchFor(page, '414 W 4th Demo St')
    await expectToast('Failed to search address')
    await page.getByRole('combobox', { name: 'Address' }).fill('429 W 3rd')
    await suggestionsOf(page).first().click()
    await expectToast('Failed to process address')
    await expect(page.getByRole('combobox', { name: 'Address' })).toHaveValue(/429 W 3rd Demo St/)
    await clickMiddle(page)
    await expectToast('Failed to process location')
  },
)

test(
  'suggestions are navigated by arrow keys; a search shows that it is busy, and only the last of two applies',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    const box = page.getByRole('combobox', { name: 'Address' })
    await box.pressSequentially(`415 ${streetOf(project.name)}`, { delay: 10 })
    await expect(suggestionsOf(page).first()).toContainText(streetOf(project.name))
    await box.press('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
    await box.press('Escape')
    await expect(suggestionsOf(page)).toHaveCount(0)
    await box.press('ArrowDown')
    await box.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Quick Lead Creation' })).toContainText(
      `415 ${streetOf(project.name)}`,
    )

    await page.getByRole('dialog', { name: 'Quick Lead Creation' }).getByRole('button', { name: 'Close' }).click()
    await test.step('a search that is slower than the next one', async () => {
      const heldRequest = hold()
      let searches = 0
      await page.route('**/graphql', async (route) => {
        if (operationOf(route.request()) === 'LocateProperty' && (searches += 1) === 1) await heldRequest.released
        await route.continue()
      })
      await searchFor(page, `436 ${streetOf(project.name)}`)
      await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible()
      await box.fill('429 W 3rd Demo St')
      await expect(suggestionsOf(page)).toHaveCount(1)
      await box.press('ArrowDown')
      await box.press('Enter')
      const offer = page.getByRole('dialog', { name: 'Quick Lead Creation' })
      await expect(offer).toContainText('429 W 3rd Demo St')
      const answered = page.waitForResponse((answer) => operationOf(answer.request()) === 'LocateProperty')
      heldRequest.release()
      await (await answered).finished()
      // What the answer changed would be drawn by the second frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await expect(offer).toContainText('429 W 3rd Demo St')
    })
  },
)

test('search diagnostics can be read and dismissed', { tag: '@wide' }, async ({ page }, { project }) => {
  await searchFor(page, `415 ${streetOf(project.name)}`)
  await page.getByRole('dialog', { name: 'Quick Lead Creation' }).getByRole('button', { name: 'Close' }).click()
  const diagnostics = page.getByRole('region', { name: 'Search Diagnostics' })
  await expect(diagnostics).toContainText(`415 ${streetOf(project.name)}, USA`)
  await expect(diagnostics).toContainText('Geocode results · 1')
  await expect(diagnostics).toContainText('415 · rooftop · exact')
  await expect(diagnostics).toContainText('1 · rooftop')
  await expect(diagnostics).toContainText(/Final coordinates\s*39\.7\d{4}, -86\.\d{5}/)
  await diagnostics.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Geocode results')).toHaveCount(0)
})

test.describe('locate-me', () => {
  /** In the middle of the park, where there is no parcel. */
  const park = { latitude: 39.7695, longitude: -86.1573 }

  test(
    'centers the map; a tap without a parcel says so, and asks for the address of a house there',
    { tag: '@phone' },
    async ({ page, context }) => {
      await context.grantPermissions(['geolocation'])
      await context.setGeolocation(park)
      await locateMe(page, 'Centered on your location')
      await clickMiddle(page)
      await expect(page.getByText('Could not get address for this location', { exact: true })).toBeVisible()
      const dialog = page.getByRole('dialog', { name: 'Add a House' })
      await expect(dialog.getByLabel('Address')).toBeFocused()
      expect(await findAccessibilityViolations(page)).toEqual([])
      await page.keyboard.type('New Demo Ct')
      await dialog.getByRole('button', { name: 'Add House' }).click()
      await expect(dialog.getByText('Type the number and the street, such as 12 Demo St.')).toBeVisible()
      await dialog.getByLabel('Address').fill('12 New Demo Ct')
      await dialog.getByRole('button', { name: 'Add House' }).click()
      const sheet = page.getByRole('region', { name: /^12 New Demo Ct/ })
      await expect(sheet.getByText('Not saved yet')).toBeVisible()
      await sheet.getByRole('button', { name: 'Nobody home', exact: true }).click()
      const saved = async () => {
        const { properties } = await execute<{ properties: { edges: { node: { address: string; lat: number } }[] } }>(
          '{ properties(filter: { search: "12 New Demo Ct" }, first: 2) { edges { node { address lat } } } }',
          {},
          await createToken(rep, password),
        )
        return properties.edges.map(({ node }) => [node.address, Math.abs(node.lat - park.latitude) < 0.001])
      }
      await expect.poll(saved).toEqual([['12 New Demo Ct', true]])
    },
  )

  test('reports a missing API, and a map that is not ready', { tag: '@wide' }, async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'geolocation')
    })
    const heldRequest = hold()
    await page.route('**/MaplibreMap*.js', async (route) => {
      await heldRequest.released
      await route.continue()
    })
    await page.reload()
    await locateMe(page, 'Map not ready yet')
    heldRequest.release()
    await locateMe(page, 'Geolocation not supported')
  })
})

/** A promise that `release` resolves. */
function hold(): { released: Promise<void>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { released: promise, release: resolve }
}

/** The popup of a wide screen or the sheet of a phone; both are named by the address. */
function propertyRegion(page: Page, address: string) {
  return page.getByRole('region', { name: new RegExp(`^${address}`) })
}

async function viewDetails(page: Page, project: string): Promise<void> {
  if (project === 'phone') await page.getByRole('button', { name: 'Show More' }).click()
  await page.getByRole('button', { name: 'View Details' }).click()
}

/** Asks for the own location, again while the map is not loaded, until a toast says `text`. */
async function locateMe(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Center on my location' }).click()
    await expect.poll(() => messages(), { timeout: 2_000 }).toContain(text)
  }).toPass()
}

async function clickMiddle(page: Page): Promise<void> {
  const box = (await page.locator('canvas.maplibregl-canvas').boundingBox())!
  await page.mouse.click(box.x + box.width / 2 + 24, box.y + box.height / 2 + 24)
}
