import { type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { configureMapTests, countMapColors, expect, searchFor } from './mapPage.ts'
import { seedLeads } from './seedLeads.ts'
import { openAs } from './signIn.ts'

configureMapTests()

const owner = 'quinn@maple-demo.example'

/** Collects what the Content Security Policy refuses, in the page and its frames. Call it before the page loads. */
async function collectViolations(page: Page): Promise<() => string[]> {
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (violation: string) => violations.push(violation))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      (window as unknown as { reportViolation(text: string): void }).reportViolation(
        `${effectiveDirective} ${blockedURI} ${sample}`,
      ),
    ),
  )
  // Frames without scripts report to the console only.
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text())
  })
  return () => violations
}

test('the policy refuses nothing on the map', { tag: '@wide' }, async ({ page }) => {
  const violations = await collectViolations(page)
  await openAs(page, owner, '/map')
  await expect.poll(() => countMapColors(page)).toBeGreaterThan(50)
  await searchFor(page, '1018 W 12th Demo St')
  await expect(
    page
      .getByRole('region', { name: /^1018 W/ })
      .or(page.getByRole('dialog'))
      .first(),
  ).toBeVisible()
  expect(violations()).toEqual([])
})

test('the policy refuses nothing in lists, menus, selects, dialogs and letters', { tag: '@wide' }, async ({ page }) => {
  const violations = await collectViolations(page)
  const street = '101 Policy Sample Ln'
  await seedLeads('morgan@maple-demo.example', [{ street, tag: 'STORM' }])
  await openAs(page, owner, `/leads?search=${encodeURIComponent(street)}`)
  await page.getByRole('combobox').first().click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await expect(page.locator('[data-radix-select-viewport]')).toHaveCSS('scrollbar-width', 'none')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Preview ${street} as HTML` }).click()
  await expect(page.getByRole('dialog', { name: 'Preview' })).toBeVisible()
  // The dialog locks the scrolling of the page with a style of its own, and the letter has one.
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden')
  await expect(page.frameLocator('iframe').locator('main').first()).toHaveCSS('max-width', '672px')
  expect(violations()).toEqual([])
})

test('the policy refuses nothing in the explorer, the reference and the flyer', { tag: '@wide' }, async ({ page }) => {
  const violations = await collectViolations(page)
  await openAs(page, owner, '/graphql')
  await expect(page.locator('.graphiql-query-editor .CodeMirror')).toBeVisible()
  await page
    .getByRole('button', { name: /documentation explorer/i })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'Query', exact: true })).toBeVisible()
  await page.getByRole('button', { name: /settings/i }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/api/docs')
  const operation = page.locator('.opblock-summary-control').first()
  await operation.click()
  await expect(page.locator('.opblock-body').first()).toBeVisible()
  await page.goto('/api/legacy/static/flyer.html')
  await expect(page.locator('.sheet')).toHaveCSS('display', 'flex')
  expect(violations()).toEqual([])
})

test('a style element that the policy does not know is refused', { tag: '@wide' }, async ({ page }) => {
  const violations = await collectViolations(page)
  await page.goto('/login')
  await page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = 'body { color: red }'
    document.head.append(style)
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">Sample</p>')
  })
  await expect.poll(() => violations().filter((text) => text.startsWith('style-src')).length).toBe(2)
})
