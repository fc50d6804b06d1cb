import { expect, type Locator, type Page } from '@playwright/test'
import { execute, createToken } from './api.ts'
import { password } from './signIn.ts'

export interface LeadSeed {
  street: string
  tag: string
  priority?: 'NORMAL' | 'HIGH'
  ownerName?: string
  ownerAddress?: string
  unconfirmed?: boolean
}

/** Creates new properties with one lead each as `email`, the last one newest, and returns the ids of the leads. */
export async function seedLeads(email: string, leads: readonly LeadSeed[]): Promise<string[]> {
  const token = await createToken(email, password)
  const ids: string[] = []
  for (const [index, { street, tag, priority = 'NORMAL', ...owner }] of leads.entries()) {
    const { createLead } = await execute<{ createLead: { id: string } }>(
      'mutation ($input: CreateLeadInput!) { createLead(input: $input) { id } }',
      {
        input: {
          tag,
          priority,
          newProperty: { address: `${street}, Demo Town, IN 00042`, ...pointOf(street, index), ...owner },
        },
      },
      token,
    )
    ids.push(createLead.id)
  }
  return ids
}

/** A point far from the demo town and different for each street, so that no property is a duplicate. */
function pointOf(street: string, index: number): { lat: number; lng: number } {
  let sum = 0
  for (const letter of street) sum = (sum * 31 + letter.charCodeAt(0)) % 100_000
  return { lat: 41 + sum / 100_000, lng: -85 - index / 1000 }
}

/** Waits until the list shows exactly these streets in this order. */
export async function expectStreets(page: Page, streets: readonly string[]): Promise<void> {
  const rows = page.getByRole('button', { name: /^Status of / })
  await expect(rows).toHaveCount(streets.length)
  for (const [index, street] of streets.entries())
    await expect(rows.nth(index)).toHaveAccessibleName(new RegExp(`^Status of ${street}: `))
}

/** Chooses an option of a combobox. */
export async function chooseOption(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Chooses a filter of the menu 'Add Filter' and leaves its values open: in a submenu, on a phone in a sheet. */
export async function openAddedFilter(page: Page, filter: string): Promise<{ value: (name: string) => Locator }> {
  await page.getByRole('button', { name: 'Add Filter' }).click()
  const item = page.getByRole('menuitem', { name: filter })
  if (page.viewportSize()!.width >= 800) {
    await item.press('ArrowRight')
    return { value: (name) => page.getByRole('menuitem', { name, exact: true }) }
  }
  await item.click()
  const sheet = page.getByRole('dialog', { name: filter })
  return { value: (name) => sheet.getByRole('button', { name, exact: true }) }
}
