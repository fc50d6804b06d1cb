import { type BrowserContext, chromium, type Page } from '@playwright/test'
import playwrightConfig from '../playwright.config.ts'
import { startDemoServer } from '../tests/e2e/demoServer.ts'
import createDemoTown from '../tests/e2e/globalSetup.ts'
import { graphicsArguments, mapScaleFactor } from '../tests/e2e/graphics.ts'
import { openAs } from '../tests/e2e/signIn.ts'
import { median, quantile } from './load.ts'
import { formatValue, type Row } from './table.ts'

const rep = 'riley@maple-demo.example'
const timeoutMs = 120_000
const center = { lat: 39.7664, lng: -86.1675 }
/** As many doors as a phone shows of a street and the ones beside it, all of them with a knock of today, half with a talk. */
const doors = { columns: 12, rows: 5 }
const rounds = 6
const framesPerRound = 30
/**
 * With lights, half of the frames may take a tenth longer, which nobody sees in 60 frames a second. The slowest ones are fewer, and other
 * processes delay some of them, so their limit is wider.
 */
const limits = { p50: 1.1, p95: 1.25 }

/**
 * A phone's map is panned with the lights of today and without them, in two pages by turns. Both have the same doors with the same outcomes;
 * only the time of the knocks differs. Chromium draws with SwiftShader, on the processor: only the
 * ratio says something of a phone.
 */
export async function mapLights(): Promise<Row[]> {
  const removeTown = await createDemoTown()
  const server = await startDemoServer()
  process.env.BASE_URL = server.url
  const { launchOptions = {} } = playwrightConfig.use ?? {}
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...graphicsArguments(true)],
  })
  try {
    const context = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, baseURL: server.url, hasTouch: true, isMobile: true },
      ...{ deviceScaleFactor: mapScaleFactor, serviceWorkers: 'block' },
    })
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const dark = await openMap(context, hoursAgo(48), 0)
    const lit = await openMap(context, new Date().toISOString(), doors.columns * doors.rows)
    const times: { lit: number[]; dark: number[] }[] = []
    for (let round = -1; round < rounds; round += 1) {
      const [first, second] = round % 2 === 0 ? [lit, dark] : [dark, lit]
      const [one, other] = [await pan(first), await pan(second)]
      const measured = first === lit ? { lit: one, dark: other } : { lit: other, dark: one }
      // The first round draws what is not in the caches yet.
      if (round >= 0) times.push(measured)
      process.stderr.write(
        `Round ${round + 1}: ${median(measured.lit).toFixed(1)} and ${median(measured.dark).toFixed(1)} ms\n`,
      )
    }
    return (['p50', 'p95'] as const).map((name) => toRow(name, times))
  } finally {
    await browser.close()
    await server.stop()
    removeTown()
  }
}

function toRow(name: 'p50' | 'p95', times: readonly { lit: number[]; dark: number[] }[]): Row {
  const q = name === 'p50' ? 0.5 : 0.95
  const lit = times.map((round) => quantile(round.lit, q))
  const dark = times.map((round) => quantile(round.dark, q))
  const ratio = median(lit.map((ms, round) => ms / dark[round]!))
  return {
    work: `map, panned with ${doors.columns * doors.rows} lights of today (software GL): ${name} of the frame times`,
    measured: formatValue(median(lit), 'ms'),
    baseline: `${formatValue(median(dark), 'ms')} without lights`,
    ratio,
    target: `<= ${limits[name]} x`,
    met: ratio <= limits[name],
  }
}

/** Opens the map with generated doors that somebody has knocked at at a time, and waits until as many as expected are lit. */
async function openMap(context: BrowserContext, knockedAt: string, litDoors: number): Promise<Page> {
  const page = await context.newPage()
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName?: string }
    if (operationName !== 'PropertiesInView') return route.continue()
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { propertyMap: object } }
    answer.data.propertyMap = { __typename: 'PropertyMap', total: 0, markers: markersAt(knockedAt), clusters: [] }
    await route.fulfill({ response, json: answer })
  })
  await openAs(page, rep, `/map?at=${center.lat},${center.lng},18`)
  const options = page.getByRole('listbox', { name: /saved properties in view/i }).getByRole('option')
  await options.first().waitFor({ state: 'attached', timeout: timeoutMs })
  const texts = await options.allInnerTexts()
  const lit = texts.filter((text) => /(talked|knocked) today$/.test(text)).length
  if (texts.length === 0 || lit !== (litDoors > 0 ? texts.length : 0))
    throw new Error(`${lit} of ${texts.length} doors are lit.`)
  return page
}

function markersAt(lastKnockedAt: string) {
  const indexes = Array.from({ length: doors.columns * doors.rows }, (_, index) => index)
  return indexes.map((index) => ({
    ...{ __typename: 'MapMarker', id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` },
    lat: center.lat + (Math.floor(index / doors.columns) - doors.rows / 2) * 0.0003,
    lng: center.lng + ((index % doors.columns) - doors.columns / 2) * 0.0001,
    ...{ streetNumber: `${100 + index}`, streetName: 'Sample St', unit: null, status: 'CONTACTED', priority: 'NORMAL' },
    ...{ lastOutcome: index % 2 === 0 ? 'TALKED' : 'NOBODY_HOME', lastKnockedAt, mine: true, assignedTo: null },
  }))
}

/** Drags the map to and fro, and returns the time between its frames in milliseconds. */
async function pan(page: Page): Promise<number[]> {
  await page.bringToFront()
  return page.locator('canvas.maplibregl-canvas').evaluate(
    (canvas, frames) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        let before: number | undefined
        const send = (type: string, target: EventTarget, frame: number) =>
          target.dispatchEvent(
            new MouseEvent(type, {
              ...{ bubbles: true, cancelable: true, button: 0, buttons: type === 'mouseup' ? 0 : 1 },
              clientX: 195 + 120 * Math.sin((frame / frames) * 2 * Math.PI),
              clientY: 320 + 60 * Math.sin((frame / frames) * 4 * Math.PI),
            }),
          )
        send('mousedown', canvas, 0)
        const step = (now: number) => {
          if (before !== undefined) times.push(now - before)
          before = now
          send('mousemove', document, times.length)
          if (times.length < frames) return requestAnimationFrame(step)
          send('mouseup', document, frames)
          return resolve(times)
        }
        requestAnimationFrame(step)
      }),
    framesPerRound,
  )
}
