import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { seedLeads } from './seedLeads.ts'
import { collectConsoleErrors, openAs, password } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const rep = 'casey@maple-demo.example'

test(
  'two leads of a house are found and merged, and the notes of both are kept',
  { tag: '@phone' },
  async ({ page }, info) => {
    const consoleErrors = collectConsoleErrors(page)
    const street = `97 Twice ${info.project.name} Ln ${info.retry || ''}`.trim()
    const [first] = await seedLeads(rep, [{ street, tag: 'STORM' }])
    const token = await createToken(admin, password)
    const { lead } = await execute<{ lead: { property: { id: string } } }>(
      'query ($id: ID!) { lead(id: $id) { property { id } } }',
      { id: first },
      token,
    )
    const { createLead } = await execute<{ createLead: { id: string } }>(
      'mutation ($propertyId: ID!) { createLead(input: { propertyId: $propertyId, tag: GUTTER }) { id } }',
      { propertyId: lead.property.id },
      await createToken(rep, password),
    )
    await execute(
      'mutation ($id: ID!) { addLeadNote(leadId: $id, text: "Asked for a second visit") { id } }',
      { id: createLead.id },
      token,
    )

    await openAs(page, admin, `/leads/${first}`)
    await expect(page.getByText('1 other lead for this house.')).toBeVisible()
    await page.getByRole('link', { name: 'Merge Duplicates' }).click()
    const group = page.getByRole('region', { name: street })
    await expect(group.getByRole('listitem')).toHaveCount(2)
    await expect(group.getByRole('radio').last()).toBeChecked()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await group.getByRole('button', { name: 'Merge 2 Leads' }).click()
    await page.getByRole('dialog', { name: 'Merge Leads' }).getByRole('button', { name: 'Merge 2 Leads' }).click()
    await expect(page.getByText('Leads merged')).toBeVisible()
    await expect(group).toBeHidden()

    await page.goto(`/leads/${first}`)
    await expect(page.getByText('Asked for a second visit').first()).toBeVisible()
    expect(consoleErrors()).toEqual([])
  },
)

test('a rep is not offered to merge', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, rep, '/leads/duplicates')
  await expect(page).not.toHaveURL(/duplicates/)
})
