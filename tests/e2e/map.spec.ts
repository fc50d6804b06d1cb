import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute, operationOf } from './api.ts'
import { test } from './fixtures.ts'
import { collectToasts, configureMapTests, countMapColors, expect, openPropertyInView, searchFor } from './mapPage.ts'
import { saveProperty } from './saveProperty.ts'
import { collectConsoleErrors, openAs, openSession, password } from './signIn.ts'

configureMapTests()

/** Streets without saved properties. Each project uses its own. */
const streets = { wide: 'W 3rd Demo St', phone: 'W 19th Demo St' }
const streetOf = (name: string) => streets[name as keyof typeof streets]
const rep = 'morgan@maple-demo.example'
const owner = 'quinn@maple-demo.example'

test('draws four map types, without any other host', async ({ page, baseURL }, { project }) => {
  const consoleErrors = collectConsoleErrors(page)
  const foreign: string[] = []
  await page.route(
    (url) => /^(https?|wss?):$/.test(url.protocol) && url.host !== new URL(baseURL!).host,
    (route) => {
      foreign.push(route.request().url())
      return route.abort()
    },
  )
  await openAs(page, rep, '/map')
  const show = async (look: string) => {
    if (project.name === 'phone') {
      await page.getByRole('button', { name: 'Map type' }).click()
      await page.getByRole('menuitemradio', { name: look }).click()
    } else {
      await page.getByText(look, { exact: true }).click()
    }
    let colors = 0
    await expect.poll(async () => (colors = await countMapColors(page)), look).toBeGreaterThan(50)
    return colors
  }
  for (const look of ['Terrain', 'Hybrid']) await show(look)
  // Imagery has many more colors than a street map. A picture may have been taken before the map was drawn.
  await expect(async () => {
    const roadmap = await show('Roadmap')
    expect(await show('Satellite')).toBeGreaterThan(2 * roadmap)
  }).toPass()
  expect(foreign).toEqual([])
  expect(consoleErrors()).toEqual([])
})

test('requests only visible properties while the map moves', { tag: '@wide' }, async ({ page }) => {
  const asked: { operationName: string; variables: { bounds: Record<string, number>; zoom: number } }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) asked.push(request.postDataJSON())
  })
  await openAs(page, owner, '/map')
  await expect(page.getByText(/saved properties in view/i)).toBeAttached()
  const canvas = page.locator('canvas.maplibregl-canvas')
  const { x, y, width, height } = (await canvas.boundingBox())!
  for (const step of [-1, 1, -1, 1]) {
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + step * 120, y + height / 2 + step * 60, { steps: 3 })
    await page.mouse.up()
  }
  await canvas.focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('-')
  await expect(page.getByText(/more in clusters: zoom in$/)).toBeAttached()

  expect(asked.filter(({ operationName }) => /^(PropertyList|Properties)$/.test(operationName))).toEqual([])
  const views = asked.filter(({ operationName }) => operationName === 'PropertiesInView')
  expect(views.length).toBeGreaterThan(1)
  for (const { variables } of views) {
    const { west, east } = variables.bounds
    const inView = (width * 360) / (512 * 2 ** variables.zoom)
    expect(east! - west!).toBeLessThan(1.5 * inView)
  }
})

test('a marker opens its property in a popup that is never cut off', { tag: '@wide' }, async ({ page }) => {
  // Only on the wide screen: a phone shows a sheet instead of a popup.
  await openAs(page, owner, '/map')
  await openPropertyInView(page, await visibleStreetNumber(page))
  const popup = page.locator('.property-popup')
  await expect(popup).toBeVisible()
  const whole = async () => {
    const [part, map] = [await popup.boundingBox(), await page.locator('.map-canvas').boundingBox()]
    if (!part || !map) return 'no popup'
    const inside =
      part.x >= map.x &&
      part.y >= map.y &&
      part.x + part.width <= map.x + map.width &&
      part.y + part.height <= map.y + map.height
    return inside ? 'whole' : `cut: ${JSON.stringify({ part, map })}`
  }
  await expect.poll(whole).toBe('whole')
  for (const zoom of ['Zoom out', 'Zoom out', 'Zoom in', 'Zoom in', 'Zoom in']) {
    await page.getByRole('button', { name: zoom }).click()
    await expect.poll(whole, zoom).toBe('whole')
    await expect(popup.getByRole('button', { name: 'View Details' })).toBeInViewport({ ratio: 1 })
  }
  // At the upper edge the popup flips to the other side.
  await page.locator('canvas.maplibregl-canvas').focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown')
  await expect.poll(whole).toBe('whole')
  // A link opens it at the legend, which does not cover its buttons.
  await page.goto(`/map?house=${new URL(page.url()).searchParams.get('house')}`)
  await popup.getByRole('button', { name: 'View Details' }).click({ trial: true })
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(popup).toBeHidden()
})

test(
  'a selected property stays selected when an earlier search succeeds or a later one fails',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const messages = await collectToasts(page)
    let answer = () => {}
    const heldRequest = new Promise<void>((resolve) => (answer = resolve))
    const searchedAddress = `452 ${streetOf(project.name)}`
    await page.route('**/graphql', async (route) => {
      if (operationOf(route.request()) === 'LocateProperty' && route.request().postData()?.includes(searchedAddress))
        await heldRequest
      await route.fallback()
    })
    await openAs(page, owner, '/map')
    await searchFor(page, searchedAddress)
    await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible()
    const number = await visibleStreetNumber(page)
    await openPropertyInView(page, number)
    const region = page.getByRole('region', { name: new RegExp(`^${number} `) })
    await expect(region).toBeVisible()
    const answered = page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes(searchedAddress)),
    )
    answer()
    await answered
    await searchFor(page, '99998 Nowhere Imaginary Blvd')
    await expect.poll(messages).toContain('Address not found')
    await searchFor(page, '   ')
    await expect.poll(messages).toContain('Please enter an address')
    await expect(region).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
)

test(
  'a property whose details fail to load shows an error, and opens when selected again',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const messages = await collectToasts(page)
    await page.route('**/graphql', (route) =>
      ['MapProperty', 'PropertiesAt'].includes(operationOf(route.request()) ?? '') ? route.abort() : route.fallback(),
    )
    await openAs(page, owner, '/map')
    const number = await visibleStreetNumber(page)
    await openPropertyInView(page, number)
    await expect.poll(messages).toContain('Failed to fetch properties')
    await page.unrouteAll()
    await openPropertyInView(page, number)
    if (project.name === 'phone') await page.getByRole('button', { name: 'Show More' }).click()
    await expect(page.getByRole('button', { name: 'View Details' })).toBeVisible()
  },
)

test(
  'only authorized users can delete, and a deleted property leaves the map',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    // Only on the wide screen: on a phone, properties are deleted in their details.
    const messages = await collectToasts(page)
    const id = await saveProperty(rep, `420 ${streetOf(project.name)}`)
    await openAs(page, rep, '/map')
    await searchFor(page, `420 ${streetOf(project.name)}`)
    const popup = page.getByRole('region', { name: /^420 W/ })
    await expect(popup.getByRole('button', { name: 'View Details' })).toBeVisible()
    await expect(popup.getByRole('button', { name: 'Delete' })).toHaveCount(0)

    const globalAdmin = await openSession(page.context().browser()!, owner, '/map')
    await searchFor(globalAdmin, `420 ${streetOf(project.name)}`)
    await globalAdmin
      .getByRole('region', { name: /^420 W/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    const question = globalAdmin.getByRole('dialog', { name: 'Delete Property' })
    await expect(question).toContainText('Are you sure you want to delete this property? This cannot be undone.')
    await question.getByRole('button', { name: 'Delete Property' }).click()
    await expect(question).toBeHidden()
    await expect(globalAdmin.getByRole('region', { name: /^420 W/ })).toBeHidden()
    // The rep, who has it open, is notified without a reload.
    await expect(popup).toBeHidden()
    await expect.poll(messages).toContain('Property removed from list')
    await expect(propertyOf(rep, id)).rejects.toThrow('Property not found')
    await globalAdmin.context().close()
  },
)

test('properties saved by others appear without a reload', { tag: '@phone' }, async ({ page }, { project }) => {
  await openAs(page, owner, '/map')
  await searchFor(page, `428 ${streetOf(project.name)}`)
  await page.getByRole('dialog', { name: 'Quick Lead Creation' }).getByRole('button', { name: 'Close' }).click()
  const list = page.getByRole('listbox', { name: /saved properties in view/i })
  const street = streetOf(project.name)
  await expect(list).toBeAttached()
  await expect(list.getByRole('option', { name: new RegExp(`^428 ${street},`) })).toHaveCount(0)
  await saveProperty(rep, `428 ${streetOf(project.name)}`)
  await expect(list.getByRole('option', { name: `428 ${street}, New` })).toBeAttached()
})

test(
  'a click on a roof offers a new lead, and a second click in the same parcel opens the saved property',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    const messages = await collectToasts(page)
    await openAs(page, rep, '/map')
    // The search moves the map there; the click finds the neighbor.
    await searchFor(page, `407 ${streetOf(project.name)}`)
    const offer = page.getByRole('dialog', { name: 'Quick Lead Creation' })
    await expect(offer).toContainText(`407 ${streetOf(project.name)}`)
    await offer.getByRole('button', { name: 'Close' }).click()
    const box = (await page.locator('canvas.maplibregl-canvas').boundingBox())!
    // A phone shows only one lot at this zoom.
    if (project.name === 'phone') await page.locator('canvas.maplibregl-canvas').press('-')
    await expect(async () => {
      // A click during the map's animation is ignored.
      await page.mouse.click(box.x + box.width / 2 + (project.name === 'phone' ? 150 : 230), box.y + box.height / 2)
      await expect(offer).toBeVisible({ timeout: 8_000 })
    }).toPass()
    const address = (await offer.locator('b').first().innerText()).trim()
    expect(address).not.toBe(`407 ${streetOf(project.name)}`)
    await offer.getByRole('radio', { name: 'Metal Roof' }).click()
    await offer.getByRole('button', { name: 'Create Lead' }).click()
    await expect(offer).toBeHidden()
    await expect.poll(messages).toContain('Normal lead created')
    const region = page.getByRole('region', { name: new RegExp(`^${address}`) })
    await region.getByRole('button', { name: project.name === 'phone' ? 'Dismiss' : 'Close' }).click()
    await expect(region).toBeHidden()

    // Another point in the same parcel: points are compared at six decimals.
    const fromMiddle = project.name === 'phone' ? -95 + 50 : 232 - 60
    await expect(async () => {
      // A click during the map's animation is ignored.
      await page.mouse.click(box.x + box.width / 2 + 12, box.y + box.height / 2 + fromMiddle)
      await expect(region).toBeVisible({ timeout: 8_000 })
    }).toPass()
    await expect.poll(messages).toContain('Property already in system')
  },
)

test(
  'the NEW marker opens the second dialog, which saves the property with its type',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    const messages = await collectToasts(page)
    const address = `406 ${streetOf(project.name)}`
    await openAs(page, rep, '/map')
    await searchFor(page, address)
    const quick = page.getByRole('dialog', { name: 'Quick Lead Creation' })
    await expect(quick).toBeVisible()
    const box = (await page.locator('canvas.maplibregl-canvas').boundingBox())!
    const second = page.getByRole('dialog', { name: 'Create Lead' })
    await expect(async () => {
      // A click before the marker is drawn looks up the address again.
      if (await quick.isVisible()) await quick.getByRole('button', { name: 'Close' }).click()
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 - 16)
      await expect(second).toBeVisible({ timeout: 8_000 })
    }).toPass()
    await second.getByRole('button', { name: 'Create Lead' }).click()
    await expect.poll(messages).toContain('Please select a property type')
    await expect(second.getByRole('radio', { name: 'Normal Priority' })).toBeChecked()
    await second.getByRole('radio', { name: 'Concrete' }).click()
    await second.getByRole('button', { name: 'Create Lead' }).click()
    await expect(second).toBeHidden()
    const region = page.getByRole('region', { name: new RegExp(`^${address}`) })
    await expect(region).toBeVisible()
    await expect.poll(() => savedTags(address)).toEqual(['CONCRETE'])
  },
)

test('the second dialog adds only a missing type', { tag: '@phone' }, async ({ page }, { project }) => {
  // Only on a phone: its sheet opens this dialog.
  const address = `412 ${streetOf(project.name)}`
  await saveProperty(rep, address, ['STORM'])
  await openAs(page, rep, '/map')
  await searchFor(page, address)
  const second = page.getByRole('dialog', { name: 'Create Lead' })
  for (const [type, tags] of [
    ['Storm Damage', ['STORM']],
    ['Concrete', ['STORM', 'CONCRETE']],
  ] as const) {
    await page.getByRole('button', { name: 'Show More' }).click()
    await page.getByRole('button', { name: 'Create Lead' }).click()
    await second.getByRole('radio', { name: type }).click()
    await second.getByRole('button', { name: 'Create Lead' }).click()
    await expect(second).toBeHidden()
    await expect.poll(() => savedTags(address)).toEqual(tags)
  }
})

test('on a phone a property opens in a sheet that can be dismissed', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, owner, '/map')
  await openPropertyInView(page, await visibleStreetNumber(page))
  const sheet = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Show More' }) })
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Dismiss' }).click()
  await expect(sheet).toBeHidden()
})

test('the map, which fills a phone, its dialogs and its popup have no serious axe-core violation', async ({ page }, {
  project,
}) => {
  await openAs(page, owner, '/map')
  const map = page.locator('.map-canvas')
  await expect(map).toBeVisible()
  // On a wide screen the top bar is above the map, and the footer below the window.
  const boxOfMap = async () => (await map.boundingBox())!
  await expect.poll(async () => (await boxOfMap()).y + (await boxOfMap()).height).toBe(page.viewportSize()!.height)
  expect((await boxOfMap()).height).toBeGreaterThanOrEqual(600)
  await openPropertyInView(page, await visibleStreetNumber(page))
  if (project.name === 'phone') await page.getByRole('button', { name: 'Show More' }).click()
  await expect(page.getByRole('button', { name: 'View Details' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'View Details' }).click()
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Property Info' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

/** The street number of a saved property in the initial view. */
async function visibleStreetNumber(page: Page): Promise<string> {
  const region = page
    .getByRole('listbox', { name: /saved properties in view/i })
    .getByRole('option')
    .first()
  await region.waitFor({ state: 'attached' })
  return /^\d+/.exec(await region.innerText())![0]
}

async function propertyOf(email: string, id: string): Promise<unknown> {
  return execute('query ($id: ID!) { property(id: $id) { id } }', { id }, await createToken(email, password))
}

async function savedTags(address: string): Promise<string[]> {
  const { properties } = await execute<{ properties: { edges: { node: { address: string; tags: string[] } }[] } }>(
    'query ($search: String) { properties(filter: { search: $search }) { edges { node { address tags } } } }',
    { search: address },
    await createToken(rep, password),
  )
  return properties.edges.find(({ node }) => node.address.startsWith(address))!.node.tags
}
