import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Serious and critical axe-core violations: all rules in the light theme, contrast also in the dark theme. A page that scrolls
 * sideways is one, too: on a phone its controls move away from the finger.
 */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  const light = await runAxe(page, { rules: Object.fromEntries(unneededRules.map((id) => [id, { enabled: false }])) })
  await applyTheme(page, 'dark')
  const dark = await runAxe(page, { runOnly: ['color-contrast'] })
  await applyTheme(page, 'light')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  const sideways = width > (page.viewportSize()?.width ?? Infinity) ? [`The page scrolls sideways: ${width} px`] : []
  return [...light, ...dark.map((finding) => `in the dark: ${finding}`), ...sideways]
}

/** Applies a theme and finishes its color transitions. A page without themes is unchanged. */
async function applyTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((expected) => {
    const { dataset } = document.documentElement
    if (dataset.theme) dataset.theme = expected
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  }, theme)
}

/** Rules whose violations are at most moderate, and that read every element. */
const unneededRules = ['region', 'landmark-unique', 'aria-allowed-role', 'heading-order', 'skip-link']

/**
 * Waits for running animations, because half-faded text has no contrast yet. Endless ones, such as spinners, are
 * ignored.
 */
async function runAxe(page: Page, rules: Parameters<AxeBuilder['options']>[0] = {}): Promise<string[]> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished),
    ),
  )
  // A page without frames compiles the half megabyte of axe-core once.
  const isLoaded = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  // Describing what passed takes longer than the rules do. No frame is of another origin, so no second page is needed.
  const builder = new AxeBuilder({ page, ...(isLoaded ? { axeSource: ';' } : {}) })
    .setLegacyMode()
    .options({ ...rules, resultTypes: ['violations'] })
  const { violations } = await builder.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
