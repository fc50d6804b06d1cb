import { expect } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { seedLeads } from './seedLeads.ts'
import { collectConsoleErrors, openAs, password } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const rep = 'casey@maple-demo.example'

test(
  'a lead is worked on its own page: value, contact, follow-up, assignee, note',
  { tag: '@wide' },
  async ({ page }, info) => {
    const consoleErrors = collectConsoleErrors(page)
    const street = `41 Work ${info.project.name}${info.retry} Ln`
    const [id] = await seedLeads(rep, [{ street, tag: 'STORM' }])
    await openAs(page, admin, `/leads/${id}`)
    await expect(page.getByRole('heading', { name: street })).toBeVisible()
    const work = page.getByRole('region', { name: 'Work' })
    const edit = async (label: string, text: string) => {
      await work.getByRole('button', { name: `${label}, edit` }).click()
      await work
        .getByRole('textbox', { name: label, exact: true })
        .or(work.getByLabel(label, { exact: true }))
        .first()
        .fill(text)
      await page.keyboard.press('Enter')
    }
    await work.getByRole('button', { name: 'Value in dollars, edit' }).click()
    await work.getByRole('spinbutton', { name: 'Value in dollars' }).fill('1250.5')
    await page.keyboard.press('Enter')
    await expect(work.getByText('$1,250.50')).toBeVisible()
    await work.getByRole('button', { name: 'Add Details' }).click()
    await edit('Contact', 'Ann Example')
    await expect(work.getByText('Ann Example')).toBeVisible()
    await edit('Phone', '(317) 555-0142')
    await expect(work.getByRole('link', { name: 'Call (317) 555-0142' })).toHaveAttribute('href', 'tel:3175550142')
    // A wrong value is refused with its reason, and the old one stays.
    await edit('Email', 'nobody')
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await work.getByRole('button', { name: 'Assigned To, edit' }).click()
    await work.getByRole('combobox', { name: 'Assigned To' }).selectOption({ label: 'Avery Sample' })
    await page.keyboard.press('Enter')
    await expect(work.getByRole('button', { name: 'Assigned To, edit' })).toContainText('Avery Sample')
    await edit('Follow-up', '2027-03-04T10:30')
    await expect(work.getByText('Thu, Mar 4, 2027, 10:30 AM')).toBeVisible()

    await page.getByRole('textbox', { name: 'Add a note' }).fill('Wants a price in writing')
    await page.getByRole('button', { name: 'Save Note' }).click()
    await expect(page.getByRole('region', { name: 'Notes' }).getByText('Wants a price in writing')).toBeVisible()
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByText(/Lead assigned/).first()).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])

    const token = await createToken(admin, password)
    const saved = async () =>
      (
        await execute<{ lead: object }>(
          `query ($id: ID!) { lead(id: $id) { value contactName contactEmail followUpAt assignedTo { fullName } } }`,
          { id },
          token,
        )
      ).lead
    // A change is shown before the server has it.
    await expect.poll(saved).toEqual({
      value: 1250.5,
      contactName: 'Ann Example',
      contactEmail: null,
      // 10:30 AM in Indianapolis.
      followUpAt: '2027-03-04T15:30:00.000Z',
      assignedTo: { fullName: 'Avery Sample' },
    })
    expect(consoleErrors()).toEqual([])
  },
)
