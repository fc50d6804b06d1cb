import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe-core finds on the page that is serious or worse: all of it in the light theme, contrast in the dark one too. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  const light = await runAxe(page, new AxeBuilder({ page }))
  await applyTheme(page, 'dark')
  const dark = await runAxe(page, new AxeBuilder({ page }).withRules(['color-contrast']))
  await applyTheme(page, 'light')
  return [...light, ...dark.map((finding) => `in the dark: ${finding}`)]
}

/** Puts a theme on the page, its colours at once; a page that has no themes stays as it is. */
async function applyTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((wanted) => {
    const { dataset } = document.documentElement
    if (dataset.theme) dataset.theme = wanted
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  }, theme)
}

/**
 * Looks once nothing moves any more: what is half faded in has no contrast yet. What turns for ever, as a spinner does,
 * is not waited for.
 */
async function runAxe(page: Page, builder: AxeBuilder): Promise<string[]> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished),
    ),
  )
  const { violations } = await builder.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
