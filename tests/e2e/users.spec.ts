import { expect, type Locator, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createAccount, createToken, failOnServer, operationOf } from './api.ts'
import { test } from './fixtures.ts'
import { collectConsoleErrors, openAs, password, signIn } from './signIn.ts'
import { chooseAction } from './users.ts'

const globalAdmin = 'parker@porchlight.example'

test('the filters apply to the list and stay in the URL', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, globalAdmin, '/users')
  await expect(rowOf(page, 'harper@newcomer.example')).toContainText('Pending')
  await choose(page, 'Status', 'Blocked')
  await expect(rowOf(page, 'drew@sample-storm.example')).toContainText('Blocked')
  await expect(rowOf(page, 'quinn@maple-demo.example')).toBeHidden()
  await choose(page, 'Status', 'All Status')
  await choose(page, 'Role', 'Owner')
  await choose(page, 'Tenant', 'Sample Storm Co')
  await expect(rowOf(page, 'hollis@sample-storm.example')).toContainText('Owner')
  await expect(rowOf(page, 'quinn@maple-demo.example')).toBeHidden()
  await page.reload()
  await expect(rowOf(page, 'hollis@sample-storm.example')).toBeVisible()
  await expect(rowOf(page, 'quinn@maple-demo.example')).toBeHidden()
  await choose(page, 'Role', 'Global Admin')
  await expect(page.getByText('No users found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(rowOf(page, 'quinn@maple-demo.example')).toBeVisible()
})

test(
  'an owner sees their users with links to choose a password alone, and a global admin has none on their own row',
  { tag: '@wide' },
  async ({ page }) => {
    await openAs(page, 'quinn@maple-demo.example', '/users')
    await expect(rowOf(page, 'riley@maple-demo.example')).toContainText('Active')
    const actions = rowOf(page, 'riley@maple-demo.example').getByRole('button')
    await expect(actions).toHaveAccessibleName('Make a password link for Riley Example')
    await expect(rowOf(page, 'quinn@maple-demo.example')).toContainText('You')
    await expect(rowOf(page, 'hollis@sample-storm.example')).toBeHidden()
    await expect(page.getByRole('combobox', { name: 'Tenant' })).toBeHidden()
    await page.getByRole('combobox', { name: 'Role' }).click()
    await expect(page.getByRole('option')).toHaveText(['All Roles', 'Sales Rep', 'Admin', 'Owner'])
    await page.keyboard.press('Escape')

    await signIn(await clearSession(page), globalAdmin)
    await page.goto('/users')
    await expect(rowOf(page, globalAdmin)).toContainText('You')
    await expect(rowOf(page, globalAdmin).getByRole('button')).toHaveCount(0)
    await page.goto('/users?dialog=delete&user=018d0000-0000-7000-8000-200000000001')
    await expect(rowOf(page, globalAdmin)).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  },
)

test(
  'the dialog validates, creates and edits, and the e-mail address cannot change',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    const consoleErrors = collectConsoleErrors(page)
    const email = `emil-${project.name}@sample-storm.example`
    await openAs(page, globalAdmin, '/users')
    await page.getByRole('button', { name: 'Add User' }).click()
    const create = page.getByRole('dialog', { name: 'Create User' })
    await expect(create.getByRole('radio')).toHaveText([/^Sales Rep/, /^Admin/, /^Owner/])
    await create.getByRole('button', { name: 'Create User' }).click()
    for (const message of ['Full name is required', 'Email is required', 'Password is required'])
      await expect(create.getByText(message)).toBeVisible()
    // Wait until the first invalid field has focus; otherwise it takes the text typed next.
    await expect(create.getByLabel('Full Name')).toBeFocused()
    await create.getByLabel('Email Address').fill('emil@sample-storm')
    await create.getByLabel(/^Password/).fill('short')
    await expect(create.getByText('Invalid email address')).toBeVisible()
    await expect(create.getByText('Password must be at least 6 characters')).toBeVisible()
    await create.getByLabel('Full Name').fill('Emil Mockup')
    await create.getByLabel(/^Password/).fill('long-enough')
    await create.getByLabel('Email Address').fill('quinn@maple-demo.example')
    await create.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('An account with this email already exists.')).toBeVisible()
    await create.getByLabel('Email Address').fill(email)
    await choose(create, 'Tenant', 'Sample Storm Co', page)
    await create.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('User created')).toBeVisible()
    await expect(create).toBeHidden()

    const row = rowOf(page, email)
    await expect(row).toContainText('Sample Storm Co')
    await row.getByRole('button', { name: 'Edit Emil Mockup' }).click()
    const openEditor = page.getByRole('dialog', { name: 'Edit User' })
    await expect(openEditor.getByLabel('Email Address')).toHaveAttribute('readonly', '')
    await openEditor.getByLabel(/^Phone/).fill('(555) 0100-177')
    await openEditor.getByRole('radio', { name: /Admin/ }).click()
    const sent = page.waitForRequest((request) => operationOf(request) === 'UpdateUser')
    await openEditor.getByRole('button', { name: 'Save Changes' }).click()
    expect((await sent).postDataJSON().variables.input).not.toHaveProperty('password')
    await expect(page.getByText('User updated')).toBeVisible()
    await expect(row).toContainText('Admin')
    await expect(row).toContainText('(555) 0100-177')
    expect(consoleErrors().filter((line) => !line.includes('409'))).toEqual([])
  },
)

test(
  'a user is blocked and unblocked, gets a new password, and is deleted after a confirmation',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    const person = { email: `noa-${project.name}@sample-storm.example`, fullName: `Noa Draft ${project.name}` }
    const platform = await createToken(globalAdmin, password)
    await createAccount(platform, { ...person, role: 'SALES_REP', tenant: 'Sample Storm Co', password })
    await openAs(page, globalAdmin, '/users')
    const row = rowOf(page, person.email)
    await chooseAction(page, person.fullName, 'Block')
    await expect(page.getByText('User blocked')).toBeVisible()
    await expect(row).toContainText('Blocked')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('User unblocked')).toBeVisible()
    await expect(row).toContainText('Active')

    await chooseAction(page, person.fullName, 'Reset Password')
    const reset = page.getByRole('dialog', { name: 'Reset Password' })
    await reset.getByLabel(/^New Password/).fill('short')
    await reset.getByRole('button', { name: 'Reset Password' }).click()
    await expect(reset.getByText('Password must be at least 6 characters')).toBeVisible()
    await reset.getByLabel(/^New Password/).fill('given-again')
    await reset.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByText('Password reset successfully')).toBeVisible()
    await expect(createToken(person.email, password)).rejects.toThrow('Incorrect email or password')

    await chooseAction(page, person.fullName, 'Delete User')
    const question = page.getByRole('dialog', { name: 'Delete User' })
    await expect(question).toContainText('Are you sure you want to delete this user? This cannot be undone.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(row).toBeVisible()
    await chooseAction(page, person.fullName, 'Delete User')
    await question.getByRole('button', { name: 'Delete User' }).click()
    await expect(page.getByText('User deleted')).toBeVisible()
    await expect(row).toBeHidden()
  },
)

test('each failure has the specified message', { tag: '@wide' }, async ({ page }) => {
  await openAs(page, globalAdmin, '/users')
  const row = rowOf(page, 'lane@sample-storm.example')
  await expect(row).toBeVisible()
  await withFailingOperation(page, 'SetUserBlocked', async () => {
    await chooseAction(page, 'Lane Prototype', 'Block')
    await expect(page.getByText('Failed to update user status')).toBeVisible()
    await expect(row).toContainText('Active')
  })
  await withFailingOperation(page, 'DeleteUser', async () => {
    await chooseAction(page, 'Lane Prototype', 'Delete User')
    await page.getByRole('button', { name: 'Delete User' }).click()
    await expect(page.getByText('Failed to delete user')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
  await withFailingOperation(page, 'ResetUserPassword', async () => {
    await chooseAction(page, 'Lane Prototype', 'Reset Password')
    await page.getByLabel(/^New Password/).fill('long-enough')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByText('Failed to reset password')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
  await withFailingOperation(page, 'UpdateUser', async () => {
    await row.getByRole('button', { name: 'Edit Lane Prototype' }).click()
    await page.getByLabel(/^Phone/).fill('(555) 0100-111')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Failed to save user')).toBeVisible()
    await expect(page.getByLabel(/^Phone/)).toHaveValue('(555) 0100-111')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
  await withFailingOperation(page, 'UserList', async () => {
    await page.reload()
    await expect(page.getByRole('alert').getByText('Failed to fetch users')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row).toBeVisible()
})

test(
  'a global admin creates a tenant, edits it, sees its stats and works in it',
  { tag: '@wide' },
  async ({ page }, { project }) => {
    const consoleErrors = collectConsoleErrors(page)
    const name = `Specimen Siding ${project.name}`
    await openAs(page, globalAdmin, '/users')
    await page.getByRole('link', { name: 'Tenants' }).click()
    await page.getByRole('button', { name: 'Add Tenant' }).click()
    const create = page.getByRole('dialog', { name: 'Create Tenant' })
    await create.getByLabel('Time Zone').fill('Indiana')
    await create.getByRole('button', { name: 'Create Tenant' }).click()
    await expect(create.getByText('Name is required', { exact: true })).toBeVisible()
    await expect(create.getByText('Choose a time zone, such as America/Indiana/Indianapolis')).toBeVisible()
    await create.getByLabel(/^Name/).fill(name)
    await create.getByLabel('Time Zone').fill('America/Chicago')
    await create.getByRole('button', { name: 'Create Tenant' }).click()
    await expect(page.getByText('Tenant created')).toBeVisible()
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const openEditor = page.getByRole('dialog', { name: 'Edit Tenant' })
    await openEditor.getByLabel('Company Name').fill('Specimen Siding Inc')
    await openEditor.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Tenant updated')).toBeVisible()
    await expect(rowOf(page, name)).toContainText('Specimen Siding Inc')
    await page.getByRole('button', { name: 'Stats of Maple Demo Roofing' }).click()
    await expect(
      page
        .getByRole('dialog')
        .getByText(/^[1-9]\d*$/)
        .first(),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Choose ${name}` }).click()
    await expect(page.getByText(`(${name})`)).toBeVisible()
    await page.goto('/users')
    await expect(page.getByText('No users found')).toBeVisible()
    expect(consoleErrors()).toEqual([])
  },
)

test('the activity log lists who did what, and can be filtered', { tag: '@phone' }, async ({ page }) => {
  await openAs(page, 'quinn@maple-demo.example', '/users')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await choose(page, 'Time', 'All time')
  await choose(page, 'Activity', 'Door knocked')
  await choose(page, 'Person', 'Avery Sample')
  const rows = page.locator('tbody tr, main li')
  await expect(rows.first()).toContainText(/Nobody home|Talked|nterested|Come back|Left flyer|Not the owner/)
  await expect(rows.first()).toContainText('Avery Sample')
  await expect(rows.filter({ hasText: 'Jordan Placeholder' })).toHaveCount(0)
  const before = await rows.count()
  await page.getByRole('button', { name: 'Show More' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(before)
})

test('the screens have no serious axe-core violation', async ({ page }) => {
  await openAs(page, globalAdmin, '/')
  for (const [address, heading] of [
    ['/users', 'User Management'],
    ['/users?dialog=new', 'Create User'],
    ['/tenants', 'Tenants'],
    ['/activity', 'Activity'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expect(page.locator('tbody tr, main li').first()).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
  }
})

/** The table row, or the card on a phone, that contains a text. */
const rowOf = (page: Page, text: string): Locator => page.locator('tbody tr, main li').filter({ hasText: text })

/** Chooses an option of a combobox. The listbox is rendered at the end of the page. */
async function choose(where: Page | Locator, label: string, option: string, page = where as Page): Promise<void> {
  await where.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Every request of the operation fails on the server while `steps` run. */
async function withFailingOperation(page: Page, operation: string, steps: () => Promise<void>): Promise<void> {
  await page.route('**/graphql', (route) =>
    operationOf(route.request()) === operation ? failOnServer(route) : route.fallback(),
  )
  await steps()
  await page.unroute('**/graphql')
}

/** The same page without a session. */
async function clearSession(page: Page): Promise<Page> {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  return page
}
