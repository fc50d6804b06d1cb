import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { createToken, execute } from './api.ts'
import { type DeviceTests, killBrowser, signInOnDevice, startDeviceTests, submitSignIn } from './device.ts'
import { test } from './fixtures.ts'
import { expect } from './mapPage.ts'
import { password } from './signIn.ts'

const rep = 'riley@maple-demo.example'
const owner = 'quinn@maple-demo.example'

// The tests share one server, and a connection to it that can be cut.
test.describe.configure({ mode: 'serial', timeout: 300_000 })

let tests: DeviceTests
test.beforeAll(async ({}, { project }) => {
  test.skip(project.name !== 'phone', 'phones only')
  tests = await startDeviceTests()
})
test.afterEach(() => tests?.reset())
test.afterAll(() => tests?.close())

interface Door {
  id: string
  lat: number
  lng: number
  streetNumber: string
  streetName: string
}

/** A GraphQL request to the server of these tests. */
async function ask<Data>(email: string, query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  const previous = process.env.BASE_URL
  process.env.BASE_URL = tests.server.url
  try {
    return await execute<Data>(query, variables, await createToken(email, password))
  } finally {
    process.env.BASE_URL = previous
  }
}

/** The rep's own houses. */
async function readDoors(): Promise<Door[]> {
  const fields = 'id lat lng streetNumber streetName'
  const { properties } = await ask<{ properties: { edges: { node: Door }[] } }>(
    rep,
    `{ properties(first: 200) { edges { node { ${fields} } } } }`,
  )
  return properties.edges.map(({ node }) => node)
}

/** Opens the map around a house, where the user's own view is stored. */
async function openMapAt(page: Page, { lat, lng }: Door): Promise<void> {
  await page.evaluate(
    (center) => {
      const { id } = JSON.parse(localStorage.getItem('user')!) as { id: string }
      localStorage.setItem(`porchlight.map.${id}`, JSON.stringify({ center, zoom: 18.4 }))
    },
    { lat, lng },
  )
  await page.goto('/map')
  await expect(page.getByRole('region', { name: 'Doors in view' })).toContainText(/[1-9]\d* doors? in view/)
}

interface StoredItem {
  action: { id: string; kind: string; occurredAt: string; knock?: { propertyId: string; outcome: string } }
}

/** What the outbox holds on the device. */
const readOutbox = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<StoredItem[]>((resolve, reject) => {
        const opening = indexedDB.open('porchlight.outbox')
        opening.addEventListener('error', () => reject(new Error('The outbox cannot be opened.')))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('items').objectStore('items').getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result as StoredItem[])
          })
        })
      }),
  )

/** Opens a house in view from the map's list and logs a knock there. */
async function knockAt(page: Page, door: Door, outcome: string, note?: string): Promise<void> {
  await page.getByRole('button', { name: /doors? in view/ }).tap()
  await page
    .getByRole('region', { name: 'Doors in view' })
    .getByRole('button', { name: new RegExp(`^${door.streetNumber} ${door.streetName}`) })
    .first()
    .tap()
  const sheet = page.getByRole('region', { name: new RegExp(`^${door.streetNumber} ${door.streetName}`) })
  await expect(sheet).toBeVisible()
  if (note) await sheet.getByRole('textbox', { name: 'Add a note' }).fill(note)
  await sheet.getByRole('button', { name: outcome, exact: true }).tap()
  await expect(page.getByText(new RegExp(`${outcome} · ${door.streetNumber}\\b`))).toBeVisible()
}
