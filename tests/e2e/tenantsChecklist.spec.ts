import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createAccount, createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, password } from './signIn.ts'

/** Creates a company without anything in it, and returns the email address of its owner, who has signed in before. */
async function createCompany(name: string): Promise<string> {
  const token = await createToken('parker@porchlight.example', password)
  await execute(
    'mutation ($input: CreateTenantInput!) { createTenant(input: $input) { id } }',
    { input: { name, companyName: name } },
    token,
  )
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@sample.example`
  await createAccount(token, { email, fullName: 'Sample Owner', role: 'OWNER', tenant: name, password })
  return email
}

test(
  'the owner of a new company sees what is left to set up, ticked by what is there, until it is put away',
  { tag: '@phone' },
  async ({ page }, { retry }) => {
    const consoleErrors = collectConsoleErrors(page)
    const email = await createCompany(`Setup ${retry}`)
    await openAs(page, email, '/')
    const list = page.getByRole('region', { name: 'Getting Started' })
    await expect(list).toContainText('1 of 6 done')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await list.getByRole('link', { name: /Houses and past visits/ }).click()
    await page.getByLabel(/^Choose an Excel, CSV or GeoJSON file/).setInputFiles({
      ...{ name: 'list.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(`address,lat,lng\n1 Setup Way,39.5,-86.7\n`),
    })
    await page.getByRole('button', { name: 'Check File' }).click()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await expect(page.getByText('1 created, 0 updated, 0 skipped, 0 with errors.')).toBeVisible()
    await page.goto('/')
    await expect(list).toContainText('2 of 6 done')
    await expect(list.getByRole('link', { name: 'Done: Houses and past visits' })).toBeVisible()
    await list.getByRole('button', { name: 'Add Starter Templates' }).click()
    await expect(list).toContainText('3 of 6 done')
    await expect(list.getByRole('link', { name: 'Done: First template' })).toBeVisible()
    await expect(list.getByRole('button', { name: 'Add Starter Templates' })).toBeHidden()
    await list.getByRole('button', { name: 'Put Away' }).click()
    await expect(list).toBeHidden()
    // Another device signs in, on which nothing is stored.
    const token = await createToken(email, password)
    expect(await execute('{ me { checklistPutAway } }', {}, token)).toEqual({ me: { checklistPutAway: true } })
    await openAs(page, email, '/')
    await expect(page.getByRole('heading', { name: /Dashboard$/ })).toBeVisible()
    await expect(list).toBeHidden()
    expect(consoleErrors()).toEqual([])
  },
)
