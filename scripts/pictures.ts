import { mkdirSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'

/**
 * Takes the README's screenshots from a running server with the demo town: `npm run pictures -- http://localhost:4000`.
 */
const [base = 'http://localhost:4000'] = process.argv.slice(2)
const folder = 'docs/pictures'
const viewport = { width: 1440, height: 900 }

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
})
mkdirSync(folder, { recursive: true })
const page = await (await browser.newContext({ viewport })).newPage()
await signIn(page, 'quinn@maple-demo.example')
await page.getByText('Sales Leaderboard').waitFor()
await waitUntilStill(page, 1_500)
await page.screenshot({ path: `${folder}/dashboard.jpg`, type: 'jpeg', quality: 82 })

await page.goto(`${base}/map`)
await page.getByRole('combobox').fill('1067 W 11th Demo St')
await page.getByRole('button', { name: 'Search', exact: true }).click()
await waitUntilStill(page, 4_000)
for (let step = 0; step < 2; step += 1) {
  await page.getByRole('button', { name: /zoom out/i }).click()
  await waitUntilStill(page, 2_500)
}
await page.screenshot({ path: `${folder}/map.jpg`, type: 'jpeg', quality: 82 })
await browser.close()

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${base}/login`)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('porchlight')
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Waits until no request is pending, and then for the map's animations. */
async function waitUntilStill(page: Page, milliseconds: number): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(milliseconds)
}
