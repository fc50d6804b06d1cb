import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// `npm test` finds or installs a browser and passes it in CHROMIUM; otherwise Playwright uses the system's or its own.
const systemChromium = '/usr/bin/chromium'
const executablePath = process.env.CHROMIUM ?? (existsSync(systemChromium) ? systemChromium : undefined)

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/globalSetup.ts',
  outputDir: 'test-results',
  // Each worker runs a server with the demo town, PostgreSQL and a browser.
  workers: 2,
  retries: 1,
  // Only what hangs should fail: a machine with two busy cores is several times slower than a quiet one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // Animations only cost frames here. The main journeys and sign-in run with them.
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker would answer requests that tests intercept. The offline tests allow it.
    serviceWorkers: 'block',
    // Tracing is slow, so only retries are traced.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // Maps need WebGL, which headless Chromium only provides through SwiftShader.
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        // The software GPU composes and draws maps fast, but pages are rasterized two to four times as fast without it.
        '--disable-gpu-rasterization',
      ],
    },
  },
  projects: [
    { name: 'wide', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grepInvert: /@wide/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
