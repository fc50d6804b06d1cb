import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect, searchFor } from './mapPage.ts'
import { saveProperty } from './saveProperty.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

const rep = 'jordan@maple-demo.example'

test('an access note and a language are edited, and stand at the door', { tag: '@phone' }, async ({ page }) => {
  const [address, next] = ['437 W 15th Demo St', '441 W 15th Demo St']
  const ids = [await saveProperty(rep, address), await saveProperty(rep, next)]
  await execute(
    'mutation ($id: ID!) { updateProperty(id: $id, input: { language: "vi" }) { id } }',
    { id: ids[1] },
    await createToken(rep, password),
  )
  await openAs(page, rep, '/properties')
  await page.getByLabel('Search address or owner').fill(address)
  await page.getByRole('button', { name: `Edit ${address}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Access Note').fill('Gate 0142, side door. Dog.')
  await dialog.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Spanish es' }).click()
  await dialog.getByRole('button', { name: 'Save Property Info' }).click()
  await expect(dialog.getByRole('region', { name: 'History' })).toContainText('Edited · access note, language')
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.goto('/map')
  await searchFor(page, address)
  const place = page.getByRole('region', { name: new RegExp(`^${address}`) })
  await expect(place.getByRole('img', { name: 'Language: Spanish' })).toBeVisible()
  await expect(place.getByRole('img', { name: 'Language: Vietnamese' })).toBeVisible()
  await expect(place.getByText('Gate 0142, side door. Dog.')).toBeAttached()
  await place.getByText('Gate 0142, side door. Dog.').scrollIntoViewIfNeeded()
})
