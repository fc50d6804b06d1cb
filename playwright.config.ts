import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// `npm test` finds or installs a browser and names it in CHROMIUM; alone, Playwright uses the system's or its own.
const usual = '/usr/bin/chromium'
const executablePath = process.env.CHROMIUM ?? (existsSync(usual) ? usual : undefined)

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/e2eServer.ts',
  outputDir: 'test-results',
  workers: 1,
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: process.env.BASE_URL,
    // Tracing costs each test a good part of its time; a test that failed is traced when it is tried again.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // Maps are drawn by WebGL, which headless Chromium has only through SwiftShader.
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    },
  },
  projects: [
    { name: 'wide', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
})
