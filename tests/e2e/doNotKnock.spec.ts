import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute, liftMarks } from './api.ts'
import { test } from './fixtures.ts'
import { configureMapTests, expect } from './mapPage.ts'
import { openAs, openSession, password } from './signIn.ts'

configureMapTests()

const rep = 'riley@maple-demo.example'
const owner = 'quinn@maple-demo.example'

test.afterEach(async () => liftMarks(await createToken(owner, password)))

test(
  'a door that a rep marks says why on another phone, cannot be knocked, and can be lifted by the owner',
  { tag: '@phone' },
  async ({ page, browser, context }) => {
    const property = await readProperty()
    await openAs(page, rep, `/map?house=${property.id}`)
    const choices = page.getByRole('group', { name: 'Log a knock' })
    await expect(choices).toBeVisible()
    const others = await openSession(browser, owner, `/map?house=${property.id}`)
    const othersNotice = others.getByRole('region', { name: 'Do not knock' })
    await expect(others.getByRole('group', { name: 'Log a knock' })).toBeVisible()

    await test.step('the rep marks it', async () => {
      await page.getByRole('button', { name: 'Show More' }).click()
      await page.getByRole('button', { name: 'Do Not Knock...' }).click()
      const dialog = page.getByRole('dialog', { name: 'Do Not Knock' })
      await dialog.getByRole('textbox', { name: 'What was said' }).fill('A baby sleeps.')
      await dialog.getByRole('button', { name: 'Mark Door' }).click()
      await expect(dialog).toBeHidden()
    })
    const notice = page.getByRole('region', { name: 'Do not knock' })
    await expect(notice).toContainText('They asked us not to knock')
    await expect(notice).toContainText('A baby sleeps.')
    await expect(choices).toBeHidden()
    await expect(othersNotice).toContainText('They asked us not to knock')
    await expect(notice.getByRole('button')).toHaveCount(0)
    expect(await findAccessibilityViolations(page)).toEqual([])

    await test.step('the owner finds it in the list, and lifts it', async () => {
      await others.goto('/do-not-knock')
      const lift = others.getByRole('button', { name: `Lift ${property.address}` })
      await expect(lift).toBeVisible()
      expect(await findAccessibilityViolations(others)).toEqual([])
      await lift.click()
      const dialog = others.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('They moved away')
      await dialog.getByRole('button', { name: 'Lift Mark' }).click()
      await expect(dialog).toBeHidden()
      await expect(lift).toBeHidden()
    })
    await expect(choices).toBeVisible()

    await test.step('without a connection, the rep sees the mark at once, and it is sent later', async () => {
      await context.setOffline(true)
      await page.getByRole('button', { name: 'Do Not Knock...' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Mark Door' }).click()
      await expect(notice).toContainText('They asked us not to knock')
      await expect(page.getByRole('button', { name: /1 waiting/ })).toBeVisible()
      await context.setOffline(false)
      await expect.poll(() => kindOf(property.id)).toBe('ASKED')
    })
    await others.context().close()
  },
)

/** A property of the rep. */
async function readProperty() {
  const token = await createToken(rep, password)
  const query = '{ properties(first: 1) { edges { node { id address } } } }'
  type Read = { properties: { edges: { node: { id: string; address: string } }[] } }
  return (await execute<Read>(query, {}, token)).properties.edges[0]!.node
}

async function kindOf(id: string) {
  const token = await createToken(owner, password)
  type Read = { property: { doNotKnock: { kind: string } | null } }
  return (await execute<Read>('query ($id: ID!) { property(id: $id) { doNotKnock { kind } } }', { id }, token)).property
    .doNotKnock?.kind
}
