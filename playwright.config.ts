import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { timeLimitFactor } from './tests/support/machineSpeed.ts'

// `npm test` finds or installs a browser and passes it in CHROMIUM; otherwise Playwright uses the system's or its own.
const systemChromium = '/usr/bin/chromium'
const executablePath = process.env.CHROMIUM ?? (existsSync(systemChromium) ? systemChromium : undefined)

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/globalSetup.ts',
  outputDir: 'test-results',
  // Each worker runs a server with the demo town, PostgreSQL and a browser.
  workers: 2,
  // A second try would hide races.
  retries: 0,
  timeout: 60_000 * timeLimitFactor(),
  expect: { timeout: 15_000 * timeLimitFactor() },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // Animations only cost frames here. The main journeys and sign-in run with them.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would answer requests that tests intercept. The offline tests allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The pages of a browser share one process, and with it the compiled scripts.
        '--process-per-site',
      ],
    },
  },
  // A test without a tag runs at both widths, because what it checks looks different on a phone or is operated differently:
  // a table or cards, a popup or a sheet, a bar or a menu. What does not depend on the width is checked at one of them.
  projects: [
    { name: 'wide', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grepInvert: /@wide/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
