import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createAccount, createToken, execute } from './api.ts'
import { squareAround, zippedShapefile } from '../support/shapefiles.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, password } from './signIn.ts'

/** Creates a company with an address and nothing else, and returns its owner. */
async function createCompany(name: string, address: string): Promise<{ email: string; token: string }> {
  const globalAdmin = await createToken('parker@porchlight.example', password)
  await execute(
    'mutation ($input: CreateTenantInput!) { createTenant(input: $input) { id } }',
    { input: { name, companyName: name, address } },
    globalAdmin,
  )
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@sample.example`
  await createAccount(globalAdmin, { email, fullName: 'Sample Owner', role: 'OWNER', tenant: name, password })
  return { email, token: await createToken(email, password) }
}

/** A county's file with a row of houses, each with an outline: a zipped shapefile on a phone, else GeoJSON. */
function county(street: string, count: number, isZipped: boolean) {
  const houses = Array.from({ length: count }, (_, n) => ({
    shape: squareAround(-86.9 + n * 0.0004, 39.2, 0.00015),
    values: { APN: `C-${n}`, SITUS: `${100 + 2 * n} ${street}`, OWNER: `Sample Owner ${n}` },
  }))
  if (isZipped) {
    const columns = ['APN', 'SITUS', 'OWNER'].map((column) => ({ name: column }))
    return { name: 'Sample County.zip', mimeType: 'application/zip', buffer: zippedShapefile(houses, { columns }) }
  }
  const features = houses.map(({ shape, values }) => ({
    type: 'Feature',
    properties: values,
    geometry: { type: 'Polygon', coordinates: shape },
  }))
  const text = JSON.stringify({ type: 'FeatureCollection', features })
  return { name: 'Sample County.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(text) }
}

test('an owner goes from the checklist to the parcels, imports the county and finds a house of it', async ({ page }, {
  project,
  retry,
}) => {
  const consoleErrors = collectConsoleErrors(page)
  const street = `${project.name === 'phone' ? 'Phoneway' : 'Wideway'} County St`
  const { email, token } = await createCompany(`Parcels ${project.name} ${retry}`, `104 ${street}`)
  await openAs(page, email, '/')
  const step = page.getByRole('region', { name: 'Getting Started' }).getByRole('link', { name: /Parcels/ })
  await expect(step).toContainText("None around the company's address")
  await step.click()
  await expect(page.getByText('No parcels around this address yet.')).toBeVisible()
  await page.getByLabel(/^Choose the county’s file/).setInputFiles(county(street, 12, project.name === 'phone'))
  await expect(page.getByLabel('Name of the data set')).toHaveValue('Sample-County')
  await page.getByRole('button', { name: 'Upload File' }).click()
  await expect(page.getByLabel('Field for APN')).toContainText('Parcel')
  await expect(page.getByLabel('Field for SITUS')).toContainText('Address')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Check File' }).click()
  await page.getByRole('button', { name: 'Publish 12 Parcels' }).click()
  await expect(page.getByText('12 parcels lie within 3 miles of it.')).toBeVisible()
  await expect(page.getByText('In use by your company alone.')).toBeVisible()
  const { parcelSearch } = await execute<{ parcelSearch: { ownerName: string }[] }>(
    'query ($address: String!) { parcelSearch(address: $address) { ownerName } }',
    { address: `106 ${street}` },
    token,
  )
  expect(parcelSearch).toEqual([{ ownerName: 'Sample Owner 3' }])
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^Done: Parcels/ })).toContainText(
    "12 within 3 miles of the company's address.",
  )
  await page.goto('/parcels')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('No parcels around this address yet.')).toBeVisible()
  expect(consoleErrors()).toEqual([])
})
