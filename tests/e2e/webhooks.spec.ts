import { expect } from '@playwright/test'
import { startWebhookReceiver, status } from '../support/webhookReceiver.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { test } from './fixtures.ts'
import { seedLeads } from './seedLeads.ts'
import { collectConsoleErrors, openAs } from './signIn.ts'

const admin = 'robin@maple-demo.example'
const rep = 'casey@maple-demo.example'

test('an endpoint is added, gets an event, and a failed delivery is sent again', async ({ page }, info) => {
  const consoleErrors = collectConsoleErrors(page)
  const receiver = await startWebhookReceiver()
  try {
    receiver.answerWith(status(500, 'Not today'))
    await openAs(page, admin, '/webhooks')
    await page.getByRole('button', { name: 'Add Endpoint' }).click()
    const form = page.getByRole('dialog', { name: 'Add Endpoint' })
    await form.getByRole('button', { name: 'Add Endpoint' }).click()
    await expect(form.getByText('URL is required')).toBeVisible()
    await expect(form.getByText('Choose at least one event type')).toBeVisible()
    await form.getByLabel('URL').fill('http://10.0.0.1/hooks')
    await form.getByRole('checkbox', { name: 'Lead created' }).check()
    expect(await findAccessibilityViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Add Endpoint' }).click()
    await expect(form.getByText('The URL must begin with https://.')).toBeVisible()
    await expect(form.getByRole('group', { name: 'Leads', exact: true }).getByRole('checkbox')).not.toHaveCount(0)
    // An address that does not fit into its card.
    await form.getByLabel('URL').fill(`${receiver.url}/porchlight/leads-of-the-sample-office/${info.project.name}`)
    await form.getByRole('button', { name: 'Add Endpoint' }).click()
    const shown = page.getByRole('dialog', { name: 'Signing Secret' })
    const secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue()
    expect(secret).toMatch(/^whsec_/)
    await shown.getByRole('button', { name: 'Done' }).click()

    const [leadId] = await seedLeads(rep, [{ street: `31 Hook ${info.project.name}${info.retry} Ln`, tag: 'STORM' }])
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    const [first] = receiver.received
    first!.verify(secret)
    expect(first!.data).toMatchObject({ lead_id: leadId })
    const delivery = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Lead created' }) })
    await expect(delivery).toContainText('500')
    expect(await findAccessibilityViolations(page)).toEqual([])
    await delivery.getByRole('button', { name: 'Lead created' }).click()
    await page.getByRole('radio', { name: 'Answer' }).check()
    await expect(page.getByText('Not today')).toBeVisible()

    receiver.answerWith(status(204))
    // On a busy machine, it was tried again after five seconds already.
    const triedBefore = receiver.received.length
    await page.getByRole('button', { name: 'Resend Now' }).click()
    await expect.poll(() => receiver.received.length).toBeGreaterThan(triedBefore)
    expect(receiver.received.at(-1)!.id).toBe(first!.id)
    await expect(page.getByText('204').first()).toBeVisible()
    if (info.project.name === 'phone') await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Send Test' }).click()
    await expect(page.getByText('Test sent')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Webhook changed' })).toContainText('204')
    expect(receiver.received.at(-1)!.data).toMatchObject({ change: 'tested' })

    await page.getByRole('combobox', { name: 'Event of the test' }).click()
    await page.getByRole('option', { name: 'Lead deleted', exact: true }).click()
    await page.getByRole('button', { name: 'Send Test' }).click()
    await expect.poll(() => receiver.received.at(-1)!.type).toBe('LeadDeleted')

    await page.getByRole('button', { name: 'New Secret' }).click()
    await page.getByRole('dialog', { name: 'New Secret' }).getByRole('button', { name: 'New Secret' }).click()
    const rotated = await shown.getByRole('textbox', { name: 'Secret' }).inputValue()
    await shown.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Send Test' }).click()
    await expect.poll(() => receiver.received.at(-1)!.isSignedWith(rotated)).toBe(true)
    expect([rotated === secret, receiver.received.at(-1)!.isSignedWith(secret)]).toEqual([false, true])

    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('Paused by a manager. Its events wait.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Webhook' }).click()
    await expect(page.getByText('Webhook deleted')).toBeVisible()
    expect(consoleErrors()).toEqual([])
  } finally {
    await receiver.close()
  }
})

test('webhooks are not for reps', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, rep, '/webhooks')
  await expect(page).not.toHaveURL(/webhooks/)
})
