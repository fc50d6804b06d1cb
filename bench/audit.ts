import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import playwrightConfig from '../playwright.config.ts'
import { ensureBuilt } from '../scripts/build.mjs'
import { startServer } from '../tests/support/server.ts'
import type { Row } from './table.ts'

const rep = { email: 'riley@maple-demo.example', password: 'porchlight' }
const pages = [
  ['map', '/map'],
  ['lead list', '/leads'],
] as const
/** A page with only a form, for comparison with the scores above. */
const control = ['control: a form', '/change-password'] as const
/** The lowest scores, of 100. */
const targets = { performance: 90, accessibility: 100, 'best-practices': 95 }
/** Scores of performance vary between runs on a shared machine. */
const rounds = 3

/** Lighthouse with its phone profile on the built app, signed in as a rep of the demo town, and what forbids installing it. */
export async function audit(): Promise<Row[]> {
  await ensureBuilt(() => undefined)
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-audit-'))
  const server = await startServer({ env: { DATA_DIR: path.join(folder, 'data'), NODE_ENV: 'production' } })
  const profile = path.join(folder, 'browser')
  const { executablePath, args = [] } = playwrightConfig.use?.launchOptions ?? {}
  try {
    const installability = await signIn(profile, server.url)
    // Playwright would attach to the audited pages and slow them down.
    const browser = await launch({
      ...(executablePath ? { chromePath: executablePath } : {}),
      userDataDir: profile,
      chromeFlags: ['--headless=new', ...args],
      logLevel: 'error',
    })
    try {
      const rows = [installability]
      for (const [name, address] of pages) rows.push(...(await auditPage(name, server.url + address, browser.port)))
      const [performance] = await auditPage(control[0], server.url + control[1], browser.port)
      return [...rows, { ...performance!, target: '', met: true }]
    } finally {
      browser.kill()
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Signs in with a new profile of a browser, and asks the browser what keeps it from installing the app. */
async function signIn(profile: string, url: string): Promise<Row> {
  const browser = await chromium.launchPersistentContext(profile, {
    ...playwrightConfig.use?.launchOptions,
    baseURL: url,
  })
  try {
    return await checkInstallability(browser)
  } finally {
    await browser.close()
  }
}

async function checkInstallability(browser: BrowserContext): Promise<Row> {
  const page = browser.pages()[0] ?? (await browser.newPage())
  await page.goto('/login')
  await page.getByLabel('Email Address').fill(rep.email)
  await page.getByLabel('Password', { exact: true }).fill(rep.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const session = await browser.newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  const reasons = installabilityErrors.map(({ errorId }) => errorId)
  return toRow('audit: reasons against installing the app', reasons.join(', ') || 'none', 'none', reasons.length === 0)
}

async function auditPage(name: string, url: string, port: number): Promise<Row[]> {
  const categories = Object.keys(targets) as (keyof typeof targets)[]
  const results: Result[] = []
  for (let round = 0; round < rounds; round += 1) {
    const report = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: categories,
      // The session is in the storage.
      disableStorageReset: true,
    })
    if (!report) throw new Error(`Lighthouse gave no report of ${url}`)
    if (report.lhr.runtimeError) throw new Error(`${url}: ${report.lhr.runtimeError.message}`)
    results.push(report.lhr)
  }
  printFailures(name, results.at(-1)!)
  const speeds = results.map(({ environment }) => Math.round(environment.benchmarkIndex)).join(', ')
  process.stderr.write(
    `${name}: Lighthouse's benchmark index of this machine ${speeds}; its phone profile assumes about 1,500\n`,
  )
  return categories.map((category) => {
    const scores = results.map(({ categories: scored }) => Math.round((scored[category]?.score ?? 0) * 100))
    const score = scores.sort((a, b) => a - b)[Math.floor(rounds / 2)]!
    return toRow(`audit: ${name}, ${category}`, `${score}`, `>= ${targets[category]}`, score >= targets[category])
  })
}

/** Prints the audits that lower a score, with the elements or files they name. */
function printFailures(name: string, { audits, categories }: Result): void {
  for (const { auditRefs } of Object.values(categories)) {
    for (const { id, weight } of auditRefs) {
      const { score, title, displayValue, details } = audits[id]!
      if (weight === 0 || score === null || score >= 0.9) continue
      process.stderr.write(`${name}: ${title} ${displayValue ?? ''} (${Math.round(score * 100)})\n`)
      const items = (details as { items?: unknown[] } | undefined)?.items ?? []
      for (const item of items.slice(0, 5)) process.stderr.write(`  ${JSON.stringify(item).slice(0, 300)}\n`)
    }
  }
}

function toRow(work: string, measured: string, target: string, met: boolean): Row {
  return { work, measured, baseline: '', ratio: null, target, met }
}
