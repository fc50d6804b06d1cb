import type { Page } from '@playwright/test'
import { sendImport, waitForJob } from '../support/imports.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { collectToasts, configureMapTests, expect, searchFor } from './mapPage.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

const rep = 'casey@maple-demo.example'

/** Adds the parcels of a building with four units on one lot of the demo town. Returns its address. */
async function buildCondo(name: string): Promise<string> {
  const url = process.env.BASE_URL!
  const token = await createToken('parker@porchlight.example', password)
  const street = `Sample ${name === 'phone' ? 'Tower' : 'Terrace'} Ct`
  const [west, south] = name === 'phone' ? [-86.1702, 39.7792] : [-86.1712, 39.7792]
  const ring = [
    [west, south],
    [west + 0.0004, south],
    [west + 0.0004, south + 0.0003],
    [west, south + 0.0003],
    [west, south],
  ]
  const wkt = `"POLYGON((${ring.map((corner) => corner.join(' ')).join(',')}))"`
  const rows = [1, 2, 3, 4].map((n) => `${name}-${n},370 ${street} Unit ${n},Sample Owner 900${n},Demo Town,IN,${wkt}`)
  const { status, body } = await sendImport(url, token, {
    list: 'parcels',
    dataset: `condo-${name}`,
    file: ['parcel_id,address,owner_name,city,state,geometry', ...rows].join('\n'),
  })
  expect(status).toBe(202)
  const job = await waitForJob(url, { token }, body['data'].id as string)
  expect(job['counts']).toMatchObject({ created: 4, failed: 0 })
  return `370 ${street}`
}

interface SavedUnit {
  unit: string
  parcelId: string | null
  ownerName: string | null
  lastOutcome: string | null
}

async function savedUnits(address: string): Promise<SavedUnit[]> {
  const token = await createToken('quinn@maple-demo.example', password)
  const { properties } = await execute<{ properties: { edges: { node: SavedUnit }[] } }>(
    `query ($search: String!) { properties(first: 10, filter: { search: $search }) {
       edges { node { unit parcelId ownerName lastOutcome } } } }`,
    { search: address },
    token,
  )
  return properties.edges.map(({ node }) => node).toSorted((one, other) => (one.unit < other.unit ? -1 : 1))
}

const unitsDialog = (page: Page) => page.getByRole('dialog', { name: 'Several units here: choose one' })

test('a building is knocked at unit by unit, and at several units in one step', async ({ page }, { project }) => {
  const address = await buildCondo(project.name)
  const isPhone = project.name === 'phone'
  const messages = await collectToasts(page)
  await openAs(page, rep, '/map')
  await searchFor(page, address)
  const dialog = unitsDialog(page)
  await expect(dialog.getByRole('listitem')).toHaveCount(4)
  await expect(dialog).toContainText('Sample Owner 9003')

  await dialog.getByRole('button', { name: 'Open Unit 2' }).click()
  if (isPhone) {
    await expect(page.getByRole('heading', { name: `${address} Unit 2` })).toBeVisible()
    await expect(page.getByText('Sample Owner 9002')).toBeVisible()
    await page.getByRole('button', { name: 'Interested', exact: true }).click()
  } else {
    const offer = page.getByRole('dialog', { name: 'Quick Lead Creation' })
    await expect(offer).toContainText('Sample Owner 9002')
    await offer.getByRole('button', { name: 'Skip for Now' }).click()
    await page.getByRole('button', { name: 'Interested', exact: true }).click()
  }
  await expect
    .poll(() => savedUnits(address))
    .toEqual([
      { unit: 'Unit 2', parcelId: `${project.name}-2`, ownerName: 'Sample Owner 9002', lastOutcome: 'INTERESTED' },
    ])

  await searchFor(page, address)
  await expect(dialog.getByRole('listitem')).toHaveCount(4)
  await dialog.getByRole('checkbox', { name: 'Select Unit 1' }).check()
  await dialog.getByRole('checkbox', { name: 'Select Unit 4' }).check()
  await dialog.getByRole('button', { name: 'Nobody home at 2 units' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(messages).toContainEqual(expect.stringContaining('Nobody home · 2 units'))
  await expect
    .poll(async () => (await savedUnits(address)).map(({ unit, lastOutcome }) => [unit, lastOutcome]))
    .toEqual([
      ['Unit 1', 'NOBODY_HOME'],
      ['Unit 2', 'INTERESTED'],
      ['Unit 4', 'NOBODY_HOME'],
    ])

  // A search of a saved unit opens it and leaves its owner alone.
  await searchFor(page, `${address} #2`)
  await expect.poll(messages).toContain('Property already in system')
  expect(await savedUnits(address)).toContainEqual(
    expect.objectContaining({ unit: 'Unit 2', ownerName: 'Sample Owner 9002' }),
  )
  await page.getByRole('button', { name: 'Units', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Open Unit 4' })).toContainText('New')
})
