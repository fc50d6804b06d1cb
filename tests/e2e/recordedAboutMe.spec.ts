import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, openSession, password } from './signIn.ts'

const owner = { email: 'hollis@sample-storm.example', name: 'Hollis Mockup' }
const rep = 'lane@sample-storm.example'

test(
  'a rep sees positions that are kept, sessions, and that the owner opened the page',
  { tag: '@phone' },
  async ({ page, browser }) => {
    const consoleErrors = collectConsoleErrors(page)
    const token = await createToken(rep, password)
    const { me } = await execute<{ me: { id: string } }>('{ me { id } }', {}, token)
    const { properties } = await execute<{ properties: { edges: { node: { id: string; address: string } }[] } }>(
      '{ properties(first: 1) { edges { node { id address } } } }',
      {},
      token,
    )
    const { id, address } = properties.edges[0]!.node
    await execute(
      `mutation ($id: ID!) { startKnockSession(at: { lat: 39.7, lng: -86.2 }) { id }
      logKnock(input: { propertyId: $id, outcome: NOBODY_HOME, lat: 39.71234, lng: -86.21234, accuracyMeters: 5 }) { eventId } }`,
      { id },
      token,
    )
    const ownerPage = await openSession(browser, owner.email, `/reps/${me.id}`)
    await expect(ownerPage.getByRole('region', { name: 'Sessions' })).toBeVisible()
    await ownerPage.context().close()

    await openAs(page, rep, '/account')
    await page.getByRole('link', { name: 'Show What Is Recorded' }).click()
    const newest = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.locator('time') })
      .first()
    await expect(newest).toContainText(address.split(',')[0]!)
    await expect(newest).toContainText('39.71234, -86.21234, within 5 m')
    await expect(page.getByRole('main')).toContainText('Exact until')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await page.getByRole('radio', { name: 'Sessions' }).click()
    await expect(newest).toContainText('39.70000, -86.20000')
    await page.getByRole('radio', { name: 'Who Looked' }).click()
    await expect(newest).toContainText(`${owner.name} opened the page of your work`)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download All' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toContain(`39.71234,-86.21234,5`)
    expect(file).toContain(`rep_page,${owner.name}`)
    expect(consoleErrors()).toEqual([])
  },
)
