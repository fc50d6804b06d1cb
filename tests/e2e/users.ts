import type { Page } from '@playwright/test'

/** Chooses something in the menu of an account on the screen of users. */
export async function chooseAction(page: Page, fullName: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${fullName}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
