import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, password } from './signIn.ts'

const owner = 'quinn@maple-demo.example'

test(
  'a household is forgotten with a receipt, and an import does not bring it back',
  { tag: '@wide' },
  async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page)
    const house = { address: '7 Zephyr Sample Way', city: 'Sampleton', zipCode: '46000', lat: 39.61, lng: -86.31 }
    const token = await createToken(owner, password)
    const save = 'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }'
    await execute(save, { input: { ...house, ownerName: 'Sample Owner 0142' } }, token)

    await openAs(page, owner, '/properties')
    const search = page.getByLabel('Search address or owner')
    await search.fill('Zephyr')
    const cards = page.getByRole('list', { name: 'Properties' }).getByRole('listitem')
    await expect(cards).toHaveCount(1)
    await cards.getByRole('button', { name: /^Edit/ }).click()
    await page.getByRole('button', { name: 'Forget Household...' }).click()
    const dialog = page.getByRole('dialog', { name: 'Forget Household' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked by letter')
    expect(await findAccessibilityViolations(page)).toEqual([])
    const [receipt] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Forget Household' }).click(),
    ])
    expect(receipt.suggestedFilename()).toBe('household-forgotten.pdf')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('No properties found')).toBeVisible()

    await test.step('a file with the same house saves nothing', async () => {
      await page.goto('/import/properties')
      const file =
        'address,city,zip_code,lat,lng,owner_name\r\n7 zephyr sample way,Sampleton,,39.6101,-86.31,Sample Owner 0142\r\n'
      await page
        .getByLabel(/^Choose an Excel, CSV or GeoJSON file/)
        .setInputFiles({ name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
      await page.getByRole('button', { name: 'Check File' }).click()
      await page.getByRole('button', { name: '1 skipped' }).click()
      await expect(page.getByText('This household asked to be forgotten.')).toBeVisible()
    })

    await test.step('the receipt is found in the log', async () => {
      await page.goto('/activity?type=HouseholdForgotten')
      await page
        .getByRole('button', { name: /Household forgotten/ })
        .first()
        .click()
      const [again] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download Receipt' }).click(),
      ])
      expect(again.suggestedFilename()).toBe('household-forgotten.pdf')
    })
    expect(consoleErrors()).toEqual([])
  },
)
