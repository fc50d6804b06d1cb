import type { OpenApiDocument, Operation } from '../../../api/rest/openapiDocument.ts'
import { paragraphs, plainSection, createDocument } from '../../support/documents/createDocument.ts'
import { addUser, addSession, type TestUser } from '../../support/testTenant.ts'
import { rest, type Json } from '../../support/client.ts'
import { createServerFixture, type ServerFixture } from '../../support/serverFixture.ts'

/** What a call carries besides who sends it. */
export interface RouteCall {
  /** The parts of the path. */
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: object
  form?: FormData
}

/** A server on the demo town with a team that has done a little of everything. */
export interface ContractFixture extends ServerFixture {
  document: OpenApiDocument
  /** A global admin, who works in the team's tenant. */
  boss: TestUser
  /** A lead of a house of its own, of the boss; answers its id. */
  lead(more?: object): Promise<Json>
  /** A new account of the team. */
  member(): Promise<TestUser>
  template(tag: string): Promise<{ id: string; filename: string }>
  again(person: TestUser): Promise<TestUser>
}

/** A .docx with one merge field. */
export function templateForm(filename: string, tag: string): FormData {
  const file = createDocument({ body: paragraphs('Dear {owner_name}') + plainSection })
  const form = new FormData()
  form.append('tag', tag)
  form.append('file', new Blob([new Uint8Array(file)]), filename)
  return form
}

export async function createContractFixture(): Promise<ContractFixture> {
  const team = await createServerFixture({ demoTown: true })
  const boss = await addUser(team.db, null, 'global_admin', 'Sample Boss')
  const inTenant = { 'x-tenant-id': team.world.tenantId }
  const document = (await rest(team.server.url, null, 'GET', '/openapi.json')).body as OpenApiDocument
  const request = async (method: string, path: string, body?: object, person = boss) => {
    const answer = await rest(team.server.url, person.token, method, path, body, person === boss ? inTenant : {})
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body['data'] as Json
  }
  let made = 0
  const stage: ContractFixture = {
    ...team,
    ...{ document, boss },
    async lead(more = {}) {
      made += 1
      const house = {
        address: `${made} Contract St`,
        lat: 37 + made / 1_000,
        lng: -88,
        owner_name: 'Sample Owner 0007',
      }
      return request('POST', '/leads', { property: house, tag: 'storm', ...more })
    },
    member: () => addUser(team.db, team.world.tenantId, 'sales_rep', 'Sample Member'),
    async template(tag) {
      made += 1
      const response = await fetch(`${team.server.url}/api/templates/upload`, {
        method: 'POST',
        body: templateForm(`letter-${made}.docx`, tag),
        headers: { authorization: `Bearer ${boss.token}`, ...inTenant },
      })
      return ((await response.json()) as { data: { id: string; filename: string } }).data
    },
    again: async ({ id }) => ({ id, token: await addSession(team.db, id) }),
  }
  // Something of everything, so that no list is empty.
  const property = await team.saveProperty(team.rep)
  await request('POST', '/leads', { property_id: property['id'], tag: 'storm' }, team.rep)
  await request('POST', '/crm/door-knocks', { property_id: property['id'], outcome: 'interested' }, team.rep)
  await request('POST', '/crm/targets', { user_id: team.rep.id, period: 'week', metric: 'doors_knocked', value: 10 })
  await request('GET', '/regrid/search?address=1018%20W%2012th%20Demo%20St', undefined, team.rep)
  await stage.template('storm')
  await stage.lead()
  await request('POST', '/api-keys', { name: 'Nightly export', scope: 'read', expires_in_days: 30 })
  return stage
}

/** Every operation of the document with where it is. */
export function operationsOf(document: OpenApiDocument): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}
