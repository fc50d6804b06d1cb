import type { Page } from '@playwright/test'
import { sendImport, waitForJob } from '../support/imports.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { collectToasts, configureMapTests, expect, searchFor } from './mapPage.ts'
import { openAs, password } from './signIn.ts'

configureMapTests()

const rep = 'casey@maple-demo.example'

interface Condo {
  street: string
  units: number
  /** The corner of its lot. */
  at: [west: number, south: number]
}

/** Adds the parcels of a building on one lot of the demo town. Returns its address. */
async function buildCondo(name: string, { street, units, at: [west, south] }: Condo): Promise<string> {
  const url = process.env.BASE_URL!
  const token = await createToken('parker@porchlight.example', password)
  const ring = [
    [west, south],
    [west + 0.0004, south],
    [west + 0.0004, south + 0.0003],
    [west, south + 0.0003],
    [west, south],
  ]
  const wkt = `"POLYGON((${ring.map((corner) => corner.join(' ')).join(',')}))"`
  const numbers = Array.from({ length: units }, (_, index) => index + 1)
  const rows = numbers.map((n) => `${name}-${n},370 ${street} Unit ${n},Sample Owner ${9000 + n},Demo Town,IN,${wkt}`)
  const { status, body } = await sendImport(url, token, {
    list: 'parcels',
    dataset: `condo-${name}`,
    file: ['parcel_id,address,owner_name,city,state,geometry', ...rows].join('\n'),
  })
  expect(status).toBe(202)
  const job = await waitForJob(url, { token }, body['data'].id as string)
  expect(job['counts']).toMatchObject({ created: units, failed: 0 })
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
  const isPhone = project.name === 'phone'
  const address = await buildCondo(
    project.name,
    isPhone
      ? { street: 'Sample Tower Ct', units: 4, at: [-86.1702, 39.7792] }
      : { street: 'Sample Terrace Ct', units: 4, at: [-86.1712, 39.7792] },
  )
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
  // The half sheet and the popup say how many units there are, and one tap opens them, the unsaved ones too.
  await page.getByRole('button', { name: '4 units · 3 saved', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Open Unit 4' })).toContainText('New')
  await expect(dialog.getByRole('button', { name: 'Open Unit 3' })).toContainText('Not saved yet')

  // The marker shows one number for all of them, so what names them tells the unit.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const markers = page.getByRole('listbox', { name: /saved properties in view/i }).getByRole('option')
  for (const unit of ['Unit 1', 'Unit 2', 'Unit 4'])
    await expect(markers.filter({ hasText: new RegExp(`^${address}, ${unit}, `) })).toHaveCount(1)
  if (isPhone) {
    const sheet = page.getByRole('region', { name: `${address} Unit 2` })
    await sheet.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: /doors? in view/ }).click()
  }
  const rows = page.getByRole('list', { name: 'Houses in view' }).getByRole('listitem').filter({ hasText: address })
  await expect(rows).toHaveText([/Unit 1/, /Unit 2/, /Unit 4/])
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('a tower tells how many units it has, and what is typed narrows them', { tag: '@wide' }, async ({ page }) => {
  const address = await buildCondo('tower', { street: 'Sample Summit Ct', units: 64, at: [-86.1732, 39.7792] })
  await openAs(page, rep, '/map')
  await searchFor(page, address)
  const dialog = unitsDialog(page)
  await expect(dialog).toContainText(`${address} · 64 units`)
  await expect(dialog.getByRole('listitem')).toHaveCount(50)
  await expect(dialog).toContainText('14 more: enter a unit to narrow the list')
  expect(await findAccessibilityViolations(page)).toEqual([])
  const field = dialog.getByLabel('Unit', { exact: true })
  await field.fill('6')
  await expect(dialog.getByRole('listitem').first()).toContainText('Unit 6')
  await expect(dialog.getByRole('listitem')).toHaveCount(11)
  await field.fill('77')
  await expect(dialog).toContainText('No unit of the list matches. Open looks up what you entered.')
  await field.fill('#63')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('listitem')).toContainText('Sample Owner 9063')
  await field.press('Enter')
  await expect(dialog).toBeHidden()
  const offer = page.getByRole('dialog', { name: 'Quick Lead Creation' })
  await expect(offer.getByText('Sample Owner 9063').first()).toBeVisible()
})
