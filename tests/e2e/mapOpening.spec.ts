import { timeLimitFactor } from '../support/machineSpeed.ts'
import { failOnServer, operationOf } from './api.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { openAs } from './signIn.ts'

configureMapTests()

/** Where the map was left, as the browser stores it. */
const storedZoom = () => {
  const key = Object.keys(localStorage).find((name) => name.startsWith('porchlight.map.'))
  return key ? (JSON.parse(localStorage.getItem(key)!) as { zoom: number }).zoom : undefined
}

test(
  'the map opens where it was left; far out a tap zooms in and looks nothing up; a failure is shown',
  { tag: '@phone' },
  async ({ page }) => {
    const operations: string[] = []
    page.on('request', (request) => {
      const operation = operationOf(request)
      if (operation) operations.push(operation)
    })
    await openAs(page, 'riley@maple-demo.example', '/map')
    await expect(page.getByRole('region', { name: 'Doors in view' })).toContainText(/[1-9]\d* doors? in view/)
    const canvas = page.locator('canvas.maplibregl-canvas')
    await canvas.focus()
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('-')
    await expect.poll(() => page.evaluate(storedZoom)).toBeCloseTo(15.6, 1)
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).toMatch(/,15\.[56]\d*$/)

    await page.reload()
    await expect(page.getByText(/more in clusters: zoom in$/)).toBeAttached()
    expect(await page.evaluate(storedZoom)).toBeCloseTo(15.6, 1)

    // Without any answer, what the device has stored of the houses here would be shown.
    await page.route('**/graphql', (route) =>
      operationOf(route.request()) === 'PropertiesInView' ? failOnServer(route) : route.fallback(),
    )
    // A tap on the marker of a single property selects it instead, so other points are tried, but only after a zoom has had its time: a tap at
    // the property zoom looks an address up.
    let tries = 0
    await expect(async () => {
      await page.touchscreen.tap(40 + 35 * tries, 300 - 25 * tries)
      tries = (tries + 1) % 5
      await expect.poll(() => page.evaluate(storedZoom), { timeout: 4_000 * timeLimitFactor() }).toBeGreaterThan(16)
    }).toPass()
    expect(operations).not.toContain('LocateProperty')
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to fetch properties' })
    await expect(failure).toBeVisible()
    await page.unrouteAll()
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(failure).toBeHidden()
  },
)

test('a phone on its side has the phone layout', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await openAs(page, 'riley@maple-demo.example', '/map')
  await expect(page.getByRole('button', { name: 'Legend' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect.poll(async () => (await page.locator('.map-canvas').boundingBox())!.height).toBe(390)
})

test('the doors in view open as a list, which Back closes and a row leaves', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, 'riley@maple-demo.example', '/map')
  const peek = page.getByRole('region', { name: 'Doors in view' })
  const list = page.getByRole('list', { name: 'Houses in view' })
  await peek.getByRole('button', { name: /[1-9]\d* doors? in view/ }).click()
  await expect(list.getByRole('button').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sorted by Nearest' })).toBeVisible()
  await page.goBack()
  await expect(list).toBeHidden()
  // Those that are not saved count too, and come first, once the map has drawn.
  await expect(peek).toContainText(/[1-9]\d* not knocked yet/)
  await peek.getByRole('button', { name: /doors? in view/ }).click()
  await expect(list.getByRole('button').first()).toHaveText(/^\d+(-\d+)? .+ (St|Ave)Not knocked yet[\d.,]+ (ft|mi)$/)
  await list.getByRole('button').first().click()
  await expect(list).toBeHidden()
  await expect(page.getByRole('group', { name: 'Log a knock' })).toBeVisible()
})
