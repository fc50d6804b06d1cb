import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { addDays } from 'date-fns/addDays'
import { formatISO } from 'date-fns/formatISO'
import { subDays } from 'date-fns/subDays'
import { isLongForm } from '../support/longForm.ts'
import { timeLimitFactor } from '../support/machineSpeed.ts'
import { type DeviceTests, killBrowser, signInOnDevice, startDeviceTests, submitSignIn } from './device.ts'
import { readDatabase, waitForDetails } from './deviceStorage.ts'
import { test } from './fixtures.ts'
import { expect } from './mapPage.ts'

const rep = 'riley@maple-demo.example'
const owner = 'quinn@maple-demo.example'

// The tests share one server, and a connection to it that can be cut.
test.describe.configure({ timeout: 60_000 * timeLimitFactor() })

let tests: DeviceTests
test.beforeAll(async () => {
  tests = await startDeviceTests()
})
test.afterEach(() => tests.reset())
test.afterAll(() => tests.close())

interface Door {
  id: string
  lat: number
  lng: number
  streetNumber: string
  streetName: string
}

/** The rep's own houses. */
async function readDoors(): Promise<Door[]> {
  const fields = 'id lat lng streetNumber streetName'
  const { properties } = await tests.ask<{ properties: { edges: { node: Door }[] } }>(
    rep,
    `{ properties(first: 200) { edges { node { ${fields} } } } }`,
  )
  return properties.edges.map(({ node }) => node)
}

/** Opens the map around a house. */
async function openMapAt(page: Page, { lat, lng }: Door, start: Start = 'anew'): Promise<void> {
  await openLink(page, `/map?at=${lat},${lng},17.4`, start)
  await expect(page.getByRole('region', { name: 'Doors in view' })).toContainText(/[1-9]\d* doors? in view/)
}

interface StoredItem {
  position?: number
  action: {
    id: string
    kind: string
    occurredAt: string
    knock?: { propertyId: string; outcome: string }
    withdrawal?: { knockId: string }
  }
}

/** The knocks that were not withdrawn. */
function standingKnocks(items: readonly StoredItem[]): StoredItem[] {
  const withdrawn = items.map(({ action }) => action.withdrawal?.knockId)
  return items.filter(({ action }) => action.kind === 'KNOCK' && !withdrawn.includes(action.id))
}

/** What waits in the outbox on the device. What was sent has a position, and is kept to be shown. */
const readOutbox = async (page: Page) =>
  (await readDatabase<StoredItem>(page, 'porchlight.outbox', 'items')).filter(({ position }) => position === undefined)

/** Opens a house that this device knows by its link. */
async function openProperty(page: Page, door: Door, start: Start = 'anew'): Promise<Locator> {
  await openLink(page, `/map?house=${door.id}`, start)
  const sheet = page.getByRole('region', { name: new RegExp(`^${door.streetNumber} ${door.streetName}`) })
  await expect(sheet).toBeVisible()
  return sheet
}

/** Whether a link starts the app, or is followed in the running one from another screen. */
type Start = 'anew' | 'running'

async function openLink(page: Page, link: string, start: Start): Promise<void> {
  if (start === 'anew') return void (await page.goto(link))
  await goWithin(page, '/api-keys')
  await expect(page.getByRole('heading', { name: 'API Keys', level: 1 })).toBeVisible()
  await goWithin(page, link)
}

/** Opens another address of the open app, as a link does. */
const goWithin = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/** Logs a knock at a house. */
async function knockAt(
  page: Page,
  door: Door,
  outcome: string,
  { note, start }: { note?: string | undefined; start?: Start | undefined } = {},
): Promise<void> {
  const sheet = await openProperty(page, door, start)
  if (note) await sheet.getByRole('button', { name: 'Show More' }).tap()
  if (note) await sheet.getByRole('textbox', { name: 'Add a note' }).fill(note)
  await sheet.getByRole('button', { name: outcome, exact: true }).tap()
  await expect(page.getByText(new RegExp(`${outcome} · ${door.streetNumber}\\b`))).toBeVisible()
}

interface Knock {
  eventId: string
  outcome: string
  occurredAt: string
  note: string | null
}

/** What the server has at a property, newest first. */
async function readKnocks(id: string): Promise<Knock[]> {
  const { property } = await tests.ask<{ property: { knocks: Knock[] } }>(
    owner,
    'query ($id: ID!) { property(id: $id) { knocks { eventId outcome occurredAt note } } }',
    { id },
  )
  return property.knocks
}

/** The days around today, which stay the same when a test runs past midnight. */
const days = {
  from: formatISO(subDays(new Date(), 2), { representation: 'date' }),
  to: formatISO(addDays(new Date(), 2), { representation: 'date' }),
}

/** The rep's doors of these days on the leaderboard. */
async function countDoors(): Promise<number> {
  const { me, leaderboard } = await tests.ask<{
    me: { id: string }
    leaderboard: { entries: { user: { id: string }; doorsKnocked: number }[] }
  }>(
    rep,
    `query ($from: String!, $to: String!) {
      me { id } leaderboard(from: $from, to: $to) { entries { user { id } doorsKnocked } }
    }`,
    days,
  )
  return leaderboard.entries.find(({ user }) => user.id === me.id)?.doorsKnocked ?? 0
}

/** The rep's doors of today, on their own day and on the leaderboard. */
async function readToday(): Promise<{ day: number; leaderboard: number }> {
  const { repDay, leaderboard } = await tests.ask<{
    repDay: { doorsKnocked: number; user: { id: string } }
    leaderboard: { entries: { user: { id: string }; doorsKnocked: number }[] }
  }>(rep, '{ repDay { doorsKnocked user { id } } leaderboard(period: DAY) { entries { user { id } doorsKnocked } } }')
  const entry = leaderboard.entries.find(({ user }) => user.id === repDay.user.id)
  return { day: repDay.doorsKnocked, leaderboard: entry?.doorsKnocked ?? 0 }
}

/** Runs `npm run log:verify` on the server's database. */
async function verifyLog(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', '@oxc-node/core/register', 'scripts/verifyLog.ts'],
    { env: { ...process.env, DATA_DIR: tests.server.dataDir, DATABASE_URL: '' } },
  )
  return stdout
}

const waiting = (page: Page) => page.getByRole('button', { name: /waiting|attention/ })

test('two taps lead from the map to a recorded knock', { tag: '@phone' }, async () => {
  const { page } = await tests.startBrowser()
  await signInOnDevice(page, rep)
  const [door] = await readDoors()
  await openMapAt(page, door!)
  const before = (await readKnocks(door!.id)).length
  // The house is in the middle of the map.
  const map = page.locator('.maplibregl-canvas')
  await expect(async () => {
    const { width, height, x, y } = (await map.boundingBox())!
    await page.touchscreen.tap(x + width / 2, y + height / 2 - 20)
    await expect(page.getByRole('button', { name: 'Nobody home', exact: true })).toBeVisible({ timeout: 8_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Nobody home', exact: true }).tap()
  await expect.poll(async () => (await readKnocks(door!.id)).length).toBe(before + 1)
})

// The map is opened for each of them, which takes minutes for thirty.
const doorCount = isLongForm ? 30 : 10
const half = doorCount / 2

test(
  `${doorCount} doors without a connection arrive once, at their times, after the browser was killed`,
  { tag: '@phone' },
  async () => {
    // More maps than doors are opened, one after the other.
    test.setTimeout(doorCount * 8_000 * timeLimitFactor())
    const first = await tests.startBrowser()
    await signInOnDevice(first.page, rep)
    const centers = spreadOut(await readDoors())
    for (const center of centers) {
      await openMapAt(first.page, center, center === centers[0] ? 'anew' : 'running')
      await waitForDetails(first.page, center.around)
    }
    const doorsBefore = await countDoors()
    tests.connection.cut()

    const planned = centers.flatMap(({ around }) => around).slice(0, doorCount)
    expect(planned).toHaveLength(doorCount)
    const outcomes = ['Nobody home', 'Left flyer', 'Talked', 'Come back', 'Not the owner']
    const walk = async (page: Page, from: number, to: number) => {
      for (let at = from; at < to; at += 1)
        await knockAt(page, planned[at]!, outcomes[at % outcomes.length]!, {
          note: at % 10 === 3 ? `Note ${at}` : undefined,
          start: at % 5 === 4 || at === from ? 'anew' : 'running',
        })
    }
    await walk(first.page, 0, half)
    // An undo of a knock that may have arrived, and two leads.
    const undone = planned[half - 1]!
    const undo = first.page.getByRole('button', { name: 'Undo', exact: true })
    // A toast stays while it has the focus. A tap waits for frames, which on a busy machine can take longer than its six seconds.
    await undo.focus()
    await undo.tap()
    // A knock that was in no request yet is removed, else it is withdrawn.
    await expect.poll(async () => standingKnocks(await readOutbox(first.page))).toHaveLength(half - 1)
    const left = (await readOutbox(first.page)).length
    await createLead(first.page, planned[half - 2]!, 'Storm Damage')
    await killBrowser(first)

    const second = await tests.startBrowser(first.profile)
    await second.page.goto('/map')
    await expect(waiting(second.page)).toHaveText(`${left + 1} waiting`)
    await walk(second.page, half, doorCount)
    await createLead(second.page, planned[doorCount - 1]!, 'Metal Roof')
    await expect(waiting(second.page)).toHaveText(`${left + half + 2} waiting`)
    const stored = await readOutbox(second.page)
    await killBrowser(second)

    tests.connection.restore()
    const third = await tests.startBrowser(first.profile)
    await third.page.goto('/')
    await expect.poll(() => readOutbox(third.page)).toEqual([])
    const knocks = standingKnocks(stored)
    expect(knocks).toHaveLength(doorCount - 1)
    expect(stored.filter(({ action }) => action.kind === 'LEAD')).toHaveLength(2)
    for (const { action } of knocks) {
      const found = (await readKnocks(action.knock!.propertyId)).filter(({ eventId }) => eventId === action.id)
      expect(found).toMatchObject([{ outcome: action.knock!.outcome, occurredAt: action.occurredAt }])
    }
    const notes = (await Promise.all(planned.map(({ id }) => readKnocks(id)))).flat().map(({ note }) => note)
    expect(notes.filter((note) => note?.startsWith('Note '))).toHaveLength(Math.ceil((doorCount - 3) / 10))
    const firstTime = Math.min(...stored.map(({ action }) => Date.parse(action.occurredAt)))
    const kept = (await readKnocks(undone.id)).filter(({ occurredAt }) => Date.parse(occurredAt) >= firstTime)
    expect(kept).toEqual([])
    expect(await countDoors()).toBe(doorsBefore + doorCount - 1)
    const today = await readToday()
    expect(today.day).toBe(today.leaderboard)
    expect(await verifyLog()).toContain('The log and its projections are intact.')
  },
)

/** Places on the map, each with the rep's houses in its view, until they are as many houses as the test needs. */
function spreadOut(doors: readonly Door[]): (Door & { around: Door[] })[] {
  const left = new Set(doors)
  const centers: (Door & { around: Door[] })[] = []
  const isNear = (one: Door, other: Door) =>
    Math.abs(one.lat - other.lat) < 0.0012 && Math.abs(one.lng - other.lng) < 0.0007
  for (const center of doors) {
    if (!left.has(center)) continue
    const around = doors.filter((door) => left.has(door) && isNear(center, door))
    for (const door of around) left.delete(door)
    centers.push({ ...center, around })
  }
  centers.sort((one, other) => other.around.length - one.around.length)
  let houses = 0
  return centers.filter(({ around }) => {
    const isNeeded = houses < doorCount
    houses += around.length
    return isNeeded
  })
}

async function createLead(page: Page, door: Door, type: string): Promise<void> {
  await openProperty(page, door)
  await page.getByRole('button', { name: 'Show More' }).tap()
  await page.getByRole('button', { name: 'Create Lead' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Create Lead' })
  await dialog.getByRole('radio', { name: type }).tap()
  await dialog.getByRole('button', { name: 'Create Lead' }).tap()
  await expect(page.getByText('Saved on this phone. It is sent when the connection is back.')).toBeVisible()
}

test(
  'a knock at a house that was given to somebody else waits for a decision, and is sent after it',
  { tag: '@phone' },
  async () => {
    const { page } = await tests.startBrowser()
    await signInOnDevice(page, rep)
    const door = (await readDoors()).at(-1)!
    await openMapAt(page, door)
    await waitForDetails(page, [door])
    tests.connection.cut()
    await knockAt(page, door, 'Come back')
    await expect(waiting(page)).toHaveText('1 waiting')

    const { assignableUsers, me } = await tests.ask<{
      assignableUsers: { id: string; email: string }[]
      me: { tenant: { id: string } }
    }>(owner, '{ assignableUsers { id email } me { tenant { id } } }')
    const { tenant } = me
    const idOf = (email: string) => assignableUsers.find((user) => user.email === email)!.id
    const assign = (email: string) =>
      tests.ask(
        owner,
        'mutation ($id: ID!, $input: UpdatePropertyInput!) { updateProperty(id: $id, input: $input) { id } }',
        {
          id: door.id,
          input: { assignedTo: idOf(email) },
        },
      )
    const showTeamDoors = (shown: boolean) =>
      tests.ask(
        owner,
        'mutation ($id: ID!, $shown: Boolean!) { updateTenant(id: $id, input: { teamDoorsVisible: $shown }) { id } }',
        {
          id: tenant.id,
          shown,
        },
      )
    await assign('avery@maple-demo.example')
    await showTeamDoors(false)
    try {
      tests.connection.restore()
      await expect(waiting(page)).toHaveText('1 needs attention')
      await waiting(page).tap()
      const card = page.getByRole('region', { name: /^Needs attention/ })
      await expect(card).toContainText('Property not found')
      await assign(rep)
      await card.getByRole('button', { name: 'Retry' }).tap()
      await expect(page.getByText('Everything is sent')).toBeVisible()
      expect((await readKnocks(door.id))[0]).toMatchObject({ outcome: 'COME_BACK' })
    } finally {
      await showTeamDoors(true)
    }
  },
)

test('two tabs send nothing twice', { tag: '@phone' }, async () => {
  const { context, page } = await tests.startBrowser()
  await signInOnDevice(page, rep)
  const [one, other] = (await readDoors()).slice(-6, -4)
  await openMapAt(page, one!)
  const second = await context.newPage()
  await second.goto('/map')
  await openMapAt(second, other!)
  await waitForDetails(page, [one!, other!])
  const before = await countDoors()
  tests.connection.cut()
  await knockAt(page, one!, 'Left flyer')
  await knockAt(second, other!, 'Left flyer')
  for (const tab of [page, second]) await expect(waiting(tab)).toHaveText('2 waiting')
  tests.connection.restore()
  for (const tab of [page, second]) await expect(waiting(tab)).toHaveCount(0)
  await expect.poll(countDoors).toBe(before + 2)
})

test('a session that ended meanwhile keeps the outbox, also from another user', { tag: '@phone' }, async () => {
  const { page } = await tests.startBrowser()
  await signInOnDevice(page, rep)
  const door = (await readDoors()).at(-8)!
  await openMapAt(page, door)
  await waitForDetails(page, [door])
  const before = (await readKnocks(door.id)).length
  tests.connection.cut()
  await knockAt(page, door, 'Talked')
  const token = await page.evaluate(() => localStorage.getItem('token')!)
  await fetch(new URL('/graphql', tests.server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: 'mutation { logout { message } }' }),
  })
  tests.connection.restore()
  await expect(page).toHaveURL(/login/)
  await expect(page.getByText('This device holds 1 action that is not sent yet.', { exact: false })).toBeVisible()
  await submitSignIn(page, 'avery@maple-demo.example')
  // The same place, as the colleague sees it.
  await expect(page.getByText('Riley Example’s house')).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
  expect(await readKnocks(door.id)).toHaveLength(before)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('button', { name: 'Logout' }).tap()
  await submitSignIn(page, rep)
  await expect.poll(async () => (await readKnocks(door.id)).length).toBe(before + 1)
})
