import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute, liftMarks, operationOf } from './api.ts'
import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { openAs, password } from './signIn.ts'

const owner = 'quinn@maple-demo.example'
const lastDay = '2039-12-31'

test.afterEach(async () => liftMarks(await createToken(owner, password)))

test("a city's list is checked, imported, and replaced by a newer one", { tag: '@wide' }, async ({ page }) => {
  const [one, other] = await readProperties()
  await openAs(page, owner, '/do-not-knock?view=lists')
  await importList([one!, other!, '99 Nowhere Demo St'], { Marked: 2, Unsure: 0, 'Not found': 1, Ended: 0 })
  const lists = page.getByRole('main').getByRole('listitem')
  await expect(lists.first()).toContainText('3 addresses: 2 marked, 1 without a saved property')
  await expect(lists.first()).toContainText('Dec 31, 2039')
  await page.getByRole('radio', { name: 'Doors' }).click()
  await expect(page.getByText("On Sample City's list until Dec 31, 2039")).toHaveCount(2)
  await page.getByRole('radio', { name: "Cities' Lists" }).click()
  await importList([one!], { Marked: 1, Unsure: 0, 'Not found': 0, Ended: 1 })
  await expect(lists.first()).toContainText('It ended 1 door of the list before')
  await expect(lists.nth(1)).toContainText('Replaced')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('radio', { name: 'Doors' }).click()
  await expect(page.getByText("On Sample City's list until Dec 31, 2039")).toHaveCount(1)

  async function importList(addresses: string[], counts: Record<string, number>) {
    await page.getByRole('button', { name: 'Import List' }).click()
    const dialog = page.getByRole('dialog', { name: "Import City's List" })
    await dialog.getByRole('textbox', { name: 'City' }).fill('Sample City')
    await dialog.getByLabel('Last day').fill(lastDay)
    const lines = addresses.map((address, at) => `${at + 1}    ${address}`)
    await dialog.getByRole('textbox', { name: 'Or paste the list' }).fill(['Page 1 of 1', ...lines].join('\n'))
    await dialog.getByRole('button', { name: 'Check List' }).click()
    const result = dialog.getByRole('region', { name: 'What the list does' })
    for (const [label, count] of Object.entries(counts))
      await expect(result.locator('dl > div').filter({ hasText: label })).toHaveText(`${label}${count}`)
    await dialog.getByRole('button', { name: 'Import List' }).click()
    await expect(dialog).toBeHidden()
  }
})

/** The addresses of two properties. */
async function readProperties(): Promise<string[]> {
  const token = await createToken(owner, password)
  const query = '{ properties(first: 2) { edges { node { address city state zipCode } } } }'
  type Place = { address: string; city: string | null; state: string | null; zipCode: string | null }
  type Read = { properties: { edges: { node: Place }[] } }
  const { properties } = await execute<Read>(query, {}, token)
  return properties.edges.map(({ node: { address, city, state, zipCode } }) =>
    address.includes(',') ? address : `${address}, ${city}, ${state} ${zipCode}`,
  )
}

test(
  'an owner is told on the dashboard that a list ends soon, until a newer one is there',
  { tag: '@wide' },
  async ({ page }) => {
    const token = await createToken(owner, password)
    const [address] = await readProperties()
    const importUntil = (days: number) =>
      execute(
        'mutation ($input: RegistryInput!) { importRegistry(input: $input) { id } }',
        {
          input: {
            ...{ city: 'Expiring Sample City', listText: `1    ${address}` },
            expiresAt: new Date(Date.now() + days * 86_400_000).toISOString(),
          },
        },
        token,
      )
    const expiring = async () => {
      const query = '{ registries(expiring: true) { city } }'
      return (await execute<{ registries: { city: string }[] }>(query, {}, token)).registries.map(({ city }) => city)
    }
    await importUntil(10)
    await expect.poll(expiring).toEqual(['Expiring Sample City'])
    await openAs(page, owner, '/')
    const notice = page.getByRole('status').filter({ hasText: 'Expiring Sample City’s list ends on' })
    await expect(notice).toBeVisible()
    await notice.getByRole('link', { name: 'Open Cities’ Lists' }).click()
    await expect(page.getByText('This list expires soon.')).toBeVisible()
    await importUntil(400)
    await expect.poll(expiring).toEqual([])
    const answered = page.waitForResponse((response) => operationOf(response.request()) === 'Expiring')
    await page.goto('/')
    await (await answered).finished()
    await expect(page.getByRole('heading', { name: /Dashboard$/ })).toBeVisible()
    await expect(notice).toBeHidden()
  },
)
