import { Kind, OperationTypeNode, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { makeSchema } from '../../../api/resolvers/all.ts'
import type { Role } from '../../../api/domain/enums.ts'
import type { TestUser } from '../../support/testTenant.ts'
import { graphql, rest, waitUntilSubscribed } from '../../support/client.ts'
import { matrix, type May, type Row } from './permissionMatrix.ts'
import { createPermissionFixture, type EntityKind, type PermissionFixture } from './permissionFixture.ts'

let fixture: PermissionFixture

beforeAll(async () => {
  fixture = await createPermissionFixture()
}, 60_000)
afterAll(() => fixture.teardown())

type Outcome = 'allowed' | 'unauthenticated' | 'password due' | 'forbidden' | 'not found' | 'choose a tenant'

interface Caller {
  who: string
  person: TestUser | null
  role: Role | null
  viewed?: Role
  /** The tenant in which the caller works: their own or the chosen one. */
  tenantId: string | null
  due?: true
}

function callers(): Caller[] {
  const { own, foreign, admin, globalAdmin, due } = fixture
  const { tenantId } = own
  const global = { person: globalAdmin, role: 'global_admin' } as const
  const viewed = (['sales_rep', 'admin', 'owner'] as const).map((role) => ({
    ...global,
    who: `a global admin viewing as ${role}`,
    viewed: role,
    tenantId,
  }))
  return [
    { who: 'an anonymous caller', person: null, role: null, tenantId: null },
    { who: 'a sales_rep', person: own.reps[0]!, role: 'sales_rep', tenantId },
    { who: 'an admin', person: admin, role: 'admin', tenantId },
    { who: 'an owner', person: own.owner, role: 'owner', tenantId },
    { who: 'an owner whose password is due', person: due, role: 'owner', tenantId, due: true },
    { ...global, who: 'a global admin', tenantId: null },
    { ...global, who: 'a global admin in the tenant', tenantId },
    { ...global, who: 'a global admin in another tenant', tenantId: foreign.tenantId },
    ...viewed,
    { ...global, who: 'a global admin viewing as owner, without a tenant', viewed: 'owner', tenantId: null },
  ]
}

/** Whose entity the call names, relative to the first tenant. A twin is one's own, and an entity of the other tenant has its id. */
type Target = 'own' | "colleague's" | 'foreign' | 'twin'

/** Kinds whose entities a global admin reaches without a chosen tenant. */
const twinKinds = new Set<EntityKind>(['property', 'lead', 'photo', 'template', 'job', 'importJob'])

function targetsOf({ thing }: Row, { role }: Caller): Target[] {
  if (!thing) return ['own']
  const hasTwins = role === 'global_admin' && twinKinds.has(thing)
  return ['own', "colleague's", 'foreign', ...(hasTwins ? (['twin'] as const) : [])]
}

function expected(row: Row, caller: Caller, target: Target): Outcome {
  if (row.open) return 'allowed'
  if (!caller.role) return 'unauthenticated'
  if (caller.due) return row.whileDue ? 'allowed' : 'password due'
  const may = narrower(row[caller.role], caller.viewed ? row[caller.viewed] : 'all')
  if (may === 'no') return 'forbidden'
  const unbound = caller.role === 'global_admin' && !caller.viewed
  if (!caller.tenantId && !row.tenantless && (row.inTenant || !unbound))
    return row.foundFirst && unbound && target !== 'own' && target !== 'twin' ? 'not found' : 'choose a tenant'
  if (!row.thing) return 'allowed'
  if (target === 'twin') return twinOutcome(caller, may)
  const { own, foreign } = fixture
  const isReached =
    (unbound && (row.everywhere || !caller.tenantId)) ||
    caller.tenantId === (target === 'foreign' ? foreign : own).tenantId
  if (!isReached || (may !== 'all' && target !== 'own')) return 'not found'
  return may === 'lost' ? 'forbidden' : 'allowed'
}

/** The two twins belong to different people. Without a tenant neither of them is reached. */
function twinOutcome(caller: Caller, may: May): Outcome {
  if (!caller.tenantId) return 'choose a tenant'
  if (may !== 'all' && caller.tenantId === fixture.foreign.tenantId) return 'not found'
  return may === 'lost' ? 'forbidden' : 'allowed'
}

function narrower(item: May, other: May): May {
  const order: May[] = ['no', 'lost', 'own', 'all']
  return order[Math.min(order.indexOf(item), order.indexOf(other))]!
}

function headersOf({ viewed, role, tenantId }: Caller): Record<string, string> {
  return {
    ...(viewed ? { 'x-impersonate-role': viewed } : {}),
    ...(role === 'global_admin' && tenantId ? { 'x-tenant-id': tenantId } : {}),
  }
}

/** Creates a new entity for each call, because calls change and delete. */
async function thingFor(row: Row, caller: Caller, target: Target): Promise<string | null> {
  if (!row.thing) return null
  const { own, foreign, make } = fixture
  if (target === 'foreign') return make(row.thing, foreign.tenantId, foreign.reps[0]!.id)
  const isOwn = target === 'own' || target === 'twin'
  const id = await make(row.thing, own.tenantId, isOwn && caller.person ? caller.person.id : own.reps[1]!.id)
  if (target === 'twin') await make(row.thing, foreign.tenantId, foreign.reps[0]!.id, id)
  return id
}

async function byRest(row: Row, caller: Caller, id: string | null): Promise<Outcome> {
  const [method, path] = row.rest!.split(' ') as [string, string]
  const filled = path.replace(/:id|:event_id/, id ?? 'unknown').replace(':z/:x/:y', '1/0/0')
  const body = row.thing === 'pendingUser' ? { tenant_id: fixture.own.tenantId, role: 'sales_rep' } : row.body?.(id)
  const answer = await rest(fixture.url, caller.person?.token ?? null, method, filled, body, headersOf(caller))
  const { status } = answer
  const detail = String(answer.body['detail'] ?? '')
  if (status === 401) return 'unauthenticated'
  if (status === 403) return detail === 'Password change required' ? 'password due' : 'forbidden'
  if (status === 404) return row.lacking?.test(detail) ? 'allowed' : 'not found'
  if (status === 422 && detail === 'Choose a tenant first') return 'choose a tenant'
  if (status === 500 || status === 400) throw new Error(`${row.rest} as ${caller.who}: ${status} ${detail}`)
  return 'allowed'
}

interface GraphqlError {
  message: string
  extensions?: { code?: string }
}

async function byGraphql(row: Row, caller: Caller, id: string | null): Promise<Outcome> {
  const variables = {
    ...(row.thing ? { id } : {}),
    ...(row.thing === 'pendingUser' ? { tenantId: fixture.own.tenantId } : {}),
    ...row.variables?.(),
  }
  const { errors } = operationOf(row).startsWith('Subscription.')
    ? await subscribeOnce(row, caller)
    : await graphql(fixture.url, caller.person?.token ?? null, row.graphql!, variables, headersOf(caller))
  const { message, extensions } = ((errors as GraphqlError[] | undefined) ?? [])[0] ?? { message: '' }
  if (!extensions) return 'allowed'
  if (extensions.code === 'BAD_USER_INPUT' && message === 'Choose a tenant first') return 'choose a tenant'
  if (extensions.code === 'NOT_FOUND' && row.lacking?.test(message)) return 'allowed'
  const outcomes: Record<string, Outcome> = {
    UNAUTHENTICATED: 'unauthenticated',
    FORBIDDEN: 'forbidden',
    NOT_FOUND: 'not found',
    PASSWORD_CHANGE_REQUIRED: 'password due',
    BAD_USER_INPUT: 'allowed',
    CONFLICT: 'allowed',
    CANNOT_TAKE_DOORS: 'allowed',
    UNAVAILABLE: 'allowed',
  }
  const outcome = outcomes[extensions.code ?? '']
  if (!outcome) throw new Error(`${row.graphql} as ${caller.who}: ${extensions.code} ${message}`)
  return outcome
}

/** Treats a subscription that is not refused as allowed. */
async function subscribeOnce(row: Row, caller: Caller): Promise<{ errors?: GraphqlError[] }> {
  const client = createClient({
    url: `${fixture.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: {
      ...(caller.person ? { authorization: `Bearer ${caller.person.token}` } : {}),
      ...headersOf(caller),
    },
    retryAttempts: 0,
  })
  const answer = new Promise<{ errors?: GraphqlError[] }>((resolve) => {
    const received = (errors: unknown) =>
      resolve({
        errors: Array.isArray(errors)
          ? (errors as GraphqlError[])
          : [
              {
                message: 'closed',
                extensions: { code: (errors as { code?: number }).code === 4401 ? 'UNAUTHENTICATED' : 'CLOSED' },
              },
            ],
      })
    client.subscribe(
      { query: row.graphql! },
      {
        next: ({ errors }) => (errors ? received(errors) : resolve({})),
        error: received,
        complete: () => undefined,
      },
    )
    // A refusal arrives before the responses to later queries, or the socket closes.
    void waitUntilSubscribed(client).then(
      () => resolve({}),
      () => undefined,
    )
  })
  const result = await answer
  await client.dispose()
  return result
}

/** The operation in the row's document, such as 'Query.lead'. */
function operationOf(row: Row): string {
  const [definition] = parse(row.graphql!).definitions
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`Not an operation: ${row.graphql}`)
  const [field, ...more] = definition.selectionSet.selections
  if (field?.kind !== Kind.FIELD || more.length > 0) throw new Error(`More than one field: ${row.graphql}`)
  const types = {
    [OperationTypeNode.QUERY]: 'Query',
    [OperationTypeNode.MUTATION]: 'Mutation',
    [OperationTypeNode.SUBSCRIPTION]: 'Subscription',
  }
  return `${types[definition.operation]}.${field.name.value}`
}

const routeOf = (row: Row) => row.rest!.split('?')[0]!

describe('the permission matrix', () => {
  it('lists every GraphQL operation exactly once', async () => {
    const schema = await makeSchema()
    const operations = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}).map((field) => `${type!.name}.${field}`),
    )
    const listed = matrix.filter(({ graphql: document }) => document).map(operationOf)
    expect(listed.sort()).toEqual(operations.sort())
  })

  it('tries twins of every kind that a global admin reaches in all tenants, unless its ids are unique there', () => {
    const kinds = matrix.flatMap(({ thing, inTenant, foundFirst, everywhere }) =>
      thing && (!inTenant || foundFirst) && !everywhere ? thing : [],
    )
    expect(new Set(kinds)).toEqual(twinKinds)
  })

  it('lists every route exactly once', () => {
    const listed = matrix.filter(({ rest: route }) => route).map(routeOf)
    expect(listed.sort()).toEqual([...fixture.routes].sort())
  })
})

/** Operations that end the caller's session, so each call needs a new one. */
const endsSessions = new Set(['Mutation.logout', 'POST /auth/logout'])

describe.each(['graphql', 'rest'] as const)('by %s', (transport) => {
  const rows = matrix.filter((row) => row[transport])
  const nameOf = (row: Row) => (transport === 'graphql' ? operationOf(row) : routeOf(row))

  it.each(rows.map((row) => [nameOf(row), row] as const))(
    '%s allows exactly the callers that the matrix allows',
    async (name, row) => {
      const received: Record<string, Outcome> = {}
      const expectedValue: Record<string, Outcome> = {}
      const ask = transport === 'graphql' ? byGraphql : byRest
      await Promise.all(
        callers().map(async (caller) => {
          if (endsSessions.has(name) && caller.person) caller.person = await fixture.signInAgain(caller.person)
          for (const target of targetsOf(row, caller)) {
            const cell = row.thing ? `${caller.who}, ${target} ${row.thing}` : caller.who
            expectedValue[cell] = expected(row, caller, target)
            received[cell] = await ask(row, caller, await thingFor(row, caller, target))
          }
        }),
      )
      expect(received).toEqual(expectedValue)
    },
  )
})
