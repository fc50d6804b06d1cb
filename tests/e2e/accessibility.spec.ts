import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { openAs } from './signIn.ts'

/** The rules of another tool than axe-core, which reads every screen in its tests, find other faults. */
const engine = readFileSync(fileURLToPath(import.meta.resolve('accessibility-checker-engine/ace.js')), 'utf8')

interface Finding {
  ruleId: string
  value: [string, string]
  message: string
  snippet: string
}

/** This tool does not know that HTML allows `username` for an email field, and that a form without a name is no landmark. */
const isAllowed = ({ ruleId, snippet }: Finding) =>
  ruleId === 'aria_form_label_unique' || (ruleId === 'input_autocomplete_valid' && snippet.includes('type="email"'))

/** The certain violations of WCAG 2.2 on the page. */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(`${engine}; window.ace = ace`)
  const found = await page.evaluate(async () => {
    const { ace } = window as unknown as { ace: { Checker: new () => { check: CheckFunction } } }
    type CheckFunction = (document: Document, guidelines: string[]) => Promise<{ results: Finding[] }>
    const { results } = await new ace.Checker().check(document, ['WCAG_2_2'])
    return results.filter(({ value: [level, outcome] }) => level === 'VIOLATION' && outcome === 'FAIL')
  })
  return found
    .filter((finding) => !isAllowed(finding))
    .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`)
}

/** Opens the screens one after another, each when it has all its data. */
async function expectClean(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('main')).not.toBeEmpty()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect([path, await findViolations(page)]).toEqual([path, []])
  }
}

test('a second engine finds no violation before the sign-in', { tag: '@wide' }, async ({ page }) => {
  await expectClean(page, ['/login', '/register'])
})

for (const [role, person, paths] of [
  ['an admin', 'robin@maple-demo.example', ['/', '/leads', '/properties', '/templates', '/activity', '/import/leads']],
  [
    'an owner',
    'quinn@maple-demo.example',
    ['/', '/leads?view=board', '/map', '/webhooks', '/territories', '/do-not-knock', '/company-settings', '/jobs'],
  ],
  ['a rep', 'avery@maple-demo.example', ['/', '/account/recorded']],
  ['a global admin', 'parker@porchlight.example', ['/', '/users', '/tenants']],
] as const)
  test(`a second engine finds no violation on the screens of ${role}`, { tag: '@wide' }, async ({ page }) => {
    await openAs(page, person, '/')
    await expectClean(page, [...paths])
  })
