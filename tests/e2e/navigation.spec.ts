import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { openAs } from './signIn.ts'

/** The menu items of spec §2 in order, by role. */
const everybody = ['Dashboard', 'Map Search', 'Properties', 'Leads']
const roles = [
  { role: 'Sales Rep', email: 'avery@maple-demo.example', name: 'Avery Sample', menu: everybody },
  { role: 'Admin', email: 'robin@maple-demo.example', name: 'Robin Sample', menu: [...everybody, 'Templates'] },
  {
    role: 'Owner',
    email: 'quinn@maple-demo.example',
    name: 'Quinn Example',
    menu: [...everybody, 'Templates', 'Users'],
  },
  {
    role: 'Global Admin',
    email: 'parker@porchlight.example',
    name: 'Parker Mockingham',
    menu: [...everybody, 'Templates', 'Users', 'Legacy Flyer'],
  },
]

for (const { role, email, name, menu } of roles) {
  test(`the menu of a ${role}, with name, badge and tenant`, async ({ page }) => {
    // On a phone the map has no top bar; other screens do.
    await openAs(page, email, '/users')
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
    const bar = await openMenu(page)
    await expect(bar.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(menu)
    await expect(bar.getByText(name, { exact: true })).toBeVisible()
    await expect(bar.getByText(role, { exact: true })).toBeVisible()
    await expect(bar.getByText('(Maple Demo Roofing)')).toBeVisible({ visible: role !== 'Global Admin' })
    await expect(bar.getByRole('button', { name: 'Logout' })).toBeVisible()
  })
}

test('the menu opens its screens and closes', async ({ page }, { project }) => {
  await openAs(page, 'quinn@maple-demo.example', '/')
  const bar = await openMenu(page)
  await bar.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
  await expect(page).toHaveURL('/users')
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
  if (project.name === 'phone') await expect(page.getByRole('button', { name: 'Close menu' })).toBeHidden()
  await expect(page.getByText('© 2024 Porchlight. All rights reserved.')).toBeVisible()
})

test(
  'the top bar fits the whole menu at every width, and the whole name at 1280',
  { tag: '@wide' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openAs(page, 'parker@porchlight.example', '/')
    const bar = page.getByRole('banner')
    const name = bar.getByText('Parker Mockingham', { exact: true })
    await expect(name).toBeVisible()
    await expect.poll(() => isNotClipped(name)).toBe(true)
    const menu = bar.getByRole('navigation', { name: 'Main' })
    for (const width of [1280, 1200, 1100, 1099, 800]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => isNotClipped(menu), `${width} px`).toBe(true)
    }
  },
)

test(
  'nothing in the top bar overflows at any width, also while a global admin views a role',
  { tag: '@wide' },
  async ({ page }) => {
    const bar = page.getByRole('banner')
    const parts = [
      bar.getByRole('button', { name: 'Quick find' }).filter({ visible: true }),
      bar.getByRole('button', { name: 'Parker Mockingham' }),
      bar.getByRole('button', { name: 'Logout' }),
    ]
    const findProblems = async (width: number) => {
      const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
      return {
        overflows: await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
        isWhole: await isNotClipped(bar.getByRole('navigation', { name: 'Main' })),
        cut: boxes.filter((box) => !box || box.x < 0 || box.x + box.width > width || box.width < 24),
      }
    }
    const fits = async () => {
      for (const width of [1440, 1280, 1100, 1024, 800]) {
        await page.setViewportSize({ width, height: 800 })
        await expect
          .poll(() => findProblems(width), `${width} px`)
          .toEqual({ overflows: false, isWhole: true, cut: [] })
      }
    }
    await openAs(page, 'parker@porchlight.example', '/users')
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
    await fits()
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.getByRole('combobox', { name: 'Viewed tenant' }).click()
    await page.getByRole('option', { name: 'Maple Demo Roofing' }).click()
    await expect(page.getByText('(Maple Demo Roofing)')).toBeVisible()
    await fits()
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.getByRole('button', { name: 'View as Sales Rep', exact: true }).click()
    await expect(page.getByText('Viewing as: Sales Rep', { exact: true })).toBeVisible()
    await fits()
  },
)

test('the menu under the name has the other screens and the theme', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, 'quinn@maple-demo.example', '/templates')
  const trigger = page.getByRole('banner').getByRole('button', { name: 'Quinn Example' })
  await trigger.click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Account Security',
    'Change Password',
    'API Keys',
    'Webhooks',
    'Company Settings',
    'Territories',
    'Do Not Knock',
    'Imports and Exports',
    'Activity',
    'Keyboard Shortcuts',
  ])
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // A click while the menu closes would close it again.
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await trigger.click()
  await page.getByRole('menuitem', { name: 'Activity' }).click()
  await expect(page).toHaveURL('/activity')
})

const isNotClipped = (part: Locator) => part.evaluate((element) => element.scrollWidth <= element.clientWidth)

/** The top bar of a wide screen, or the opened menu of a phone: both contain the menu and the signed-in user. */
async function openMenu(page: Page): Promise<Locator> {
  const button = page.getByRole('button', { name: 'Open menu' })
  await expect(button.or(page.getByRole('button', { name: 'Logout' })).first()).toBeVisible()
  if (!(await button.isVisible())) return page.getByRole('banner')
  await button.click()
  return page.getByRole('dialog', { name: 'Menu' })
}
