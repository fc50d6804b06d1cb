import type { TestUser } from '../../support/testTenant.ts'
import { rest, type ApiResponse } from '../../support/client.ts'
import { operationsOf, type ContractFixture, type RouteCall } from './contractFixture.ts'
import type { RouteCase } from './routeCases.ts'

/** The caller: a global admin in the fixture's tenant unless the case names another. */
export async function findCaller(
  fixture: ContractFixture,
  row: RouteCase,
): Promise<{ person: TestUser | null; headers: Record<string, string> }> {
  if (row.as === 'anonymous') return { person: null, headers: {} }
  if (row.as === 'rep') return { person: fixture.rep, headers: {} }
  if (row.as === 'new member') return { person: await fixture.createMember(), headers: {} }
  return { person: fixture.globalAdmin, headers: { 'x-tenant-id': fixture.testTenant.tenantId } }
}

/** Sends the request of a route, with its parameters in the path. */
export async function send(
  fixture: ContractFixture,
  operationId: string,
  call: RouteCall,
  person: TestUser | null,
  headers: Record<string, string>,
) {
  const { method, path } = operationsOf(fixture.document).find((item) => item.operation.operationId === operationId)!
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.params?.[name] ?? ''))
  const query = new URLSearchParams(Object.entries(call.query ?? {}).map(([name, value]) => [name, `${value}`]))
  const target = `${filled}${query.size > 0 ? `?${query}` : ''}`
  if (!call.form) return rest(fixture.server.url, person?.token ?? null, method, target, call.body, headers)
  const authorization = `Bearer ${person!.token}`
  const sent = { method, body: call.form, headers: { authorization, ...headers } }
  const response = await fetch(`${fixture.server.url}/api${target}`, sent)
  return { status: response.status, headers: response.headers, body: (await response.json()) as ApiResponse['body'] }
}
