import { expect, type Page } from '@playwright/test'
import { findAccessibilityViolations } from './accessibility.ts'
import { createToken, execute } from './api.ts'
import { test } from './fixtures.ts'
import { saveProperty } from './saveProperty.ts'
import { openAs, password } from './signIn.ts'

const rep = 'jordan@maple-demo.example'
const owner = 'quinn@maple-demo.example'
const street = '443 W 5th Demo St'

async function openEditor(page: Page) {
  await page.getByLabel('Search address or owner').fill(street)
  await page.getByRole('button', { name: `Edit ${street}` }).click()
  const dialog = page.getByRole('dialog', { name: street })
  await expect(dialog.getByLabel('Notes')).toBeVisible()
  return dialog
}

async function readNotes(id: string): Promise<{ notes: string; version: number }> {
  const query = 'query ($id: ID!) { property(id: $id) { notes version } }'
  const token = await createToken(owner, password)
  return (await execute<{ property: { notes: string; version: number } }>(query, { id }, token)).property
}

test('two people edit a property: the second sees both states and chooses', { tag: '@phone' }, async ({ page }) => {
  const id = await saveProperty(rep, street)
  const token = await createToken(owner, password)
  const editByOwner = (input: object) =>
    execute(
      'mutation ($id: ID!, $input: UpdatePropertyInput!) { updateProperty(id: $id, input: $input) { id } }',
      { id, input },
      token,
    )
  await openAs(page, rep, '/properties')
  const dialog = await openEditor(page)
  const notes = dialog.getByLabel('Notes')
  const save = () => dialog.getByRole('button', { name: 'Save Property Info' }).click()
  const conflict = page.getByRole('dialog', { name: 'Changed by Somebody Else' })

  await notes.fill('Ring twice')
  await editByOwner({ notes: 'Dog in the yard', priority: 'HIGH' })
  // The live update shows it around the edit, which stays based on what the user has seen.
  await expect(dialog.getByRole('radio', { name: 'High Priority' })).toBeChecked()
  await save()
  await expect(conflict).toContainText('Last changed by Quinn Example')
  await expect(conflict.getByRole('cell')).toHaveText(['Not edited', 'High Priority', 'Ring twice', 'Dog in the yard'])
  expect(await findAccessibilityViolations(page)).toEqual([])
  // The buttons are within the view of a phone.
  for (const name of ['Save Mine', 'Keep Theirs', 'Go On Editing'])
    await expect(conflict.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await conflict.getByRole('button', { name: 'Go On Editing' }).click()
  await expect(conflict).toBeHidden()
  await expect(notes).toHaveValue('Ring twice')

  // The user has seen what is saved, so that the next save is based on it.
  await notes.fill('Ring twice, dog in the yard')
  await save()
  await expect.poll(() => readNotes(id)).toEqual({ notes: 'Ring twice, dog in the yard', version: 3 })

  await notes.fill('No dog at all')
  await editByOwner({ notes: 'Three dogs' })
  await save()
  await conflict.getByRole('button', { name: 'Save Mine' }).click()
  await expect.poll(() => readNotes(id)).toEqual({ notes: 'No dog at all', version: 5 })
  await expect(conflict).toBeHidden()
})
