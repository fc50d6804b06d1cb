import pLimit from 'p-limit'
import pg from 'pg'
import { startServer } from '../support/server.ts'
import { createTestEnvironment } from '../support/testEnvironment.ts'
import { createTestTenant } from '../support/testTenant.ts'
import { type Caller, createCallers } from './callers.ts'
import { Choices } from './choices.ts'
import { createForeignTenant, type ForeignTenant, foreignMarker } from './foreignTenant.ts'
import { type IdKind, idKindOf, idKinds, readNewestIds } from './ids.ts'
import { endsSessions, type GraphqlOperation, readOperations, type RestOperation } from './operations.ts'
import { makeGraphqlRequest, makeRestRequest, randomParts, type ValueSource } from './requestMaker.ts'
import { type ApiRequest, createSender, describeRequest } from './requests.ts'
import type { FaultRow } from './row.ts'
import { runSocketSession } from './socketFrames.ts'
import { sendUnfilteredStatements } from './unfilteredStatements.ts'

const concurrency = 8
const maxListedLeaks = 20
/** These may see every tenant, or nobody. */
const excludedCallers = new Set(['global_admin', 'global_admin in the tenant', 'unknown token'])
const isForeign: (kind: string) => kind is IdKind = (kind): kind is IdKind => kind in idKinds && kind !== 'parcel'

/** Every operation by every role with ids of another tenant, then every table without the application's conditions. */
export const tenantMatrix: FaultRow = {
  name: 'tenantMatrix',
  title: "operations x roles with another tenant's ids, tables without filters",
  aim: '0 leaks',
  longCount: 20_000,
  shortCount: 1_500,
  async run({ count, seed = 1, log }) {
    const environment = await createTestEnvironment({ fsync: 'off', full_page_writes: 'off' })
    const client = new pg.Client({ connectionString: environment.ownerUrl })
    try {
      await client.connect()
      environment.onTeardown(() => client.end())
      const { tenantId } = await createTestTenant(environment.ownerUrl, { reps: 2, propertiesPerRep: 5 })
      const server = await startServer({
        databaseUrl: environment.ownerUrl,
        env: { NODE_ENV: 'production', LOG_LEVEL: 'error', TRUSTED_PROXIES: '1' },
      })
      environment.onTeardown(() => server.stop())
      const foreign = await createForeignTenant(client, environment.ownerUrl, server.url)
      const before = await foreign.checksum()
      const operations = await readOperations(server.url)
      const sender = createSender(server.url, concurrency)
      environment.onTeardown(async () => sender.close())
      const ownRead = { method: 'GET', path: '/api/properties', headers: foreign.headers }
      if (!(await findLeak(client, tenantId, foreign, '', (await sender.send(ownRead)).text)))
        throw new Error("The other tenant's own answer is not recognized as its data, so no leak would be found.")
      const limit = pLimit(concurrency)
      const all = [...operations.rest, ...operations.graphql].sort(
        (one, other) => Number(endsSessions(nameOf(one))) - Number(endsSessions(nameOf(other))),
      )
      const leaks: string[] = []
      const addLeak = (leak: string) => {
        leaks.push(leak)
        log(leak)
      }
      let answered = 0
      let sent = 0

      for (let pass = 0; sent < count; pass += 1) {
        const callers = (await createCallers(client, server.url, tenantId)).filter(
          ({ who }) => !excludedCallers.has(who),
        )
        const own = await readOwnIds(client, tenantId)
        const choices = new Choices(seed + pass)
        const sendCase = async (operation: RestOperation | GraphqlOperation, caller: Caller, kind: IdKind) => {
          const source = makeSource(choices, foreign, own, kind)
          const { request, text } = await send(operation, caller, source)
          answered += 1
          const found = await findLeak(client, tenantId, foreign, request, text)
          if (found) addLeak(`${found} for ${caller.who}: ${request}: ${text.slice(0, 500)}`)
        }
        const tasks = all.flatMap((operation, n) => {
          const kinds = Object.keys(foreign.ids).filter(isForeign)
          const kind = kinds[(n + pass) % kinds.length]!
          return callers.map((caller) => ({ operation, caller, kind }))
        })
        const wanted = tasks.slice(0, count - sent)
        sent += wanted.length
        await Promise.all(wanted.map(({ operation, caller, kind }) => limit(() => sendCase(operation, caller, kind))))
        log(`${sent.toLocaleString('en-US')} cases, ${leaks.length} leaks`)
        const changed = changesOf(before, await foreign.checksum())
        if (changed.length > 0) {
          addLeak(`Rows of the other tenant were changed: ${changed.join(', ')}`)
          break
        }
      }
      const statements = await sendUnfilteredStatements(environment, tenantId, foreign.tenantId)
      leaks.push(...statements.leaks)
      const cases = answered + statements.statements
      return {
        count: cases,
        figures: `${leaks.length} leaks in ${answered.toLocaleString('en-US')} requests and ${statements.statements.toLocaleString('en-US')} statements`,
        problems: leaks.slice(0, maxListedLeaks),
      }

      async function send(operation: RestOperation | GraphqlOperation, { headers }: Caller, source: ValueSource) {
        const sentHeaders = { ...headers, 'x-forwarded-for': `198.51.100.${source.choices.int(1, 254)}` }
        if ('method' in operation) {
          const { contentType, ...call } = makeRestRequest(operations.document, operation, source)
          const type: Record<string, string> = contentType ? { 'content-type': contentType } : {}
          return sendRequest({ ...call, headers: { ...sentHeaders, ...type } })
        }
        const payload = makeGraphqlRequest(operation.kind, operation.field, source)
        if (operation.kind === 'subscription') {
          const frames = [
            JSON.stringify({ type: 'connection_init', payload: headers }),
            JSON.stringify({ type: 'subscribe', id: '1', payload }),
          ]
          const { received } = await runSocketSession(server.url, frames)
          return { request: frames.join(' '), text: received }
        }
        const type = { 'content-type': 'application/json' }
        return sendRequest({
          method: 'POST',
          path: '/graphql',
          headers: { ...sentHeaders, ...type },
          body: JSON.stringify(payload),
        })
      }

      async function sendRequest(request: ApiRequest) {
        const { text } = await sender.send(request)
        return { request: describeRequest(request), text }
      }
    } finally {
      await environment.teardown()
    }
  },
}

function nameOf(operation: RestOperation | GraphqlOperation): string {
  return 'field' in operation ? operation.field.name : `${operation.operation.operationId} ${operation.path}`
}

/** The ids are mostly of the foreign tenant, sometimes of the own one, so that only an inner id is foreign. */
function makeSource(
  choices: Choices,
  { ids }: ForeignTenant,
  own: Record<IdKind, string[]>,
  kind: IdKind,
): ValueSource {
  return {
    choices,
    id(name, operation) {
      const meant = idKindOf(name, operation)
      // Parcels belong to no tenant, and a property keeps whatever parcel id it is given.
      if (meant === 'parcel') return 'unknown-parcel'
      if (choices.oneIn(4) && own[meant].length > 0) return choices.oneOf(own[meant])
      return choices.oneOf(ids[choices.oneIn(2) ? kind : meant] ?? ids[kind]!)
    },
    text: (name) => {
      if (/email/.test(name)) return `${choices.int(1, 1e9)}@sample.example`
      // A prefix of the marker finds the other tenant's rows if a search reaches them, but is not the marker.
      return choices.oneIn(2)
        ? foreignMarker.slice(0, -2)
        : choices.oneOf(['storm', 'Sample', 'talked', 'week', '7', ''])
    },
    junk: () => null,
    ...randomParts(choices),
  }
}

async function readOwnIds(client: pg.Client, tenantId: string): Promise<Record<IdKind, string[]>> {
  const newest = await readNewestIds(client)
  const { rows: users } = await client.query<{ id: string }>(
    'select id::text from users where tenant_id = $1 limit 5',
    [tenantId],
  )
  const { rows: properties } = await client.query<{ id: string }>(
    'select id::text from properties where tenant_id = $1 order by id desc limit 8',
    [tenantId],
  )
  const { rows: leads } = await client.query<{ id: string }>(
    'select id::text from leads where tenant_id = $1 limit 8',
    [tenantId],
  )
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const none = Object.fromEntries(Object.keys(newest).map((kind) => [kind, [] as string[]])) as Record<IdKind, string[]>
  return { ...none, tenant: [tenantId], user: idsOf(users), property: idsOf(properties), lead: idsOf(leads) }
}

/** What of the foreign tenant an answer contains; null if nothing. Ids that the request named, or that the tenant uses itself, are not. */
async function findLeak(
  client: pg.Client,
  tenantId: string,
  foreign: ForeignTenant,
  request: string,
  text: string,
): Promise<string | null> {
  if (text.includes(foreignMarker)) return 'A text of the other tenant'
  const ids = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  for (const id of new Set(ids)) {
    if (!foreign.allIds.has(id) || request.includes(id)) continue
    if (!(await isUsedBy(client, tenantId, id))) return `The id ${id} of the other tenant`
  }
  return null
}

/** Whether the tenant has chosen this id for something of its own, or reported it. */
async function isUsedBy(client: pg.Client, tenantId: string, id: string): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select from client_actions where tenant_id = $1 and id = $2::uuid)
       or exists (select from knocks where tenant_id = $1 and event_id = $2::uuid)
       or exists (select from activity_events e where tenant_id = $1 and e::text like '%' || $2::text || '%') as used`,
    [tenantId, id],
  )
  return rows[0]!.used
}

function changesOf(before: string, after: string): string[] {
  const unchanged = new Set(before.split('\n'))
  return after.split('\n').filter((line) => !unchanged.has(line))
}
