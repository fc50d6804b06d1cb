import type { Locator, Page } from '@playwright/test'
import { isLongForm } from '../support/longForm.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute, operationOf } from './api.ts'
import { test } from './fixtures.ts'
import { collectToasts, configureMapTests, expect, openPropertyInView, searchFor } from './mapPage.ts'
import { countTaps, createLeadAtDoor, doorSheet, knockAlong, letTimePass } from './newStreet.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

const rep = 'riley@maple-demo.example'
const sheetWith = (page: Page, name: string) =>
  page.getByRole('region').filter({ has: page.getByRole('button', { name, exact: true }) })

test(
  'on a phone every target is 48 pixels large, and the sheet has no small text',
  { tag: '@phone' },
  async ({ page, context }) => {
    await openAs(page, rep, '/')
    await expect(page.getByRole('button', { name: /Start Knocking|Back to the Map/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^View / }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'You', exact: true })).toBeVisible()
    await expect.poll(() => smallTargets(page, 'main, header')).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => outsideGutter(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })

    await page.goto('/map')
    await openFirstProperty(page)
    await expect.poll(() => smallTargets(page, '.over-map')).toEqual([])
    await expect.poll(() => smallTexts(page, 'section[aria-label]')).toEqual([])
    await page.getByRole('button', { name: 'Show More' }).click()
    await expect(page.getByRole('region', { name: 'Door History' })).toBeInViewport()
    await expect.poll(() => smallTargets(page, '.over-map')).toEqual([])
    await expect.poll(() => smallTexts(page, 'section[aria-label]')).toEqual([])

    await context.setOffline(true)
    await page.getByRole('button', { name: 'Nobody home', exact: true }).click()
    await page.getByRole('button', { name: /1 waiting/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect.poll(() => smallTargets(page, '[role=dialog]')).toEqual([])
  },
)

test(
  'the sheet takes the focus and gives it back, shows all outcomes at half its height, and they stay where they are',
  { tag: '@phone' },
  async ({ page }) => {
    await openAs(page, rep, '/map')
    await test.step('the focus', async () => {
      await openFirstProperty(page)
      const focused = sheetWith(page, 'Dismiss')
      await expect(focused).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(focused).toBeHidden()
      await expect(page.getByRole('listbox', { name: /saved properties in view/i })).toBeFocused()
    })

    await openFirstProperty(page)
    const sheet = sheetWith(page, 'Show More')
    const offset = async () => {
      const [tile, top] = await Promise.all([
        page.getByRole('button', { name: 'Nobody home', exact: true }).boundingBox(),
        page.getByRole('link', { name: 'Directions' }).boundingBox(),
      ])
      return { below: Math.round(tile!.y - top!.y), height: Math.round(tile!.height) }
    }
    await expect.poll(async () => (await offset()).height).toBe(85)
    const atHalf = await offset()
    const outcomes = page.getByRole('group', { name: 'Log a knock' }).getByRole('button')
    await expect(outcomes).toHaveCount(8)
    const roomBelow = async () => {
      const footer = await page.getByRole('button', { name: 'Go', exact: true }).boundingBox()
      const last = await outcomes.nth(7).boundingBox()
      return footer!.y - (last!.y + last!.height)
    }
    await expect.poll(roomBelow).toBeGreaterThan(0)
    await sheet.getByRole('button', { name: 'Show More' }).click()
    await expect(page.getByRole('button', { name: 'Show Less' })).toBeVisible()
    await expect.poll(offset).toEqual(atHalf)

    await test.step('a swipe that begins on an outcome raises it, and logs no knock', async () => {
      await page.getByRole('button', { name: 'Show Less' }).click()
      await expect(page.getByRole('button', { name: 'Show More' })).toBeVisible()
      await outcomes.nth(5).hover({ position: { x: 20, y: 20 } })
      const tile = (await outcomes.nth(5).boundingBox())!
      await page.mouse.down()
      await page.mouse.move(tile.x + 20, tile.y - 200, { steps: 4 })
      await page.mouse.up()
      await expect(page.getByRole('button', { name: 'Show Less' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0)
    })

    await test.step('the Tab key raises the sheet to what it hides, and scrolls nothing behind it', async () => {
      await page.getByRole('button', { name: 'Show Less' }).click()
      await expect(page.getByRole('button', { name: 'Show More' })).toBeVisible()
      await outcomes.nth(7).focus()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: 'Show Less' })).toBeVisible()
      const note = page.getByRole('textbox', { name: 'Add a note' })
      await expect(note).toBeFocused()
      await expect(note).toBeInViewport({ ratio: 1 })
      const scrolled = await page.locator('.over-map').evaluateAll((frames) => frames.map((frame) => frame.scrollTop))
      expect(Math.max(...scrolled)).toBe(0)
    })
  },
)

test('a link opens its house; Back closes it; a bad link says so', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, rep, '/map')
  await openFirstProperty(page)
  await expect(page).toHaveURL(/at=[-\d.,]+&house=[\da-f-]+$/)
  const link = page.url()
  const parcel = page.getByText('Parcel ID')
  await expect(page.getByRole('button', { name: 'Go', exact: true })).toBeVisible()
  await page.goBack()
  await expect(parcel).toBeHidden()
  await expect(page).not.toHaveURL(/house=/)
  await page.goto('/leads')
  await page.goto(link)
  await expect(parcel).toBeVisible()
  await page.reload()
  await expect(parcel).toBeVisible()
  await page.goto('/map?house=6f9a1df2-0000-4000-8000-000000000000')
  await expect(page.getByText('This house was not found.', { exact: false })).toBeVisible()
  await expect(page).not.toHaveURL(/house=/)
})

test(
  'on small screens and on its side nothing lies over the sheet, the search, the session, the controls, the selected marker or the diagnostics',
  { tag: '@phone' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await openAs(page, rep, '/map')
    await openFirstProperty(page)
    const sheet = sheetWith(page, 'Dismiss')
    const address = sheet.getByRole('heading', { level: 2 })
    const names = ['Map type and zoom', 'Center on my location', /^(Start Session|Session: )/]
    const parts = [
      page.getByRole('search'),
      sheet,
      ...names.map((name) => page.getByRole('button', { name, exact: true })),
    ]
    const selected = await selectedPoint(page)
    for (const [width, height] of smallScreens) {
      await page.setViewportSize({ width, height })
      const problems = async () =>
        findProblems([...(await boxesOf(parts)), markerBox(page, selected, { width, height })], width)
      await expect.poll(problems, `${width} × ${height}`).toEqual({ overlaps: [], outside: [] })
      expect(await address.evaluate((text) => text.scrollHeight - text.clientHeight)).toBeLessThanOrEqual(1)
      for (const part of parts.slice(2)) await expect(part).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('button', { name: 'Nobody home', exact: true })).toBeInViewport({ ratio: 1 })
      if (width > height) expect((await sheet.boundingBox())!.width).toBe(400)
    }

    await test.step('the diagnostics of a search, which a rep does not see', async () => {
      await openAs(page, 'quinn@maple-demo.example', '/map')
      await searchFor(page, '99999 Nowhere Imaginary Blvd')
      const button = page.getByRole('button', { name: 'Search Diagnostics', exact: true })
      const around = [page.getByRole('search'), button, ...parts.slice(2)]
      for (const [width, height] of smallScreens) {
        await page.setViewportSize({ width, height })
        const problems = async () => findProblems(await boxesOf(around), width)
        await expect.poll(problems, `${width} × ${height}`).toEqual({ overlaps: [], outside: [] })
        await expect(button).toBeInViewport({ ratio: 1 })
      }
    })
  },
)

const smallScreens = [
  [360, 640],
  [320, 640],
  [640, 360],
  [844, 390],
  [390, 844],
] as const

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** What is not visible yet, as while the layout changes, is outside the screen. */
const boxesOf = (parts: readonly Locator[]): Promise<Box[]> =>
  Promise.all(parts.map(async (part) => (await part.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }))

/** The boxes that overlap, and those that are not completely on the screen. */
function findProblems(boxes: readonly Box[], screenWidth: number) {
  const overlaps = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => areOver(one, other))
      .map((other) => JSON.stringify([one, other])),
  )
  return { overlaps, outside: boxes.filter(({ x, y, width }) => x < 0 || y < 0 || x + width > screenWidth) }
}

/** Where the selected property is, which the URL names. */
async function selectedPoint(page: Page): Promise<{ lat: number; lng: number }> {
  await expect(page).toHaveURL(/[?&]house=/)
  const id = new URL(page.url()).searchParams.get('house')
  const { property } = await execute<{ property: { lat: number; lng: number } }>(
    'query ($id: ID!) { property(id: $id) { lat lng } }',
    { id },
    await createToken(rep, password),
  )
  return property
}

/** The middle of the marker at a point, on a map whose camera the URL names. */
function markerBox(page: Page, point: { lat: number; lng: number }, screen: { width: number; height: number }): Box {
  const [lat, lng, zoom] = new URL(page.url()).searchParams.get('at')!.split(',').map(Number)
  const mercator = (degrees: number) => Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)) / (2 * Math.PI)
  const pixels = 512 * 2 ** zoom!
  const x = screen.width / 2 + ((point.lng - lng!) / 360) * pixels
  const y = screen.height / 2 + (mercator(lat!) - mercator(point.lat)) * pixels
  return { x: x - 12, y: y - 12, width: 24, height: 24 }
}

const areOver = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  one.x + one.width > other.x &&
  one.y < other.y + other.height &&
  one.y + one.height > other.y

test(
  'the location follows the rep within a session, who is told so once; doors are lit, and it ends as a string of lights',
  { tag: '@phone' },
  async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 39.7665, longitude: -86.164, accuracy: 12 })
    await openAs(page, 'sky@maple-demo.example', '/map')
    const notice = page.getByRole('status').filter({ hasText: 'Your location is recorded with each knock' })
    await page.getByRole('button', { name: 'Start Session' }).click()
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: 'OK' }).click()
    await page.reload()
    const session = page.getByRole('button', { name: /^Session: / })
    await expect(session).toBeVisible()
    await expect(notice).toBeHidden()

    await test.step('a talk lights its door brightly, another knock dimly, in words too', async () => {
      const token = await createToken('sky@maple-demo.example', password)
      for (const [number, outcome, light] of [
        [12, 'Talked', 'Contacted, talked today'],
        [14, 'Left flyer', 'New, knocked today'],
      ] as const) {
        const input = { address: `${number} Porch Test Ln`, lat: 39.3, lng: -86.72 - number / 10_000 }
        const { createProperty } = await execute<{ createProperty: { id: string } }>(
          'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
          { input: { ...input, streetNumber: `${number}`, streetName: 'Porch Test Ln' } },
          token,
        )
        await page.goto(`/map?at=${input.lat},${input.lng},19&house=${createProperty.id}`)
        await expect(doorSheet(page).getByRole('heading', { level: 2 })).toHaveText(input.address)
        // Otherwise the knock would belong to no session.
        await expect(session).toBeVisible()
        await doorSheet(page).getByRole('button', { name: outcome, exact: true }).click()
        await expect(page.getByRole('option', { name: `${input.address}, ${light}`, exact: true })).toBeAttached()
      }
    })

    await test.step('the end of the session shows its knocks as lights', async () => {
      await session.click()
      await page.getByRole('button', { name: 'End session' }).click()
      const summary = page.getByRole('dialog', { name: 'Session Ended' })
      await expect(summary.getByText('2 lights, 1 talk', { exact: true })).toBeVisible()
      await expect(summary.getByRole('img', { name: /1 of 2 bright for a talk/ })).toBeVisible()
      expect(await findAccessibilityViolations(page)).toEqual([])
      await summary.getByRole('button', { name: 'Done' }).click()
      await expect(page.getByRole('button', { name: 'Start Session' })).toBeVisible()
    })
  },
)

const walker = 'jordan@maple-demo.example'
const street = 'W 17th Demo St'
const houseCount = isLongForm ? 12 : 5
const lastOne = ['INTERESTED', 'Sample Caller 0142 317 555 0142']

test(
  `a street of ${houseCount} unsaved houses, one in no parcel data, takes ${houseCount + 1} taps and one typed address, and a lead there five more`,
  { tag: '@phone' },
  async ({ page, context }) => {
    // In the middle of the park, where no record has an address.
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 39.7695, longitude: -86.1573 })
    const passTime = await letTimePass(page)
    const toasts = await collectToasts(page)
    await openAs(page, walker, '/map')
    await expect(async () => {
      await page.getByRole('button', { name: 'Center on my location' }).click()
      await expect.poll(toasts, { timeout: 2_000 }).toContain('Centered on your location')
    }).toPass()

    const taps = countTaps()
    await taps.tapMap(page, 195, 300)
    const dialog = page.getByRole('dialog', { name: 'Add a House' })
    await expect(dialog.getByLabel('Address')).toBeFocused()
    await page.keyboard.type(`11 ${street}`)
    await page.keyboard.press('Enter')
    const walked = await knockAlong(houseCount, page, `11 ${street}`, taps, passTime)
    expect(taps.taps()).toBe(houseCount + 1)
    expect(walked.filter((address) => address.endsWith(street))).toHaveLength(houseCount)

    await test.step('the lead with its contact, back on the map', async () => {
      const sheet = doorSheet(page)
      await expect(sheet.getByText('Not saved yet')).toHaveCount(0)
      await createLeadAtDoor(page, taps)
      expect(taps.taps()).toBe(houseCount + 6)
      await expect(sheet.getByRole('button', { name: 'Lead: Storm Damage, New' })).toBeInViewport({ ratio: 1 })
      await sheet.getByRole('button', { name: 'Lead: Storm Damage, New' }).click()
      await expect(page.getByText('Sample Caller 0142')).toBeVisible()
    })
    await expectLogged(walked)
  },
)

test(
  'the other side of the street takes as many taps without a connection, asks nothing meanwhile, and is saved once afterwards',
  { tag: '@phone' },
  async ({ page, context }) => {
    const passTime = await letTimePass(page)
    const toasts = await collectToasts(page)
    await openAs(page, walker, '/map?at=39.7624,-86.1645,15.5')
    await expect(page.getByRole('region', { name: 'Doors in view' })).toContainText(/[1-9]\d* doors? in view/)
    await page.getByRole('button', { name: 'Save this area for offline' }).click()
    const screen = page.getByRole('dialog', { name: 'Save for Offline' })
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(screen.getByText(/^Saved \d+\.\d MB$/)).toBeVisible()

    // In the park. The dialog is opened once with a connection, because no service worker keeps its script here.
    await page.goto('/map?at=39.7695,-86.1567,18.6')
    const dialog = page.getByRole('dialog', { name: 'Add a House' })
    const address = dialog.getByLabel('Address')
    await expect(async () => {
      await page.touchscreen.tap(195, 300)
      await expect(address).toBeFocused({ timeout: 5_000 })
    }).toPass()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    const failed: (string | undefined)[] = []
    page.on('requestfailed', (request) => failed.push(operationOf(request)))
    await context.setOffline(true)
    const taps = countTaps()
    await taps.tapMap(page, 195, 300)
    await expect(dialog).toContainText('There is no connection to look this place up.')
    await expect(address).toBeFocused()
    await page.keyboard.type(`10 ${street}`)
    await page.keyboard.press('Enter')
    const walked = await knockAlong(houseCount, page, `10 ${street}`, taps, passTime)
    expect(taps.taps()).toBe(houseCount + 1)
    expect(walked.filter((one) => one.endsWith(street))).toHaveLength(houseCount)
    await createLeadAtDoor(page, taps)
    expect(taps.taps()).toBe(houseCount + 6)
    await expect.poll(toasts).toContain('Saved on this phone. It is sent when the connection is back.')
    // What is written is tried again and again, and is no read.
    expect(failed.filter((operation) => operation && !['Sync', 'LogMapLoad'].includes(operation))).toEqual([])

    await context.setOffline(false)
    await expectLogged(walked)
    await expect(page.getByRole('button', { name: /waiting|attention/ })).toHaveCount(0)
  },
)

/** The server has each of these properties once with its knock, and the last one with its lead. */
async function expectLogged(walked: readonly string[]): Promise<void> {
  const token = await createToken(walker, password)
  const readLogged = async () => {
    const { properties } = await execute<{ properties: { edges: { node: SavedProperty }[] } }>(
      `query ($search: String!) { properties(filter: { search: $search }, first: 100) { edges { node {
        address knocks { outcome } leads { contactName contactPhone } } } } }`,
      { search: street },
      token,
    )
    const logged = properties.edges.map(({ node: { address, knocks, leads } }): [string, string[]] => [
      address.split(',')[0]!,
      [...knocks.map((knock) => knock.outcome), ...leads.map((lead) => `${lead.contactName} ${lead.contactPhone}`)],
    ])
    return logged.filter(([address]) => walked.includes(address)).toSorted(byAddress)
  }
  const expected = walked.map((address, index): [string, string[]] => [
    address,
    index < houseCount - 1 ? ['NOBODY_HOME'] : lastOne,
  ])
  await expect.poll(readLogged).toEqual(expected.toSorted(byAddress))
}

const byAddress = ([one]: [string, string[]], [other]: [string, string[]]) => (one < other ? -1 : 1)

interface SavedProperty {
  address: string
  knocks: { outcome: string }[]
  leads: { contactName: string; contactPhone: string }[]
}

async function openFirstProperty(page: Page): Promise<void> {
  const first = page
    .getByRole('listbox', { name: /saved properties in view/i })
    .getByRole('option')
    .first()
  await first.waitFor({ state: 'attached' })
  await openPropertyInView(page, /^\d+/.exec(await first.innerText())![0])
  await expect(page.getByText('Parcel ID')).toBeVisible()
}

/** The texts of the cards of a screen that do not end where the screen's padding begins. */
const outsideGutter = (page: Page) =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll('main .shadow-card')]
    const right = innerWidth - 16
    return cards.filter((card) => card.getBoundingClientRect().right > right).map((card) => card.textContent)
  })

/** The visible controls below 48 pixels, with the area of their ::after. */
const smallTargets = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const controls = [...document.querySelectorAll(selector)].flatMap((part) => [
      ...part.querySelectorAll<HTMLElement>('a, button, input, select, [role=button]'),
    ])
    return controls.flatMap((control) => {
      const { width, height } = control.getBoundingClientRect()
      const isShown = width > 1 && control.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      if (!isShown || control.matches('form input, [inert] *')) return []
      const after = getComputedStyle(control, '::after')
      const isWider = after.content !== 'none' && after.position === 'absolute'
      const [tapWidth, tapHeight] = [after.width, after.height].map(
        (pixels) => (isWider && Number.parseFloat(pixels)) || 0,
      )
      const isLarge = Math.min(Math.max(width, tapWidth!), Math.max(height, tapHeight!)) >= 47.5
      return isLarge ? [] : [`${control.ariaLabel ?? control.textContent} ${width}×${height}`]
    })
  }, within)

/** The visible texts below 16 pixels. */
const smallTexts = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const elements = [...document.querySelectorAll(`.over-map ${selector} *`)]
    return elements.flatMap((element) => {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!hasText || element.closest('.sr-only') || !element.checkVisibility()) return []
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      return size < 16 ? [`${element.textContent} ${size}`] : []
    })
  }, within)
