import type { OpenApiDocument, Operation } from '../../api/routes/openapiDocument.ts'
import { paragraphs, plainSection, sheetFile } from '../documents/build.ts'
import { addPerson, addSession, type Person } from '../world.ts'
import { rest, type Json } from './client.ts'
import { startTeam, type Team } from './team.ts'

/** What a call carries besides who sends it. */
export interface Call {
  /** The parts of the path. */
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: object
  form?: FormData
}

/** A server on the demo town with a team that has done a little of everything. */
export interface ContractStage extends Team {
  document: OpenApiDocument
  /** A global admin, who works in the team's tenant. */
  boss: Person
  /** A lead of a house of its own, of the boss; answers its id. */
  lead(more?: object): Promise<Json>
  /** A new account of the team. */
  member(): Promise<Person>
  template(tag: string): Promise<{ id: string; filename: string }>
  again(person: Person): Promise<Person>
}

/** A .docx with one merge field. */
export function letterFile(filename: string, tag: string): FormData {
  const file = sheetFile({ body: paragraphs('Dear {owner_name}') + plainSection })
  const form = new FormData()
  form.append('tag', tag)
  form.append('file', new Blob([new Uint8Array(file)]), filename)
  return form
}

export async function setContractStage(): Promise<ContractStage> {
  const team = await startTeam({ town: true })
  const boss = await addPerson(team.db, null, 'global_admin', 'Sample Boss')
  const inTenant = { 'x-tenant-id': team.world.tenantId }
  const document = (await rest(team.server.url, null, 'GET', '/openapi.json')).body as OpenApiDocument
  const must = async (method: string, path: string, body?: object, person = boss) => {
    const answer = await rest(team.server.url, person.token, method, path, body, person === boss ? inTenant : {})
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body['data'] as Json
  }
  let made = 0
  const stage: ContractStage = {
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
      return must('POST', '/leads', { property: house, tag: 'storm', ...more })
    },
    member: () => addPerson(team.db, team.world.tenantId, 'sales_rep', 'Sample Member'),
    async template(tag) {
      made += 1
      const response = await fetch(`${team.server.url}/api/templates/upload`, {
        method: 'POST',
        body: letterFile(`letter-${made}.docx`, tag),
        headers: { authorization: `Bearer ${boss.token}`, ...inTenant },
      })
      return ((await response.json()) as { data: { id: string; filename: string } }).data
    },
    again: async ({ id }) => ({ id, token: await addSession(team.db, id) }),
  }
  // Something of everything, so that no list is empty.
  const property = await team.save(team.rep)
  await must('POST', '/leads', { property_id: property['id'], tag: 'storm' }, team.rep)
  await must('POST', '/crm/door-knocks', { property_id: property['id'], outcome: 'interested' }, team.rep)
  await must('POST', '/crm/targets', { user_id: team.rep.id, period: 'week', metric: 'doors_knocked', value: 10 })
  await must('GET', '/regrid/search?address=1018%20W%2012th%20Demo%20St', undefined, team.rep)
  await stage.template('storm')
  await stage.lead()
  await must('POST', '/api-keys', { name: 'Nightly export', scope: 'read', expires_in_days: 30 })
  return stage
}

/** Every operation of the document with where it is. */
export function operationsOf(document: OpenApiDocument): { method: string; path: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}
