import type { Page } from '@playwright/test'
import { createToken, execute, operationOf } from './api.ts'
import { saveProperty } from './saveProperty.ts'
import { expect, configureMapTests, searchFor } from './mapPage.ts'
import { test } from './fixtures.ts'
import { password, signIn } from './signIn.ts'

configureMapTests()

const rep = 'morgan@maple-demo.example'
/** Unsaved addresses. Each project uses its own. */
const addresses = { wide: '444 W 3rd Demo St', phone: '444 W 19th Demo St' }

test(
  'an unsent knock is shown on every screen, and is sent when its rep signs in again',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const address = addresses[project.name as keyof typeof addresses]
    const id = await saveProperty(rep, address)
    await page.route('**/graphql', (route) =>
      operationOf(route.request()) === 'Sync' ? route.abort() : route.fallback(),
    )
    await signIn(page, rep)
    await page.goto('/map')
    await searchFor(page, address)
    await page.getByRole('button', { name: 'Talked', exact: true }).click()
    const waiting = page.getByRole('button', { name: '1 waiting' })
    await expect(waiting).toBeVisible()
    await page.goto('/leads')
    await waiting.click()
    const list = page.getByRole('dialog', { name: 'Waiting to Be Sent' })
    await expect(list).toContainText(address)
    await list.getByRole('button', { name: 'Close' }).click()

    await logOut(page, project.name)
    await expect(page).toHaveURL(/login/)
    await page.unrouteAll()
    await signIn(page, rep)
    await expect.poll(() => knocksAt(id)).toEqual(['TALKED'])
    await expect(waiting).toHaveCount(0)
  },
)

async function logOut(page: Page, project: string): Promise<void> {
  if (project === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

async function knocksAt(id: string): Promise<string[]> {
  const { property } = await execute<{ property: { knocks: { outcome: string }[] } }>(
    'query ($id: ID!) { property(id: $id) { knocks { outcome } } }',
    { id },
    await createToken(rep, password),
  )
  return property.knocks.map(({ outcome }) => outcome)
}
