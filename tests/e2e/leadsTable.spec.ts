import { expect, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute, operationOf } from './api.ts'
import { expectStreets, openAddedFilter, seedLeads } from './seedLeads.ts'
import { coveredControls } from './coveredControls.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, password } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const rep = 'casey@maple-demo.example'

const rowOf = (page: Page, text: string) => page.locator('tbody tr').filter({ hasText: text })

test('the table is used by keyboard: rows, ranges, open, search', { tag: '@wide' }, async ({ page }, { retry }) => {
  const consoleErrors = collectConsoleErrors(page)
  const street = `Keyboard Test Ln ${retry || ''}`.trim()
  const streets = ['71', '72', '73', '74'].map((number) => `${number} ${street}`)
  await seedLeads(
    rep,
    streets.map((name) => ({ street: name, tag: 'STORM' })),
  )
  await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
  await expectStreets(page, streets.toReversed())
  await page.keyboard.press('ArrowDown')
  await expect(rowOf(page, streets[3]!)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 selected')).toBeVisible()
  await expect(rowOf(page, streets[0]!)).toBeFocused()
  await page.keyboard.press(' ')
  await expect(page.getByText('2 selected')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('b')
  await expect(page.getByRole('button', { name: 'Change Status' })).toBeFocused()
  await rowOf(page, streets[0]!).focus()

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/lead=/)
  await expect(rowOf(page, streets[0]!)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(rowOf(page, streets[1]!)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/lead=/)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search address or owner' })).toBeFocused()
  expect(consoleErrors()).toEqual([])
})

test('columns are hidden and shown, and stay so', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, admin, '/leads')
  const header = (name: string) => page.getByRole('columnheader', { name })
  await expect(header('Created')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Updated' }).click()
  await page.keyboard.press('Escape')
  await expect(header('Created')).toBeHidden()
  await page.reload()
  await expect(header('Updated')).toBeVisible()
  await expect(header('Created')).toBeHidden()
  await header('Updated').getByRole('button').click()
  await expect(header('Updated')).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-updated_at/)
})

test('a change of many leads is undone, each to its own value', { tag: '@wide' }, async ({ page }, { retry }) => {
  const street = `Undo Test Ln ${retry || ''}`.trim()
  const ids = await seedLeads(rep, [
    { street: `81 ${street}`, tag: 'STORM', priority: 'HIGH' },
    { street: `82 ${street}`, tag: 'GUTTER' },
    { street: `83 ${street}`, tag: 'CONCRETE' },
  ])
  const token = await createToken(admin, password)
  const read = async () => {
    const { leads } = await execute<{ leads: { edges: { node: { tag: string; priority: string } }[] } }>(
      `query ($ids: [ID!]) { leads(filter: { ids: $ids }, orderBy: { field: ADDRESS }) { edges { node { tag priority } } } }`,
      { ids },
      token,
    )
    return leads.edges.map(({ node }) => `${node.tag} ${node.priority}`)
  }
  await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
  await page.getByRole('checkbox', { name: 'Select All leads' }).click()
  await page.getByRole('button', { name: 'Change Priority' }).click()
  await page.getByRole('menuitem', { name: 'High Priority' }).click()
  await expect(page.getByText('Lead priority updated')).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  // The toast stays while it has the focus. A busy machine takes longer than its six seconds.
  await undo.focus()
  expect(await coveredControls(page)).toEqual([])
  expect(await read()).toEqual(['STORM HIGH', 'GUTTER HIGH', 'CONCRETE HIGH'])
  await undo.click()
  await expect(page.getByText('Change undone')).toBeVisible()
  expect(await read()).toEqual(['STORM HIGH', 'GUTTER NORMAL', 'CONCRETE NORMAL'])
})

test('a filter is added and removed as a chip', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, admin, '/leads')
  const created = await openAddedFilter(page, 'Created')
  await created.value('Last 7 days').click()
  await expect(page).toHaveURL(/created=7/)
  await expect(
    page
      .getByText(/^[\d,]+ of [\d,]+ leads$/)
      .or(page.getByText('Last 7 days'))
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: Created Last 7 days' }).click()
  await expect(page).toHaveURL(/\/leads$/)
})

test('leads are filtered by neighborhood, whose names are loaded when the filter is chosen', async ({ page }, {
  project,
}) => {
  const consoleErrors = collectConsoleErrors(page)
  const names = [...Array(300)].map((_, index) => `Numbered Park ${index + 1}`)
  let loads = 0
  await page.route('**/graphql', async (route) => {
    if (operationOf(route.request()) !== 'PropertyNeighborhoods') return route.fallback()
    loads += 1
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { propertyNeighborhoods: string[] } }
    await route.fulfill({ json: { data: { propertyNeighborhoods: [...data.propertyNeighborhoods, ...names] } } })
  })
  await openAs(page, admin, '/leads')
  await expect(page.getByRole('button', { name: /^Status of / }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Add Filter' }).click()
  const item = page.getByRole('menuitem', { name: 'Neighborhood' })
  await expect(item).toBeVisible()
  expect(loads).toBe(0)
  await page.keyboard.press('Escape')
  await expect(item).toBeHidden()

  const added = await openAddedFilter(page, 'Neighborhood')
  await expect(added.value('Juniper Sample Park')).toBeVisible()
  expect(loads).toBe(1)
  const last = added.value('Numbered Park 300')
  if (project.name === 'wide') {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await expect(last).toBeFocused()
  } else await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
  expect(await findAccessibilityViolations(page)).toEqual([])
  await added.value('Juniper Sample Park').click()
  await expect(page).toHaveURL(/\?neighborhood=Juniper\+Sample\+Park$/)
  const { leads } = await execute<{
    leads: { totalCount: number; edges: { node: { property: { address: string } } }[] }
  }>(
    '{ leads(first: 1, filter: { neighborhood: "Juniper Sample Park" }) { totalCount edges { node { property { address } } } } }',
    {},
    await createToken(admin, password),
  )
  expect(leads.totalCount).toBeGreaterThan(0)
  if (project.name === 'wide')
    await expect(page.getByText(new RegExp(`^${leads.totalCount} of [\\d,]+ leads$`))).toBeVisible()
  const statuses = page.getByRole('button', { name: /^Status of / })
  await expect(statuses.first()).toHaveAccessibleName(new RegExp(leads.edges[0]!.node.property.address.split(',')[0]!))
  await page.getByRole('button', { name: 'Remove filter: Neighborhood Juniper Sample Park' }).click()
  await expect(page).toHaveURL(/\/leads$/)
  expect(consoleErrors()).toEqual([])
})
