import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { build } from 'vite'
import { DEMO_PASSWORD } from '../demo/people.ts'
import { operationOf } from '../tests/e2e/api.ts'
import { type DeviceTests, killBrowser, signInOnDevice, startDeviceTests } from '../tests/e2e/device.ts'
import { waitForDetails } from '../tests/e2e/deviceStorage.ts'
import createDemoData from '../tests/e2e/globalSetup.ts'
import { graphql, median } from './load.ts'
import { scripts } from './scripts.ts'
import { formatValue, type Row } from './table.ts'

const rep = 'riley@maple-demo.example'
const rounds = 3
const timeoutMs = 60_000
/** What waits on the phone; a new house is a property and a knock. */
const waiting = { knocks: 650, notes: 130, leads: 100, newProperties: 60 }
const itemCount = waiting.knocks + waiting.notes + waiting.leads + 2 * waiting.newProperties

interface Door {
  id: string
  lat: number
  lng: number
}

/**
 * A phone after a day without a connection: sending 1,000 actions, opening the app without a connection after the browser
 * was killed, and what the outbox and the service worker add to the script.
 */
export async function outbox(): Promise<Row[]> {
  const deleteDemoData = await createDemoData()
  const tests = await startDeviceTests()
  try {
    const doors = await readDoors(tests.server.url)
    return [await measureSending(tests, doors), ...(await measureStarts(tests, doors[0]!)), ...(await measureScripts())]
  } finally {
    await tests.close()
    deleteDemoData()
  }
}

async function readDoors(url: string): Promise<Door[]> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: rep, password: DEMO_PASSWORD }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  const query = '{ properties(first: 200) { edges { node { id lat lng } } } }'
  const { properties } = (await graphql(url, token, query)) as { properties: { edges: { node: Door }[] } }
  return properties.edges.map(({ node }) => node)
}

/** Seconds from the return of the connection until the outbox is empty, and the number of requests. */
async function measureSending(tests: DeviceTests, doors: readonly Door[]): Promise<Row> {
  const { page } = await tests.startBrowser()
  let [requests, answered] = [0, 0]
  page.on('requestfinished', (request) => {
    if (operationOf(request) !== 'Sync') return
    requests += 1
    answered += (request.postDataJSON() as { variables: { actions: unknown[] } }).variables.actions.length
  })
  await signInOnDevice(page, rep)
  await page.getByRole('button', { name: 'Open menu' }).waitFor()
  const seconds: number[] = []
  const requestCounts: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    tests.connection.cut()
    await fillOutbox(page, createItems(doors, round))
    await tryToSend(page)
    await page.getByRole('button', { name: /waiting/ }).waitFor({ timeout: timeoutMs })
    tests.connection.restore()
    ;[requests, answered] = [0, 0]
    const began = performance.now()
    await tryToSend(page)
    // Fails if an action is refused, because it stays in the outbox. Reading the outbox while the app sends it would slow the app down.
    while (answered < itemCount || !(await page.evaluate(isOutboxEmpty))) {
      if (performance.now() - began > timeoutMs) throw new Error('The outbox was not sent.')
      await sleep(20)
    }
    seconds.push((performance.now() - began) / 1_000)
    process.stderr.write(`${itemCount} actions: ${formatValue(seconds.at(-1)!, 's')}, ${requests} requests\n`)
    requestCounts.push(requests)
  }
  await tests.reset()
  return {
    work: `${itemCount.toLocaleString('en-US')} waiting actions sent by the app`,
    measured: `${formatValue(median(seconds), 's')}, ${median(requestCounts)} requests`,
    baseline: '',
    ratio: null,
    target: '',
    met: true,
  }
}

/** What the browser says when the device has a connection again. */
const tryToSend = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

/** Writes actions into the outbox of the signed-in user, as the app does, and tells the app. */
const fillOutbox = (page: Page, items: readonly object[]) =>
  page.evaluate(async (added) => {
    const { id } = JSON.parse(localStorage.getItem('user')!) as { id: string }
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('porchlight.outbox')
      opening.addEventListener('error', () => reject(opening.error!))
      opening.addEventListener('success', () => {
        const transaction = opening.result.transaction('items', 'readwrite')
        for (const item of added)
          transaction.objectStore('items').add({ ...item, outboxName: id, attempts: 0, serverFailures: 0 })
        transaction.addEventListener('error', () => reject(transaction.error!))
        transaction.addEventListener('complete', () => {
          opening.result.close()
          resolve()
        })
      })
    })
    const channel = new BroadcastChannel(`porchlight.outbox.${id}`)
    channel.postMessage('changed')
    channel.close()
  }, items)

/** Runs in the page: whether nothing waits in the outbox. What was sent has a position. */
const isOutboxEmpty = () =>
  new Promise<boolean>((resolve, reject) => {
    const opening = indexedDB.open('porchlight.outbox')
    opening.addEventListener('error', () => reject(opening.error!))
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('items').objectStore('items').getAll()
      reading.addEventListener('success', () => {
        opening.result.close()
        resolve((reading.result as { position?: number }[]).every(({ position }) => position !== undefined))
      })
    })
  })

/** A day of actions, one every few seconds until now, with a new house, a note or a lead now and then. */
function createItems(doors: readonly Door[], round: number): object[] {
  const title = 'Sample'
  let left = itemCount
  const action = (kind: string, content: object, id = uuidv7()) => ({
    ...{ id, kind, occurredAt: new Date(Date.now() - (left -= 1) * 20_000).toISOString() },
    ...content,
  })
  const outcomes = ['NOBODY_HOME', 'TALKED', 'INTERESTED', 'LEFT_FLYER']
  const knock = (propertyId: string, n: number, dependsOn: string[] = []) => {
    const content = { propertyId, outcome: outcomes[n % 4], note: n % 10 === 0 ? `Note ${n}` : null }
    return { title, propertyId, action: action('KNOCK', { dependsOn, knock: content }) }
  }
  const makers: ((n: number) => object[])[] = [
    ...Array.from({ length: waiting.knocks }, () => (n: number) => [knock(doors[n % doors.length]!.id, n)]),
    ...Array.from({ length: waiting.notes }, () => (n: number) => {
      const propertyId = doors[n % doors.length]!.id
      return [{ title, propertyId, action: action('NOTE', { note: { propertyId, text: `Line ${n}` } }) }]
    }),
    ...Array.from({ length: waiting.leads }, () => (n: number) => {
      const propertyId = doors[n % doors.length]!.id
      return [{ title, propertyId, action: action('LEAD', { lead: { propertyId, tag: 'STORM' } }) }]
    }),
    ...Array.from({ length: waiting.newProperties }, () => (n: number) => {
      const id = uuidv7()
      const place = { address: `${n} New St ${round}`, lat: 41 + n / 1_000, lng: -89 - round / 100 }
      return [
        { title, propertyId: id, action: action('PROPERTY', { property: { id, ...place } }, id) },
        knock(id, n, [id]),
      ]
    }),
  ]
  // The same mixture throughout the day: a step that shares no factor with the length visits each once.
  return makers.flatMap((_, n) => makers[(n * 7) % makers.length]!(n))
}

/** Milliseconds from the navigation until the map lists its doors, and until a tap on one has opened it. */
async function measureStarts(tests: DeviceTests, door: Door): Promise<Row[]> {
  const first = await tests.startBrowser()
  await signInOnDevice(first.page, rep)
  const link = `/map?at=${door.lat},${door.lng},18.4`
  await first.page.goto(link)
  await waitForDetails(first.page, [door])
  process.stderr.write('The map is stored.\n')
  // Closed, so that the browser writes what it keeps in memory, as it does within seconds of use.
  await first.context.close()
  tests.connection.cut()
  const [shown, opened]: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const device = await tests.startBrowser(first.profile)
    await device.page.addInitScript(noteDoors)
    const began = performance.now()
    await device.page.goto(link, { waitUntil: 'commit', timeout: timeoutMs })
    await doorsInView(device.page).waitFor({ state: 'attached', timeout: timeoutMs })
    const shownMs = await device.page.evaluate(() => (globalThis as unknown as NotingWindow).doorsAtMs)
    await tapProperty(device.page)
    // The first start fills the operating system's file cache.
    if (round > 0) {
      shown.push(shownMs)
      opened.push(performance.now() - began)
      process.stderr.write(`Offline start: ${formatValue(shownMs, 'ms')}, ${formatValue(opened.at(-1)!, 'ms')}\n`)
    }
    await killBrowser(device)
  }
  await tests.reset()
  const row = (work: string, ms: number): Row => ({
    ...{ work: `offline start after the browser was killed, ${work}`, measured: formatValue(ms, 'ms') },
    ...{ baseline: '', ratio: null, target: '<= 2000 ms', met: ms <= 2_000 },
  })
  return [row('until the doors are listed', median(shown)), row('until a tap has opened a house', median(opened))]
}

interface NotingWindow {
  /** When the doors were listed, in milliseconds since the navigation. */
  doorsAtMs: number
}

/** Runs in the page before the app. Playwright's own waiting adds some tenths of a second. */
function noteDoors(): void {
  const observer = new MutationObserver(() => {
    const list = document.querySelector('section[aria-label="Doors in view"]')
    if (!/[1-9]\d* doors? in view/.test(list?.textContent ?? '')) return
    ;(globalThis as unknown as NotingWindow).doorsAtMs = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

const doorsInView = (page: Page) =>
  page.getByRole('region', { name: 'Doors in view' }).filter({ hasText: /[1-9]\d* doors? in view/ })

/** Taps the house in the middle of the map until its outcomes are shown. */
async function tapProperty(page: Page): Promise<void> {
  const { width, height, x, y } = (await page.locator('.maplibregl-canvas').boundingBox())!
  const button = page.getByRole('button', { name: 'Nobody home', exact: true })
  for (const end = performance.now() + timeoutMs; ;) {
    await page.touchscreen.tap(x + width / 2, y + height / 2 - 20)
    const isOpen = await button.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    )
    if (isOpen) return
    if (performance.now() > end) throw new Error('No tap opened the house in the middle of the map.')
  }
}

/** The compressed size of the scripts that the first screens need, and of the parts that an app without a network adds. */
async function measureScripts(): Promise<Row[]> {
  const screens = (await scripts()).filter(({ work }) => /sign-in|signed-in shell/.test(work))
  const part = (work: string, bytes: number): Row => ({
    ...{ work: `script: ${work}, gzip`, measured: formatValue(bytes / 1_000, 'kB') },
    ...{ baseline: '', ratio: null, target: '', met: true },
  })
  return [
    ...screens,
    part('the outbox, part of the shell', await sizeOfOutbox()),
    part('the service worker, beside the screens', gzipSync(readFileSync('dist/web/serviceWorker.js')).length),
  ]
}

/** The outbox with its storage library, without what the shell has anyway. */
async function sizeOfOutbox(): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: {
        entry: ['outbox', 'useSendOutbox', 'useSubmit'].map((name) => `web/session/outbox/${name}.ts`),
        formats: ['es'],
      },
      rollupOptions: { external: (id) => !/^idb$|outbox/i.test(id) && !/node_modules\/idb\//.test(id) },
    },
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((result) =>
    'output' in result ? result.output : [],
  )
  return outputs.reduce((sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code).length : 0), 0)
}
