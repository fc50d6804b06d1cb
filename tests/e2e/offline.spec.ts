import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { createToken, execute } from './api.ts'
import { type DeviceTests, signInOnDevice, startDeviceTests, submitSignIn } from './device.ts'
import { test } from './fixtures.ts'
import { countMapColors, expect } from './mapPage.ts'
import { password } from './signIn.ts'

const rep = 'riley@maple-demo.example'

// The tests share one server with a copy of the built client, and a connection to it that can be cut.

let tests: DeviceTests
test.beforeAll(async () => {
  tests = await startDeviceTests()
})
test.afterEach(() => tests.reset())
test.afterAll(() => tests.close())

test('the app can be installed', { tag: '@phone' }, async ({ page, request }) => {
  await page.goto('/login')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await request.get(address!)).json()) as {
    display: string
    start_url: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/' })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes } of manifest.icons) {
    await page.goto(src)
    const width = await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
    expect(`${width}x${width}`).toBe(sizes)
  }
})

test('the app and the map tiles already seen open in a new browser without a network', { tag: '@phone' }, async () => {
  const { profile, context, page } = await tests.startBrowser()
  await signInOnDevice(page, rep)
  await page.goto('/map')
  await expect.poll(() => countMapColors(page)).toBeGreaterThan(50)
  // The worker stores a tile after the map has it.
  await expect.poll(() => storedTiles(page)).not.toEqual([])
  const seen = await storedTiles(page)
  await context.close()

  tests.connection.cut()
  const next = await tests.startBrowser(profile)
  await next.page.goto('/map')
  await expect(next.page).toHaveTitle(/Porchlight/)
  await expect(next.page.locator('#root > *').first()).toBeVisible()
  const statuses = await next.page.evaluate(
    (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).status)),
    seen,
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  await expect.poll(() => countMapColors(next.page)).toBeGreaterThan(50)
  await expect(next.page.getByText(/^The server does not answer · data of/)).toBeVisible()
})

test('a network that never answers keeps nobody from the map', { tag: '@phone' }, async () => {
  const doors = /[1-9]\d* doors? in view/
  const { profile, context, page } = await tests.startBrowser()
  await signInOnDevice(page, rep)
  await page.goto('/map')
  await expect(page.getByRole('heading', { name: doors })).toBeVisible()
  await context.close()

  tests.connection.stall()
  const { page: next } = await tests.startBrowser(profile)
  const failed: string[] = []
  next.on('requestfailed', (request) => {
    if (request.url().endsWith('/graphql')) failed.push(request.failure()?.errorText ?? '')
  })
  await next.goto('/map')
  await expect(next.getByRole('button', { name: 'Open menu' })).toBeVisible()
  // The app did not wait until the request for the user had failed.
  expect(failed).toEqual([])
  await expect(next.getByRole('heading', { name: doors })).toBeVisible()
})

test('an error of the service worker reaches the log of the server', { tag: '@phone' }, async () => {
  const { context, page } = await tests.startBrowser()
  await signInOnDevice(page, rep)
  await context.serviceWorkers()[0]!.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('sample failure of the worker')
    })
  })
  await expect.poll(() => tests.server.output()).toContain('sample failure of the worker')
})

/** The addresses of the tiles with content that the service worker has stored. */
const storedTiles = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('porchlight.tiles')
    const urls: string[] = []
    for (const request of await cache.keys())
      if ((await cache.match(request))?.status === 200) urls.push(new URL(request.url).pathname)
    return urls
  })

test(
  'an area is saved with its properties, waits for a lost connection, and is removed by a logout',
  { tag: '@phone' },
  async () => {
    const { context, page } = await tests.startBrowser()
    await signInOnDevice(page, rep)
    const screen = await openSaveScreen(page)
    await expect(screen.getByText(/ × [\d,]+ ft · \d+ houses/)).toBeVisible()
    await expect(screen.getByText(/^About \d+\.\d MB$/)).toBeVisible()
    await screen.getByRole('button', { name: 'Rename' }).click()
    await screen.getByLabel('Name of the area').fill('My street')
    await page.keyboard.press('Enter')

    tests.connection.cut()
    await screen.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(screen.getByText('Paused at 0%')).toBeVisible()
    await expect(screen.getByText('Goes on by itself')).toBeVisible()
    tests.connection.restore()
    await expect(screen.getByText(/^Saved \d+\.\d MB$/)).toBeVisible()
    await screen.getByRole('button', { name: 'Done' }).click()

    const saved = await readStored(page)
    expect(saved.areas).toMatchObject([{ name: 'My street', isComplete: true }])
    const doors = saved.records.filter(({ door }) => door)
    expect(doors.length).toBeGreaterThan(0)
    expect(saved.records.some(({ property }) => property?.ownerName && property.history)).toBe(true)
    expect(saved.areaTiles).toBeGreaterThan(5)

    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/login/)
    await expect.poll(() => namesOfStored(page)).toEqual([])
    await context.close()
  },
)

test(
  'what a phone has stored is deleted when the person is blocked, and the outbox stays',
  { tag: '@phone' },
  async () => {
    const { page } = await tests.startBrowser()
    await signInOnDevice(page, rep)
    await saveArea(page)
    await expect.poll(() => namesOfStored(page)).toEqual(everythingStored)
    const token = await createToken('parker@porchlight.example', password, tests.server.url)
    const userId = await page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { id: string }).id)
    const setBlocked = (blocked: boolean) =>
      execute(
        'mutation ($id: ID!, $blocked: Boolean!) { setUserBlocked(id: $id, blocked: $blocked) { id } }',
        { id: userId, blocked },
        token,
        {},
        tests.server.url,
      )
    await setBlocked(true)
    try {
      await expect(page).toHaveURL(/login/)
      await expect.poll(() => namesOfStored(page)).toEqual([])
      const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
      expect(databases).toContain('porchlight.outbox')
    } finally {
      await setBlocked(false)
    }
  },
)

test(
  'a session that has expired by its age keeps the saved area for the same person alone',
  { tag: '@phone' },
  async () => {
    const { page } = await tests.startBrowser()
    await signInOnDevice(page, rep)
    await saveArea(page)
    await endByAge(page)
    await submitSignIn(page, rep)
    expect((await readStored(page)).areas).toMatchObject([{ isComplete: true }])

    // The first start with a connection after that time ends the session, too.
    await setSignInTime(page, Date.now() - 25 * 3_600_000)
    await page.goto('/')
    await expect(page).toHaveURL(/login/)
    await submitSignIn(page, rep)
    expect((await readStored(page)).areas).toMatchObject([{ isComplete: true }])

    await endByAge(page)
    await submitSignIn(page, 'avery@maple-demo.example')
    await expect.poll(async () => (await readStored(page)).areas).toEqual([])
  },
)

/** Ends the session on the server as if a day had passed since the sign-in. */
async function endByAge(page: Page): Promise<void> {
  await setSignInTime(page, Date.now() - 25 * 3_600_000)
  const token = await page.evaluate(() => localStorage.getItem('token')!)
  await execute('mutation { logout { message } }', {}, token, {}, tests.server.url)
  await expect(page).toHaveURL(/login/)
}

const setSignInTime = (page: Page, at: number) =>
  page.evaluate((time) => {
    for (const store of [localStorage, sessionStorage]) store.setItem('loginTime', `${time}`)
  }, at)

/** Opens the screen that saves some blocks of the map, which it zooms out for. */
async function openSaveScreen(page: Page): Promise<Locator> {
  await page.goto('/map')
  await expect.poll(() => countMapColors(page)).toBeGreaterThan(50)
  await expect(page.getByRole('heading', { name: /^\d+ doors? in view/ })).toBeVisible()
  await page.getByRole('button', { name: 'Save this area for offline' }).click()
  const screen = page.getByRole('dialog', { name: 'Save for Offline' })
  // The width is within 2 % of half a mile once the map stands still.
  await expect(screen.getByText(/^2,6\d\d × [\d,]+ ft/)).toBeVisible()
  return screen
}

async function saveArea(page: Page): Promise<void> {
  const screen = await openSaveScreen(page)
  // One number of houses, that of the frame.
  await expect(screen.getByText(/\d houses?$/)).toHaveCount(1)
  await expect(screen.getByText(/saved house/)).toHaveCount(0)
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(screen.getByText(/^Saved \d+\.\d MB$/)).toBeVisible()
}

const everythingStored = ['porchlight.area-tiles', 'porchlight.areas', 'porchlight.reads', 'porchlight.tiles']

/** The databases and caches with what the server has answered. */
const namesOfStored = (page: Page) =>
  page.evaluate(
    async (names) =>
      [...(await indexedDB.databases()).map(({ name }) => name ?? ''), ...(await caches.keys())]
        .filter((name) => names.includes(name))
        .sort(),
    everythingStored,
  )

interface StoredRecord {
  door?: object
  property?: { ownerName: string | null; history: object }
}

/** What the saved areas consist of; nothing while the app has not created their database again after a deletion. */
const readStored = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase | null>((resolve, reject) => {
      const request = indexedDB.open('porchlight.areas')
      request.addEventListener('upgradeneeded', () => {
        request.transaction!.abort()
        resolve(null)
      })
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error!))
    })
    const readAll = (store: string) =>
      new Promise<unknown[]>((resolve) => {
        if (!database) return resolve([])
        const request = database.transaction(store).objectStore(store).getAll()
        request.addEventListener('success', () => resolve(request.result as unknown[]))
      })
    const areas = await readAll('areas')
    const records = (await readAll('records')) as StoredRecord[]
    database?.close()
    const areaTiles = (await (await caches.open('porchlight.area-tiles')).keys()).length
    return { areas, records, areaTiles }
  })

test('a new version is offered, and loaded only where the user chooses it', { tag: '@phone' }, async () => {
  const { context, page } = await tests.startBrowser()
  await signInOnDevice(page, rep)
  await page.goto('/map')
  const other = await context.newPage()
  await other.goto('/leads')
  await expect(other.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Address' })
  await field.fill('1018 W 12')

  installNewBuild('2')
  // Repeated, because update() joins a check that the browser has already started, which may have read the old files.
  const findUpdate = async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    return Boolean(registration?.installing ?? registration?.waiting)
  }
  await expect.poll(() => page.evaluate(findUpdate)).toBe(true)
  for (const tab of [page, other]) await expect(tab.getByText('A new version is ready')).toBeVisible()
  await expect(field).toHaveValue('1018 W 12')
  await expect(field).toBeFocused()

  await other.getByRole('button', { name: 'Reload' }).click()
  await expect(other.locator('meta[name=build][content="2"]')).toBeAttached()
  await expect(other.getByText('A new version is ready')).toBeHidden()
  await expect(page.locator('meta[name=build]')).not.toBeAttached()
  await expect(field).toHaveValue('1018 W 12')

  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.locator('meta[name=build][content="2"]')).toBeAttached()
})

/** Replaces the page that the server has, and its revision in the service worker. */
function installNewBuild(build: string): void {
  replaceInFile('index.html', '</head>', `<meta name="build" content="${build}" /></head>`)
  replaceInFile('serviceWorker.js', /(\w+)(-minimum-password-length)/, `build-${build}$2`)
}

function replaceInFile(name: string, what: string | RegExp, replacement: string): void {
  const file = path.join(tests.webDir, name)
  const text = readFileSync(file, 'utf8')
  const next = text.replace(what, replacement)
  if (next === text) throw new Error(`${name} does not contain ${what}`)
  // Renaming is atomic: the browser, which also checks for updates by itself, never reads an incomplete file.
  writeFileSync(`${file}.new`, next)
  renameSync(`${file}.new`, file)
}
