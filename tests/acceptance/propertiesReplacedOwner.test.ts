import { afterAll, beforeAll, expect, it } from 'vitest'
import { rest } from '../support/client.ts'
import { createServerFixture, type Json } from '../support/serverFixture.ts'

/** Owners that a parcel record replaced, and taking them back. */

const team = await createServerFixture({ demoTown: true })
const { owner, rep, colleague } = team
afterAll(() => team.teardown())

let draft: Json
let id: string
beforeAll(async () => {
  const { locateProperty } = await team.execute(
    rep,
    `mutation { locateProperty(input: { address: "1067 W 11th Demo St" }) {
      draft { address streetNumber streetName city state zipCode lat lng ownerName ownerSource parcelId } } }`,
  )
  draft = locateProperty.draft
  const { createProperty } = await team.execute(
    rep,
    'mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }',
    { input: { ...draft, ownerName: 'Sample Before', ownerSource: null, parcelId: 'old-1' } },
  )
  id = createProperty.id
  expect(await refresh()).toBe('UPDATED')
})

const refresh = async () =>
  (await team.execute(rep, 'mutation ($id: ID!) { refreshOwner(id: $id) { outcome } }', { id })).refreshOwner
    .outcome as string
const replaced = async (person = rep): Promise<Json[]> => {
  const query = 'query ($id: ID!) { property(id: $id) { replacedOwners { id ownerName parcelId } } }'
  return (await team.execute(person, query, { id })).property.replacedOwners
}
const restoreDocument = `mutation ($id: ID!, $replacedId: ID!) {
  restoreOwner(propertyId: $id, replacedId: $replacedId) { ownerName ownerSource parcelId } }`
const restoreNewest = async () => {
  const [newest] = await replaced()
  return (await team.execute(rep, restoreDocument, { id, replacedId: newest!['id'] })).restoreOwner as Json
}
const restoreByRest = async (replacedId: unknown, person = rep) =>
  rest(team.server.url, person.token, 'POST', `/properties/${id}/restore-owner`, { replaced_id: replacedId })

it('keeps the owner that a refresh replaced, without a name in the log', async () => {
  expect(await replaced()).toEqual([
    { id: expect.any(String) as string, ownerName: 'Sample Before', parcelId: 'old-1' },
  ])
  const { rows } = await team.db.query('select event_id as id, type, data from activity_events where subject_id = $1', [
    id,
  ])
  expect(rows.find((row) => row.type === 'OwnerRefreshed').id).toBe((await replaced())[0]!['id'])
  expect(JSON.stringify(rows)).not.toContain('Sample Before')
})

it('takes an owner back, and what that replaced as well', async () => {
  expect(await restoreNewest()).toEqual({ ownerName: 'Sample Before', ownerSource: 'entered', parcelId: 'old-1' })
  expect(await replaced()).toEqual([
    { id: expect.any(String) as string, ownerName: draft['ownerName'], parcelId: draft['parcelId'] },
  ])
  const record = { ownerName: draft['ownerName'], ownerSource: draft['ownerSource'], parcelId: draft['parcelId'] }
  expect(await restoreNewest()).toEqual(record)
  const { property } = await team.execute(
    rep,
    'query ($id: ID!) { property(id: $id) { history(first: 2) { edges { node { kind fields } } } } }',
    { id },
  )
  expect(property.history.edges.map(({ node }: { node: Json }) => node)).toEqual([
    { kind: 'EDITED', fields: ['ownerName', 'ownerAddress', 'ownerSource', 'parcelId'] },
    { kind: 'EDITED', fields: ['ownerName', 'ownerAddress', 'ownerSource', 'parcelId'] },
  ])
})

it('is offered only to who may refresh the owner', async () => {
  const [newest] = await replaced(owner)
  expect(await team.errorCode(colleague, restoreDocument, { id, replacedId: newest!['id'] })).toBe('NOT_FOUND')
  expect(await team.errorCode(team.otherTenant.owner, restoreDocument, { id, replacedId: newest!['id'] })).toBe(
    'NOT_FOUND',
  )
  expect((await restoreByRest(newest!['id'], colleague)).status).toBe(404)
  expect((await restoreByRest(id)).status).toBe(404)
})

it('leaves an owner alone whom a person has entered since', async () => {
  const [newest] = await replaced()
  const entered = await rest(team.server.url, owner.token, 'PUT', `/properties/${id}`, { owner_name: 'Sample Entered' })
  expect(entered.status).toBe(200)
  const { status, body } = await restoreByRest(newest!['id'])
  expect([status, body['detail']]).toEqual([409, expect.stringContaining('The owner was changed since.') as string])
  // A refresh replaces the entered owner, which can be restored.
  expect(await refresh()).toBe('UPDATED')
  expect(await restoreNewest()).toMatchObject({ ownerName: 'Sample Entered' })
})

it('forgets them with the property', async () => {
  expect((await rest(team.server.url, owner.token, 'DELETE', `/properties/${id}`)).status).toBe(200)
  const { rows } = await team.db.query('select from replaced_owners where property_id = $1', [id])
  expect(rows).toEqual([])
})
