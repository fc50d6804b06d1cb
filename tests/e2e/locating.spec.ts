import { test, type Page } from '@playwright/test'
import { execute, createToken } from './api.ts'
import { password } from './signIn.ts'
import { openAs, expect, collectToasts, configureMapTests, searchFor } from './mapPage.ts'

configureMapTests()

/** Streets of the demo town where nothing is saved; each project takes its own, since both share one server. */
const streets = { wide: 'W 4th Demo St', phone: 'W 20th Demo St' }
const streetOf = (name: string) => streets[name as keyof typeof streets]
const rep = 'casey@maple-demo.example'
const AWAY = 'Property lookup service is temporarily unavailable. Please contact admin if this persists.'

let said: () => Promise<Record<string, number>>
const expectToast = (text: string) => expect.poll(async () => Object.keys(await said())).toContain(text)

test.beforeEach(async ({ page }) => {
  said = await collectToasts(page)
  await openAs(page, rep, '/map')
  await expect(page.getByRole('combobox', { name: 'Address' })).toBeVisible()
})

test('a house that is new is saved without a lead, and found again by search as one that exists', async ({ page }, {
  project,
}) => {
  const house = `414 ${streetOf(project.name)}`
  await searchFor(page, house)
  const offer = page.getByRole('dialog', { name: 'Quick Lead Creation' })
  await expect(offer).toContainText(house)
  await expect(offer).toContainText('Sample Owner')
  await expect(offer.getByRole('button', { name: 'Create Lead' })).toBeDisabled()
  await offer.getByRole('button', { name: 'Skip for Now' }).click()
  await expect(offer).toBeHidden()
  await expect(houseOf(page, house)).toBeVisible()

  await searchFor(page, `  ${house.replace(' ', '   ')}  `)
  await expectToast('Property already in system')
  await expect(houseOf(page, house)).toBeVisible()
  await expect(offer).toBeHidden()
})

test('an existing house takes fresher owner data and opens', async ({ page }, { project }) => {
  const house = `422 ${streetOf(project.name)}`
  const token = await createToken(rep, password)
  const { draft } = (
    await execute<{ locateProperty: { draft: Record<string, unknown> } }>(
      `mutation ($address: String!) { locateProperty(input: { address: $address }) {
        draft { address streetNumber streetName city state zipCode lat lng parcelId ownerName } } }`,
      { address: house },
      token,
    )
  ).locateProperty
  await execute(
    'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
    // The same house at 5 decimals and not at 6: a search finds it all the same.
    { input: { ...draft, ownerName: 'Outdated Owner', lat: Number(Number(draft['lat']).toFixed(5)) } },
    token,
  )
  await searchFor(page, house)
  await expectToast(`Property updated: ${String(draft['ownerName'])}`)
  await expectToast('Property already in system')
  await expect(houseOf(page, house)).toContainText(String(draft['ownerName']))
})

test('a house that was saved meanwhile opens instead of being saved again', async ({ page }, { project }) => {
  const house = `418 ${streetOf(project.name)}`
  await searchFor(page, house)
  const offer = page.getByRole('dialog', { name: 'Quick Lead Creation' })
  await expect(offer).toContainText(house)
  const token = await createToken(rep, password)
  const { draft } = (
    await execute<{ locateProperty: { draft: Record<string, unknown> } }>(
      `mutation ($address: String!) { locateProperty(input: { address: $address }) {
        draft { address streetNumber streetName city state zipCode lat lng } } }`,
      { address: house },
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
  await expect(houseOf(page, house)).toBeVisible()
})

test('the nearest number within 20 is marked unconfirmed, until somebody confirms it', async ({ page }, {
  project,
}) => {
  const house = `433 ${streetOf(project.name)}`
  await searchFor(page, house)
  const offer = page.getByRole('dialog', { name: 'Quick Lead Creation' })
  await expect(offer).toContainText('Unconfirmed: the parcel of the nearest house number.')
  await offer.getByRole('button', { name: 'Skip for Now' }).click()
  await expect(houseOf(page, house)).toContainText('Unconfirmed')
  await viewDetails(page, project.name)
  const details = page.getByRole('dialog', { name: house })
  await expect(details).toContainText('Unconfirmed')
  await details.getByRole('button', { name: 'Confirm' }).click()
  await expectToast('Property updated successfully')
  await expect(details).not.toContainText('Unconfirmed')
})

test('a search that fails says which way, and keeps what was typed', async ({ page }) => {
  await searchFor(page, '   ')
  await expectToast('Please enter an address')
  await searchFor(page, '99998 Nowhere Imaginary Blvd')
  await expectToast('Address not found')

  await page.route('**/graphql', (route) =>
    route.request().postDataJSON()?.operationName === 'LocateProperty'
      ? route.fulfill({ status: 500, json: { errors: [{ message: 'Broken' }] } })
      : route.continue(),
  )
  await searchFor(page, '414 W 4th Demo St')
  await expectToast('Failed to search address')
  await page.getByRole('combobox', { name: 'Address' }).fill('429 W 3rd')
  await page.getByRole('option').first().click()
  await expectToast('Failed to process address')
  await expect(page.getByRole('combobox', { name: 'Address' })).toHaveValue(/429 W 3rd Demo St/)
  await clickMiddle(page)
  await expectToast('Failed to process location')
})

test('a parcel service that is away is told for six seconds, and the house can be saved all the same', async ({
  page,
}) => {
  await searchFor(page, '503 W 5th Demo St')
  await expect(page.getByRole('dialog', { name: 'Quick Lead Creation' })).toContainText('Unknown Owner')
  await expectToast(AWAY)
  await expect(page.getByText(AWAY)).toBeHidden()
  expect((await said())[AWAY]).toBeGreaterThan(5500)
})

test('a search shows that it is busy, and only the last of two counts', async ({ page }, { project }) => {
  const held = hold()
  let searches = 0
  await page.route('**/graphql', async (route) => {
    if (route.request().postDataJSON()?.operationName === 'LocateProperty' && (searches += 1) === 1) await held.released
    await route.continue()
  })
  await searchFor(page, `436 ${streetOf(project.name)}`)
  await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible()
  const box = page.getByRole('combobox', { name: 'Address' })
  await box.fill('429 W 3rd Demo St')
  await expect(page.getByRole('option')).toHaveCount(1)
  await box.press('ArrowDown')
  await box.press('Enter')
  const offer = page.getByRole('dialog', { name: 'Quick Lead Creation' })
  await expect(offer).toContainText('429 W 3rd Demo St')
  held.release()
  await page.waitForResponse((answer) => answer.request().postDataJSON()?.operationName === 'LocateProperty')
  await page.waitForTimeout(300)
  await expect(offer).toContainText('429 W 3rd Demo St')
})

test('suggestions are walked by arrow keys and taken by Enter', async ({ page }, { project }) => {
  const box = page.getByRole('combobox', { name: 'Address' })
  await box.pressSequentially(`415 ${streetOf(project.name)}`, { delay: 10 })
  await expect(page.getByRole('option').first()).toContainText(streetOf(project.name))
  await box.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
  await box.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await box.press('ArrowDown')
  await box.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Quick Lead Creation' })).toContainText(`415 ${streetOf(project.name)}`)
})

test('what a search did can be read and dismissed', async ({ page }, { project }) => {
  await searchFor(page, `415 ${streetOf(project.name)}`)
  await page.getByRole('dialog', { name: 'Quick Lead Creation' }).getByRole('button', { name: 'Close' }).click()
  if (project.name === 'phone') await page.getByRole('button', { name: 'Search diagnostics' }).click()
  const diagnostics =
    project.name === 'phone'
      ? page.getByRole('dialog', { name: 'Search diagnostics' })
      : page.getByRole('region', { name: 'Search diagnostics' })
  await expect(diagnostics).toContainText(`415 ${streetOf(project.name)}, USA`)
  await expect(diagnostics).toContainText('Geocode results · 1')
  await expect(diagnostics).toContainText('415 · rooftop · exact')
  await expect(diagnostics).toContainText('1 · rooftop')
  await expect(diagnostics).toContainText(/Final coordinates\s*39\.7\d{4}, -86\.\d{5}/)
  await diagnostics.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Geocode results')).toHaveCount(0)
})

test.describe('locate-me', () => {
  /** In the middle of the park, where no parcel is. */
  const park = { latitude: 39.7695, longitude: -86.1573 }

  test('centres the map; a click where no house is says so', async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation(park)
    await mapReady(page)
    await page.getByRole('button', { name: 'Center on my location' }).click()
    await expectToast('Centered on your location')
    await page.waitForTimeout(1500)
    await clickMiddle(page)
    await expectToast('Could not get address for this location')
  })

  test('says that it was not allowed', async ({ page, context }) => {
    await context.clearPermissions()
    await mapReady(page)
    await page.evaluate(() => {
      navigator.geolocation.getCurrentPosition = (_, refused) =>
        refused?.({ code: 1, message: 'denied' } as GeolocationPositionError)
    })
    await page.getByRole('button', { name: 'Center on my location' }).click()
    await expectToast('Unable to get your location')
  })

  test('says that there is no such thing here, and that the map is not ready', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'geolocation')
    })
    const held = hold()
    await page.route('**/MaplibreMap*.js', async (route) => {
      await held.released
      await route.continue()
    })
    await page.reload()
    await page.getByRole('button', { name: 'Center on my location' }).click()
    await expectToast('Map not ready yet')
    held.release()
    await mapReady(page)
    await page.getByRole('button', { name: 'Center on my location' }).click()
    await expectToast('Geolocation not supported')
  })
})

/** Something to wait for, until it is let go. */
function hold(): { released: Promise<void>; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { released: promise, release: resolve }
}

/** The popup of a wide screen or the sheet of a phone: both are named by the address. */
function houseOf(page: Page, address: string) {
  return page.getByRole('region', { name: new RegExp(`^${address}`) })
}

async function viewDetails(page: Page, project: string): Promise<void> {
  if (project === 'phone') await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('button', { name: 'View Details' }).click()
}

/** The houses in view have been asked for, so the map has drawn. */
async function mapReady(page: Page): Promise<void> {
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible()
  await expect(page.getByText(/saved properties in view/i)).toBeAttached()
  await page.waitForTimeout(2500)
}

async function clickMiddle(page: Page): Promise<void> {
  const box = (await page.locator('canvas.maplibregl-canvas').boundingBox())!
  await page.mouse.click(box.x + box.width / 2 + 24, box.y + box.height / 2 + 24)
}
