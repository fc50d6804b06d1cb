import { photoForm, uploadPhoto } from '../../support/photos.ts'
import type { OpenApiDocument, Operation } from '../../../api/rest/openapiDocument.ts'
import { paragraphs, plainSection, createDocument } from '../../support/documents/createDocument.ts'
import { addUser, addSession, setPassword, type TestUser } from '../../support/testTenant.ts'
import { rest, type Json } from '../../support/client.ts'
import { createServerFixture, type ServerFixture, type ServerFixtureOptions } from '../../support/serverFixture.ts'

/** The parts of a request other than its caller. */
export interface RouteCall {
  /** Path parameters. */
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: object
  form?: FormData
}

/** A server with the demo town and a tenant that has at least one row in every list. */
export interface ContractFixture extends ServerFixture {
  document: OpenApiDocument
  /** A global admin who works in the tenant. */
  globalAdmin: TestUser
  /** Creates a lead at a new property, as the global admin. */
  createLead(more?: object): Promise<Json>
  /** Creates a rep with the password `memberPassword`. */
  createMember(): Promise<TestUser>
  /** Uploads a template with one merge field. */
  uploadTemplate(tag: string): Promise<{ id: string; filename: string }>
  /** Uploads a photo as the rep and returns its id. */
  uploadPhoto(): Promise<string>
  /** Returns the same user with a new session. */
  signInAgain(person: TestUser): Promise<TestUser>
}

export const memberPassword = 'a sample password'

/** An upload form with a .docx that has one merge field. */
export function templateForm(filename: string, tag: string, text = 'Dear {owner_name}'): FormData {
  const file = createDocument({ body: paragraphs(text) + plainSection })
  const form = new FormData()
  form.append('tag', tag)
  form.append('file', new Blob([new Uint8Array(file)]), filename)
  return form
}

export async function createContractFixture(options: ServerFixtureOptions = {}): Promise<ContractFixture> {
  const team = await createServerFixture({ ...options, demoTown: true })
  const globalAdmin = await addUser(team.db, null, 'global_admin', 'Sample Boss')
  const inTenant = { 'x-tenant-id': team.testTenant.tenantId }
  const document = (await rest(team.server.url, null, 'GET', '/openapi.json')).body as OpenApiDocument
  const request = async (method: string, path: string, body?: object, person = globalAdmin) => {
    const answer = await rest(team.server.url, person.token, method, path, body, person === globalAdmin ? inTenant : {})
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body['data'] as Json
  }
  let createdCount = 0
  const fixture: ContractFixture = {
    ...team,
    document,
    globalAdmin,
    async createLead(more = {}) {
      createdCount += 1
      const savedProperty = {
        address: `${createdCount} Contract St`,
        lat: 37 + createdCount / 1_000,
        lng: -88,
        owner_name: 'Sample Owner 0007',
      }
      return request('POST', '/leads', { property: savedProperty, tag: 'storm', ...more })
    },
    async createMember() {
      const member = await addUser(team.db, team.testTenant.tenantId, 'sales_rep', 'Sample Member')
      await setPassword(team.db, member.id, memberPassword)
      return member
    },
    async uploadPhoto() {
      const { body } = await uploadPhoto(team.server.url, team.rep.token, await photoForm())
      return (body['data'] as { id: string }).id
    },
    async uploadTemplate(tag) {
      createdCount += 1
      const response = await fetch(`${team.server.url}/api/templates/upload`, {
        method: 'POST',
        body: templateForm(`letter-${createdCount}.docx`, tag),
        headers: { authorization: `Bearer ${globalAdmin.token}`, ...inTenant },
      })
      return ((await response.json()) as { data: { id: string; filename: string } }).data
    },
    signInAgain: async ({ id }) => ({ id, token: await addSession(team.db, id) }),
  }
  // Create one object of each kind so that no list is empty.
  const property = await team.saveProperty(team.rep)
  await request('POST', '/leads', { property_id: property['id'], tag: 'storm' }, team.rep)
  await request('POST', '/crm/door-knocks', { property_id: property['id'], outcome: 'interested' }, team.rep)
  await request('POST', '/crm/targets', { user_id: team.rep.id, period: 'week', metric: 'doors_knocked', value: 10 })
  await request('GET', '/regrid/search?address=1018%20W%2012th%20Demo%20St', undefined, team.rep)
  await fixture.uploadTemplate('storm')
  await fixture.createLead()
  await request('POST', '/saved-views', { list: 'leads', name: 'Needs a call', query: 'status=new' })
  await request('POST', '/api-keys', { name: 'Nightly export', scope: 'read', expires_in_days: 30 })
  return fixture
}

/** Every operation of the document with its method and path. */
export function operationsOf(document: OpenApiDocument): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}
