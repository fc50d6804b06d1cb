import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs } from './signIn.ts'

const FLYER = '/api/legacy/static/flyer.html'

declare global {
  interface Window {
    printed: number
  }
}

test('a global admin sees the flyer in a frame as high as the screen, and prints it', async ({ page }) => {
  const consoleErrors = collectConsoleErrors(page)
  await openAs(page, 'parker@porchlight.example', '/')
  const menu = page.getByRole('button', { name: 'Open menu' })
  await expect(menu.or(page.getByRole('button', { name: 'Logout' })).first()).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'Legacy Flyer' }).click()
  await expect(page).toHaveURL('/legacy-flyer')
  const frame = page.locator('iframe[title="Legacy flyer"]')
  await expect(frame).toHaveAttribute('src', FLYER)
  const flyer = frame.contentFrame()
  await expect(flyer.getByRole('heading', { level: 1 })).toHaveText('Is your roof ready for the next storm?')
  await expect(flyer.getByText('(555) 0100-142')).toBeVisible()
  await expect.poll(async () => (await frame.boundingBox())!.height).toBeGreaterThan(0.7 * page.viewportSize()!.height)

  await page.evaluate(() => {
    const inside = document.querySelector('iframe')!.contentWindow!
    window.printed = 0
    inside.print = () => {
      window.printed += 1
    }
  })
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await page.evaluate(() => window.printed)).toBe(1)
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(consoleErrors()).toEqual([])
})

test('the flyer prints on one sheet of US Letter', { tag: '@wide' }, async ({ page }) => {
  await page.goto(FLYER)
  expect(await page.evaluate(() => document.fonts.ready.then(() => document.fonts.check('16px Figtree')))).toBe(true)
  const paper = await page.pdf({ preferCSSPageSize: true })
  const text = paper.toString('latin1')
  expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  expect(text).toMatch(/\/MediaBox\s*\[0 0 612 792\]/)
})

test('the flyer is never wider than the screen', async ({ page }) => {
  await page.goto(FLYER)
  const { wide, seen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    seen: document.documentElement.clientWidth,
  }))
  expect(wide).toBeLessThanOrEqual(seen)
})

test('a rep has no link to the flyer, but can open it by URL', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, 'avery@maple-demo.example', '/legacy-flyer')
  await expect(page.locator('iframe').contentFrame().getByText('Example Exteriors').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Legacy Flyer' })).toHaveCount(0)
})
