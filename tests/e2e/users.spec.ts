import { expect, test, type Locator, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createAccount, createToken } from './api.ts'
import { collectConsoleErrors, password, signIn } from './signIn.ts'

test.use({ actionTimeout: 10_000 })

const parker = 'parker@porchlight.example'

test('the filters narrow the list, and the address keeps them', async ({ page }) => {
  await signIn(page, parker)
  await page.goto('/users')
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
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowOf(page, 'quinn@maple-demo.example')).toBeVisible()
})

test('an owner sees their team without actions, a global admin has none on their own row', async ({ page }) => {
  await signIn(page, 'quinn@maple-demo.example')
  await page.goto('/users')
  await expect(rowOf(page, 'riley@maple-demo.example')).toContainText('Active')
  await expect(rowOf(page, 'riley@maple-demo.example').getByRole('button')).toHaveCount(0)
  await expect(rowOf(page, 'hollis@sample-storm.example')).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Tenant' })).toBeHidden()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await expect(page.getByRole('option')).toHaveText(['All Roles', 'Sales Rep', 'Admin', 'Owner'])
  await page.keyboard.press('Escape')

  await signIn(await fresh(page), parker)
  await page.goto('/users')
  await expect(rowOf(page, parker)).toContainText('You')
  await expect(rowOf(page, parker).getByRole('button')).toHaveCount(0)
  await page.goto('/users?dialog=delete&user=018d0000-0000-7000-8000-200000000001')
  await expect(rowOf(page, parker)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the dialog says what is wrong, creates, edits and keeps the address', async ({ page }, { project }) => {
  const complaints = collectConsoleErrors(page)
  const email = `emil-${project.name}@sample-storm.example`
  await signIn(page, parker)
  await page.goto('/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const create = page.getByRole('dialog', { name: 'Create User' })
  await expect(create.getByRole('radio')).toHaveText([/^Sales Rep/, /^Admin/, /^Owner/])
  await create.getByRole('button', { name: 'Create User' }).click()
  for (const message of ['Full name is required', 'Email is required', 'Password is required'])
    await expect(create.getByText(message)).toBeVisible()
  // The first field that is wrong is gone to; before, what is typed elsewhere would land there.
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
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await expect(edit.getByLabel('Email Address')).toHaveAttribute('readonly', '')
  await edit.getByLabel(/^Phone/).fill('(555) 0100-177')
  await edit.getByRole('radio', { name: /Admin/ }).click()
  const sent = page.waitForRequest((request) => request.postData()?.includes('mutation UpdateUser') ?? false)
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  expect((await sent).postDataJSON().variables.input).not.toHaveProperty('password')
  await expect(page.getByText('User updated')).toBeVisible()
  await expect(row).toContainText('Admin')
  await expect(row).toContainText('(555) 0100-177')
  expect(complaints().filter((line) => !line.includes('409'))).toEqual([])
})

test('an account is blocked and unblocked, its password reset, and it is deleted after a question', async ({ page }, {
  project,
}) => {
  const person = { email: `noa-${project.name}@sample-storm.example`, fullName: `Noa Draft ${project.name}` }
  const platform = await createToken(parker, password)
  await createAccount(platform, { ...person, role: 'SALES_REP', tenant: 'Sample Storm Co', password })
  await signIn(page, parker)
  await page.goto('/users')
  const row = rowOf(page, person.email)
  await row.getByRole('button', { name: `Block ${person.fullName}` }).click()
  await expect(page.getByText('User blocked')).toBeVisible()
  await expect(row).toContainText('Blocked')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('User unblocked')).toBeVisible()
  await expect(row).toContainText('Active')

  await row.getByRole('button', { name: `Reset the password of ${person.fullName}` }).click()
  const reset = page.getByRole('dialog', { name: 'Reset password' })
  await reset.getByLabel(/^New Password/).fill('short')
  await reset.getByRole('button', { name: 'Reset Password' }).click()
  await expect(reset.getByText('Password must be at least 6 characters')).toBeVisible()
  await reset.getByLabel(/^New Password/).fill('given-again')
  await reset.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password reset successfully')).toBeVisible()
  await expect(createToken(person.email, password)).rejects.toThrow('Incorrect email or password')

  await row.getByRole('button', { name: `Delete ${person.fullName}` }).click()
  const question = page.getByRole('dialog', { name: 'Delete user' })
  await expect(question).toContainText('Are you sure you want to delete this user? This cannot be undone.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: `Delete ${person.fullName}` }).click()
  await question.getByRole('button', { name: 'Delete user' }).click()
  await expect(page.getByText('User deleted')).toBeVisible()
  await expect(row).toBeHidden()
})

test('each failure has the words of the catalogue', async ({ page }) => {
  await signIn(page, parker)
  await page.goto('/users')
  const row = rowOf(page, 'lane@sample-storm.example')
  await expect(row).toBeVisible()
  await failing(page, 'SetUserBlocked', async () => {
    await row.getByRole('button', { name: 'Block Lane Prototype' }).click()
    await expect(page.getByText('Failed to update user status')).toBeVisible()
    await expect(row).toContainText('Active')
  })
  await failing(page, 'DeleteUser', async () => {
    await row.getByRole('button', { name: 'Delete Lane Prototype' }).click()
    await page.getByRole('button', { name: 'Delete user' }).click()
    await expect(page.getByText('Failed to delete user')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
  await failing(page, 'ResetUserPassword', async () => {
    await row.getByRole('button', { name: /Reset the password/ }).click()
    await page.getByLabel(/^New Password/).fill('long-enough')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByText('Failed to reset password')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
  await failing(page, 'UpdateUser', async () => {
    await row.getByRole('button', { name: 'Edit Lane Prototype' }).click()
    await page.getByLabel(/^Phone/).fill('(555) 0100-111')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Failed to save user')).toBeVisible()
    await expect(page.getByLabel(/^Phone/)).toHaveValue('(555) 0100-111')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
  await failing(page, 'UserList', async () => {
    await page.reload()
    await expect(page.getByRole('alert').getByText('Failed to fetch users')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row).toBeVisible()
})

test('a global admin makes a tenant, changes it, looks at its figures and works in it', async ({ page }, {
  project,
}) => {
  const complaints = collectConsoleErrors(page)
  const name = `Specimen Siding ${project.name}`
  await signIn(page, parker)
  await page.goto('/users')
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
  const edit = page.getByRole('dialog', { name: 'Edit Tenant' })
  await edit.getByLabel('Company Name').fill('Specimen Siding Inc')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
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
  expect(complaints()).toEqual([])
})

test('the activity log tells who did what, and can be narrowed', async ({ page }) => {
  await signIn(page, 'quinn@maple-demo.example')
  await page.goto('/users')
  await page.getByRole('link', { name: 'Activity' }).click()
  await choose(page, 'Time', 'All time')
  await choose(page, 'Activity', 'Door knocked')
  await choose(page, 'Person', 'Avery Sample')
  const rows = page.locator('tbody tr, main li')
  await expect(rows.first()).toContainText('Door knocked')
  await expect(rows.first()).toContainText('Avery Sample')
  await expect(rows.filter({ hasText: 'Jordan Placeholder' })).toHaveCount(0)
  const before = await rows.count()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(before)
})

test('the screens have no serious finding of axe-core', async ({ page }) => {
  await signIn(page, parker)
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

/** The row of the table, or the card on a phone, that holds a text. */
const rowOf = (page: Page, text: string): Locator => page.locator('tbody tr, main li').filter({ hasText: text })

/** Takes an option of a list that opens. The list itself stands at the end of the page. */
async function choose(where: Page | Locator, label: string, option: string, page = where as Page): Promise<void> {
  await where.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Has every call of that name fail without an answer while `steps` run. */
async function failing(page: Page, operation: string, steps: () => Promise<void>): Promise<void> {
  const named = new RegExp(`(query|mutation) ${operation}\\b`)
  await page.route('**/graphql', (route) =>
    named.test(route.request().postData() ?? '') ? route.abort() : route.fallback(),
  )
  await steps()
  await page.unroute('**/graphql')
}

/** The same page with nobody signed in. */
async function fresh(page: Page): Promise<Page> {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  return page
}
