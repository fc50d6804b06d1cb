import { expect, type Page } from '@playwright/test'

/** Opens Quick find with the keyboard, or on a phone with its button. */
export async function openQuickFind(page: Page): Promise<void> {
  const button = page.getByRole('banner').getByRole('button', { name: 'Quick find' }).filter({ visible: true })
  await expect(button).toBeVisible()
  if ((page.viewportSize()?.width ?? 0) < 800) await button.click()
  else await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Quick find' })).toBeFocused()
}
