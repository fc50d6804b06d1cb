import { type CDPSession, chromium, type Locator } from '@playwright/test'
import { DEMO_PASSWORD } from '../demo/people.ts'
import playwrightConfig from '../playwright.config.ts'
import { createToken, execute } from '../tests/e2e/api.ts'
import { startDemoServer } from '../tests/e2e/demoServer.ts'
import createDemoTown from '../tests/e2e/globalSetup.ts'
import { graphicsArguments, mapScaleFactor } from '../tests/e2e/graphics.ts'
import { saveProperty } from '../tests/e2e/saveProperty.ts'
import { openAs } from '../tests/e2e/signIn.ts'
import { alignColumns } from '../tests/support/textTable.ts'
import { formatValue, type Row } from './table.ts'

const rep = 'riley@maple-demo.example'
const doorCount = 25
const firstAddress = '415 W 17th Demo St'
const timeoutMs = 60_000
/** The time at each door. A shorter one would leave out the requests that a screen sends after a delay. */
const secondsAtDoor = 4

interface Traffic {
  requests: number
  bytesUp: number
  bytesDown: number
}

/**
 * A rep walks from one saved door to the next on a phone and knocks at each; the next sheet opens by itself. Counts the requests of
 * the app to /graphql, and the bytes in both ways: of requests, of compressed responses with their headers, and of live updates. The headers of
 * requests are left out, because HTTP/2 sends those that repeat as a few bytes.
 */
export async function walk(): Promise<Row[]> {
  const removeTown = await createDemoTown()
  const server = await startDemoServer()
  const { launchOptions = {} } = playwrightConfig.use ?? {}
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...graphicsArguments(true)],
  })
  try {
    process.env.BASE_URL = server.url
    const doors = await saveStreet()
    const context = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: mapScaleFactor, baseURL: server.url },
      ...{ hasTouch: true, isMobile: true, reducedMotion: 'reduce', serviceWorkers: 'block' },
      ...{ permissions: ['geolocation'], geolocation: { latitude: 39.7641183, longitude: -86.1735234, accuracy: 12 } },
    })
    const page = await context.newPage()
    await openAs(page, rep, '/')
    await page.getByRole('button', { name: 'Start knocking' }).click({ timeout: timeoutMs })
    await page.waitForURL((url) => url.pathname === '/map', { timeout: timeoutMs })
    await page.goto(`/map?house=${doors[0]!.id}`)
    const sheet = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Dismiss', exact: true }) })
    await expectDoor(sheet, doors[0]!)
    await page.waitForTimeout(secondsAtDoor * 1_000)
    const traffic = await countTraffic(await context.newCDPSession(page))
    for (const [at, door] of doors.slice(0, doorCount).entries()) {
      // After this outcome the next sheet opens by itself.
      await sheet.getByRole('button', { name: 'Nobody home', exact: true }).click({ timeout: timeoutMs })
      if (doors[at + 1]) await expectDoor(sheet, doors[at + 1]!)
      process.stderr.write(`${at + 1}. ${door.address}\n`)
      await page.waitForTimeout(secondsAtDoor * 1_000)
    }
    return toRows(traffic)
  } finally {
    await browser.close()
    await server.stop()
    removeTown()
  }
}

interface Door {
  id: string
  address: string
}

/** Saves the doors in the order in which the walk opens them, and one more. */
async function saveStreet(): Promise<Door[]> {
  const token = await createToken(rep, DEMO_PASSWORD)
  const doors: Door[] = [{ id: await saveProperty(rep, firstAddress), address: firstAddress }]
  let heading: { direction: string | null; crossed: boolean } = { direction: null, crossed: false }
  while (doors.length <= doorCount) {
    const from = { propertyId: doors.at(-1)!.id }
    const skip = doors.slice(0, -1).map(({ id }) => id)
    const { nextDoor } = await execute<{
      nextDoor: { address: string; propertyId: string | null; direction: string; crossed: boolean }
    }>(
      `query ($from: NextDoorFrom!, $direction: WalkDirection, $crossed: Boolean, $skip: [ID!]) {
        nextDoor(from: $from, direction: $direction, crossed: $crossed, skip: $skip) {
          address propertyId direction crossed } }`,
      { from, skip, ...heading },
      token,
    )
    const { address, propertyId, direction, crossed } = nextDoor
    heading = { direction, crossed }
    doors.push({ id: propertyId ?? (await saveProperty(rep, address)), address })
  }
  return doors
}

const expectDoor = (sheet: Locator, { address }: Door) =>
  sheet
    .getByRole('heading', { level: 2, name: address.replace(/,.*/, '') })
    .waitFor({ state: 'visible', timeout: timeoutMs })

/** Counts by operation what a page sends to and receives from /graphql, from now on. */
async function countTraffic(session: CDPSession): Promise<Map<string, Traffic>> {
  const traffic = new Map<string, Traffic>()
  const operations = new Map<string, string>()
  const add = (operation: string, more: Partial<Traffic>) => {
    const sum = traffic.get(operation) ?? { requests: 0, bytesUp: 0, bytesDown: 0 }
    traffic.set(operation, {
      requests: sum.requests + (more.requests ?? 0),
      bytesUp: sum.bytesUp + (more.bytesUp ?? 0),
      bytesDown: sum.bytesDown + (more.bytesDown ?? 0),
    })
  }
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url)
    if (pathname !== '/graphql') return
    const body = request.postData ?? ''
    const { operationName: operation } = JSON.parse(body) as { operationName: string }
    operations.set(requestId, operation)
    add(operation, { requests: 1, bytesUp: Buffer.byteLength(body) })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const operation = operations.get(requestId)
    if (operation) add(operation, { bytesDown: encodedDataLength })
  })
  session.on('Network.webSocketFrameSent', ({ response }) => add('(live)', { bytesUp: response.payloadData.length }))
  session.on('Network.webSocketFrameReceived', ({ response }) =>
    add('(live)', { bytesDown: response.payloadData.length }),
  )
  await session.send('Network.enable')
  return traffic
}

function toRows(traffic: Map<string, Traffic>): Row[] {
  const all = [...traffic].toSorted(
    ([, one], [, other]) => other.bytesUp + other.bytesDown - one.bytesUp - one.bytesDown,
  )
  const sum = (of: (one: Traffic) => number) => all.reduce((total, [, one]) => total + of(one), 0)
  process.stderr.write(
    `${alignColumns([
      ['operation', 'requests', 'bytes up', 'bytes down'],
      ...all.map(([name, { requests, bytesUp, bytesDown }]) => [name, `${requests}`, `${bytesUp}`, `${bytesDown}`]),
    ])}\n`,
  )
  const [requests, kilobytes] = [sum((one) => one.requests), sum((one) => one.bytesUp + one.bytesDown) / 1_000]
  const shared = { baseline: '', ratio: null }
  return [
    {
      ...shared,
      work: `a walk over ${doorCount} saved doors on a phone: requests`,
      ...{ measured: `${requests}`, target: '<= 120', met: requests <= 120 },
    },
    {
      ...shared,
      work: `a walk over ${doorCount} saved doors on a phone: bytes in both ways`,
      ...{ measured: formatValue(kilobytes, 'kB'), target: '<= 250 kB', met: kilobytes <= 250 },
    },
  ]
}
