import { expect } from '@playwright/test'
import { sendImport, waitForJob } from '../support/imports.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { openQuickFind } from './quickFind.ts'
import { collectConsoleErrors, openAs, password } from './signIn.ts'

const admin = 'robin@maple-demo.example'

/** Adds the parcels of two houses on two roads, and saves the first house with the record of the second, as an earlier release did. */
async function saveMixUp(): Promise<string> {
  const url = process.env.BASE_URL!
  const lot = (west: number, south: number) => {
    const [east, north] = [west + 0.0004, south + 0.0003]
    const ring = [`${west} ${south}`, `${east} ${south}`, `${east} ${north}`, `${west} ${north}`, `${west} ${south}`]
    return `"POLYGON((${ring.join(',')}))"`
  }
  const west = -86.22
  const { body } = await sendImport(url, await createToken('parker@porchlight.example', password), {
    list: 'parcels',
    dataset: 'roads',
    file: [
      'parcel_id,address,owner_name,city,state,geometry',
      `roads-own,1120 County Road 740 E,Sample Owner 9101,Demo Town,IN,${lot(west, 39.75)}`,
      `roads-other,1120 County Road 740 N,Sample Owner 9102,Demo Town,IN,${lot(west, 39.76)}`,
    ].join('\n'),
  })
  const job = await waitForJob(
    url,
    { token: await createToken('parker@porchlight.example', password) },
    body['data'].id as string,
  )
  expect(job['counts']).toMatchObject({ created: 2, failed: 0 })
  const address = '1120 County Road 740 E'
  await execute(
    'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
    {
      input: {
        ...{ address: `${address}, Demo Town, IN`, city: 'Demo Town', state: 'IN', lat: 39.75015, lng: west + 0.0002 },
        ...{ ownerName: 'Sample Owner 9102', ownerSource: 'parcels:roads', parcelId: 'roads-other' },
      },
    },
    await createToken(admin, password),
  )
  return address
}

test(
  'a house with the owner of another one is listed and corrected, and the owner can be restored',
  { tag: '@wide' },
  async ({ page }) => {
    const consoleErrors = collectConsoleErrors(page)
    const address = await saveMixUp()
    await openAs(page, admin, '/properties')
    await openQuickFind(page)
    await page.getByRole('combobox', { name: 'Quick find' }).fill('mix-ups')
    await page.getByRole('option', { name: 'Check address mix-ups' }).click()
    await expect(page).toHaveURL(/\/properties\/mix-ups$/)
    const card = page.getByRole('region', { name: /^Owners that may be another house's: \d+$/ })
    const row = card.getByRole('listitem').filter({ hasText: address })
    await expect(row).toContainText('Sample Owner 9102')
    await expect(row).toContainText(`The parcel record is that of ${address.replace(/E$/, 'N')}`)
    await expect(row).toContainText('Becomes Sample Owner 9101 · roads-own')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await row.getByRole('button', { name: 'Correct Owner' }).click()
    await expect(page.getByText('Owner corrected')).toBeVisible()
    await expect(row).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Address Mix-ups' })).toBeVisible()
    await expect(row).toBeHidden()
    await expect(page.getByText('No address mix-ups').or(card)).toBeVisible()
    await page.goto('/leads/duplicates')
    await page.getByRole('main').getByRole('link', { name: 'Address Mix-ups' }).click()
    await expect(page).toHaveURL(/\/properties\/mix-ups$/)

    await page.goto('/properties')
    await page.getByLabel('Search address or owner').fill(address)
    await page.getByRole('button', { name: `Edit ${address}` }).click()
    const editor = page.getByRole('dialog')
    await expect(editor.getByLabel('Owner Name')).toHaveValue('Sample Owner 9101')
    await expect(editor.getByRole('region', { name: 'Replaced owners' })).toContainText('Sample Owner 9102')
    await editor.getByRole('button', { name: 'Restore Sample Owner 9102' }).click()
    await expect(editor.getByLabel('Owner Name')).toHaveValue('Sample Owner 9102')
    await expect(editor.getByRole('region', { name: 'Replaced owners' })).toContainText('Sample Owner 9101')
    await editor.getByRole('button', { name: 'Restore Sample Owner 9101' }).click()
    await expect(editor.getByLabel('Owner Name')).toHaveValue('Sample Owner 9101')
    expect(consoleErrors()).toEqual([])
  },
)

test('a rep is not offered the list of address mix-ups', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, 'riley@maple-demo.example', '/properties/mix-ups')
  await expect(page).not.toHaveURL(/mix-ups/)
  await openQuickFind(page)
  await page.getByRole('combobox', { name: 'Quick find' }).fill('mix-ups')
  await expect(page.getByRole('option', { name: /Search the map for "mix-ups"/ })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Check address mix-ups' })).toHaveCount(0)
})
