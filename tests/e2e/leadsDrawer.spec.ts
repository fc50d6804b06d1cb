import { expect, type Page, type TestInfo } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { expectStreets, seedLeads } from './seedLeads.ts'
import { coveredControls } from './coveredControls.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, password } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const rep = 'casey@maple-demo.example'

const streetFor = (word: string, { project, retry }: TestInfo) =>
  `${word} ${project.name === 'phone' ? 'Handy' : 'Broad'}${retry || ''} Test Ln`
const rowOf = (page: Page, street: string) => page.getByRole('row').filter({ hasText: street })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Lead' })

test(
  'a row opens its lead, the arrow keys the next one, and Esc closes it',
  { tag: '@wide' },
  async ({ page }, info) => {
    const consoleErrors = collectConsoleErrors(page)
    const street = streetFor('Open', info)
    await seedLeads(rep, [
      { street: `71 ${street}`, tag: 'STORM' },
      { street: `72 ${street}`, tag: 'GUTTER' },
    ])
    await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
    await expectStreets(page, [`72 ${street}`, `71 ${street}`])
    // A click beside the controls, not on the link.
    await page
      .getByRole('row', { name: `72 ${street}` })
      .getByRole('cell', { name: 'Gutter Cleaning' })
      .click()
    await expect(drawer(page).getByRole('heading', { name: `72 ${street}` })).toBeVisible()
    await expect(drawer(page).getByText('1 of 2')).toBeVisible()
    await expect(drawer(page).getByText('Lead created · Gutter Cleaning')).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await expect(drawer(page).getByRole('heading', { name: `71 ${street}` })).toBeVisible()

    // The status is saved at once, in the list too, and its history grows.
    await drawer(page)
      .getByRole('button', { name: `Status of 71 ${street}: New` })
      .click()
    await page.getByRole('menuitemradio', { name: 'Contacted' }).click()
    await expect(drawer(page).getByText('Lead status · Storm Damage · New → Contacted')).toBeVisible()
    await expect(rowOf(page, `71 ${street}`)).toContainText('Contacted')
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
    await expect(page).not.toHaveURL(/lead=/)
    await page.getByRole('link', { name: `71 ${street}` }).focus()
    await page.keyboard.press('Enter')
    await expect(drawer(page)).toBeVisible()
    await page.goBack()
    await expect(drawer(page)).toBeHidden()
    expect(consoleErrors()).toEqual([])
  },
)

test('a lead on a phone is a page with its status in three steps', { tag: '@phone' }, async ({ page }, info) => {
  const street = `73 ${streetFor('Page', info)}`
  await seedLeads(rep, [{ street, tag: 'STORM' }])
  await openAs(page, rep, `/leads?search=${encodeURIComponent(street)}`)
  const header = page.getByRole('heading', { name: 'Leads' }).locator('..')
  await expect.poll(async () => (await header.boundingBox())?.height).toBe(56)
  await page.getByRole('link', { name: street }).click()
  const step = drawer(page).getByRole('radio', { name: 'Contacted' })
  await step.click()
  await expect(page.getByText('Lead status updated')).toBeVisible()
  expect(await coveredControls(page)).toEqual([])
  await expect(step).toBeChecked()
  await expect.poll(async () => (await step.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expect(drawer(page).getByRole('button', { name: 'Log a knock' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  // Its button opens the field for a note, which takes no room before.
  await expect(drawer(page).getByRole('textbox', { name: 'Add a note' })).toHaveCount(0)
  await drawer(page).getByRole('button', { name: 'Add Note' }).click()
  await expect(drawer(page).getByRole('textbox', { name: 'Add a note' })).toBeFocused()
  await drawer(page).getByRole('button', { name: 'Back' }).click()
  await expect(drawer(page)).toBeHidden()
})

test('no column of the list overlaps another or leaves the screen', { tag: '@wide' }, async ({ page }, info) => {
  // The newest lead, with the longest status and a high priority.
  const [id] = await seedLeads(rep, [{ street: `91 ${streetFor('Column', info)}`, tag: 'STORM', priority: 'HIGH' }])
  await execute(
    'mutation ($id: ID!) { updateLead(id: $id, input: { status: COMPLETED }) { id } }',
    { id },
    await createToken(rep, password),
  )
  await openAs(page, admin, '/leads')
  for (const width of [800, 1024, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect.poll(() => findOverlaps(page), `${width} px`).toEqual([])
    await page.getByRole('row').nth(1).getByRole('link').click()
    await expect(drawer(page).getByText('Lead created')).toBeVisible()
    await expect.poll(() => findOverlaps(page), `${width} px beside the drawer`).toEqual([])
    await page.keyboard.press('Escape')
    await expect(drawer(page)).toBeHidden()
  }
})

/** The cells of the first rows that overlap the next cell or the right edge of the list, or whose controls leave them. */
const findOverlaps = (page: Page) =>
  page.evaluate(() => {
    const problems: string[] = []
    if (document.documentElement.scrollWidth > innerWidth) problems.push('The page scrolls sideways')
    for (const row of [...document.querySelectorAll('table tr:not([aria-hidden])')].slice(0, 12)) {
      const edge = row.closest('table')!.parentElement!.getBoundingClientRect().right
      const cells = [...row.children].filter((cell) => cell.getBoundingClientRect().width > 0)
      cells.forEach((cell, index) => {
        const { right } = cell.getBoundingClientRect()
        const limit = cells[index + 1]?.getBoundingClientRect().left ?? edge
        if (right > limit + 1) problems.push(`${cell.textContent} ends at ${right}, beyond ${limit}`)
        for (const control of cell.querySelectorAll('button, a, time, span')) {
          const box = control.getBoundingClientRect()
          if (box.width > 1 && box.right > right + 1) problems.push(`${control.textContent} leaves its cell`)
        }
      })
    }
    return problems
  })

test('a header sorts the whole list, and the order is kept in the URL', { tag: '@wide' }, async ({ page }, info) => {
  const street = streetFor('Sort', info)
  await seedLeads(rep, [
    { street: `9 ${street}`, tag: 'STORM' },
    { street: `12 ${street}`, tag: 'CONCRETE' },
    { street: `10 ${street}`, tag: 'METAL_ROOF' },
  ])
  await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
  await expectStreets(page, [`10 ${street}`, `12 ${street}`, `9 ${street}`])
  const head = (name: string) => page.getByRole('columnheader', { name })
  await head('Property').getByRole('button').click()
  await expectStreets(page, [`9 ${street}`, `10 ${street}`, `12 ${street}`])
  await expect(head('Property')).toHaveAttribute('aria-sort', 'ascending')
  await head('Tag').getByRole('button').click()
  await expectStreets(page, [`12 ${street}`, `10 ${street}`, `9 ${street}`])
  await head('Tag').getByRole('button').click()
  await page.reload()
  await expectStreets(page, [`9 ${street}`, `10 ${street}`, `12 ${street}`])
})

test('the status of several leads is set at once', { tag: '@wide' }, async ({ page }, info) => {
  const street = streetFor('Bulk', info)
  await seedLeads(
    rep,
    ['81', '82', '83', '84'].map((number) => ({ street: `${number} ${street}`, tag: 'GENERIC' })),
  )
  await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
  await page.getByRole('checkbox', { name: `Select 84 ${street}` }).click()
  // With Shift the rows between are selected too.
  await page.getByRole('checkbox', { name: `Select 82 ${street}` }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Change Status' }).click()
  await page.getByRole('menuitem', { name: 'Completed' }).click()
  await expect(page.getByText('Lead status updated')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Status of 8[234] .*: Completed$/ })).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Status of 81 .*: New$/ })).toHaveCount(1)
  await expect(page.getByText('3 selected')).toBeHidden()
})

test(
  'Batch Print All prints every lead of the tag, and Batch Print Shown the filtered list; neither is offered without leads',
  { tag: '@wide' },
  async ({ page }, info) => {
    const street = streetFor('Print', info)
    await seedLeads(rep, [
      { street: `91 ${street}`, tag: 'STORM' },
      { street: `92 ${street}`, tag: 'GUTTER' },
      { street: `93 ${street}`, tag: 'STORM' },
    ])
    await openAs(page, admin, `/leads?type=storm&search=${encodeURIComponent(street)}`)
    await page.getByRole('button', { name: 'Batch Print All Storm Damage Leads' }).click()
    const dialog = page.getByRole('dialog', { name: 'Batch Print Templates' })
    const counted = dialog.getByText(/^\d+ leads · Storm Damage$/)
    await expect(counted).toBeVisible()
    await expect(counted).not.toHaveText('2 leads · Storm Damage')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Batch Print Shown (2)' }).click()
    await expect(dialog.getByText('2 leads · Storm Damage')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('nobody lives here')
    await expect(page.getByText('No leads found')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Selected leads' })).toBeHidden()
  },
)
