import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe-core finds on the page that is serious or worse: all of it in the light theme, contrast in the dark one too. */
export async function seriousFindings(page: Page): Promise<string[]> {
  const light = await findings(page, new AxeBuilder({ page }))
  await follow(page, 'dark')
  const dark = await findings(page, new AxeBuilder({ page }).withRules(['color-contrast']))
  await follow(page, 'light')
  return [...light, ...dark.map((finding) => `in the dark: ${finding}`)]
}

/** Switches the device to a theme; a page of the app has followed then, one that has no themes stays as it is. */
async function follow(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction((wanted) => (document.documentElement.dataset.theme ?? wanted) === wanted, theme)
}

/**
 * Looks once nothing moves any more: what is half faded in has no contrast yet. What turns for ever, as a spinner does,
 * is not waited for.
 */
async function findings(page: Page, builder: AxeBuilder): Promise<string[]> {
  await page.evaluate(async () => {
    // What is to change has begun to by the frame after next.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished),
    )
  })
  const { violations } = await builder.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
