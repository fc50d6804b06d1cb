import { expect } from '@playwright/test'
import { createToken, execute, operationOf } from './api.ts'
import { test } from './fixtures.ts'
import { seedLeads } from './seedLeads.ts'
import { openAs, password } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const rep = 'casey@maple-demo.example'

test(
  'a status that somebody else has changed meanwhile is chosen again, in the list and in the lead',
  { tag: '@wide' },
  async ({ page }, { project, retry }) => {
    const street = `81 Conflict ${project.name}${retry || ''} Test Ln`
    const [id] = await seedLeads(rep, [{ street, tag: 'STORM' }])
    const token = await createToken(rep, password)
    const edit = (status: string) =>
      execute(
        'mutation ($id: ID!, $input: UpdateLeadInput!) { updateLead(id: $id, input: $input) { id } }',
        {
          id,
          input: { status },
        },
        token,
      )
    const status = async () =>
      (await execute<{ lead: { status: string } }>('query ($id: ID!) { lead(id: $id) { status } }', { id }, token)).lead
        .status

    /** The status that somebody else sets before the next one of this page arrives. */
    let theirs: string | null = null
    await page.route('**/graphql', async (route) => {
      if (operationOf(route.request()) === 'UpdateLeadStatus' && theirs) {
        const set = theirs
        theirs = null
        await edit(set)
      }
      return route.continue()
    })
    const choose = async (from: string, to: string) => {
      await page.getByRole('button', { name: `Status of ${street}: ${from}` }).click()
      await page.getByRole('menuitemradio', { name: to }).click()
    }
    const conflict = page.getByRole('dialog', { name: 'Changed by Somebody Else' })

    await openAs(page, admin, `/leads?search=${encodeURIComponent(street)}`)
    theirs = 'COMPLETED'
    await choose('New', 'Contacted')
    await expect(conflict).toContainText(`${street}, Demo Town`)
    await expect(conflict.getByRole('cell')).toHaveText(['Contacted', 'Completed'])
    await conflict.getByRole('button', { name: 'Keep Theirs' }).click()
    await expect(page.getByRole('button', { name: `Status of ${street}: Completed` })).toBeVisible()
    expect(await status()).toBe('COMPLETED')

    theirs = 'NEW'
    await choose('Completed', 'Contacted')
    await conflict.getByRole('button', { name: 'Save Mine' }).click()
    // The status is shown before it is saved. A choice meanwhile would be based on no version.
    await expect(page.getByText('Lead status updated')).toBeVisible()
    await expect(page.getByRole('button', { name: `Status of ${street}: Contacted` })).toBeVisible()
    expect(await status()).toBe('CONTACTED')

    await page.getByRole('link', { name: street }).click()
    const drawer = page.getByRole('dialog', { name: 'Lead' })
    theirs = 'NEW'
    await drawer.getByRole('button', { name: `Status of ${street}: Contacted` }).click()
    await page.getByRole('menuitemradio', { name: 'Completed' }).click()
    await expect(conflict.getByRole('cell')).toHaveText(['Completed', 'New'])
    await conflict.getByRole('button', { name: 'Save Mine' }).click()
    await expect.poll(status).toBe('COMPLETED')
  },
)
