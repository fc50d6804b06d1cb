// mercurius, without its compiler, in a separate process: a plain INSERT, and pages of properties with their leads from two
// statements, without log, projection, row-level security or authentication. Arguments: database URL, tenant, port.
import Fastify from 'fastify'
import mercurius from 'mercurius'
import pg from 'pg'

const [databaseUrl, tenantId, port] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const knocksTable =
  'create table if not exists plain_knocks (event_id uuid primary key, property_id uuid, outcome text, at timestamptz)'

const schema = `
  input KnockInput { propertyId: ID!, outcome: String!, eventId: ID! }
  type KnockResult { eventId: ID! }
  type Lead { id: ID! tag: String! priority: String! status: String! createdAt: String! }
  type Property { id: ID! address: String! streetNumber: String! city: String state: String zipCode: String lat: Float! lng: Float!
    ownerName: String tags: [String!]! priority: String! status: String! createdAt: String! leads: [Lead!]! }
  type PageInfo { endCursor: String hasNextPage: Boolean! }
  type Edge { cursor: String! node: Property! }
  type Connection { pageInfo: PageInfo! edges: [Edge!]! }
  type Query { ready: Boolean properties(first: Int!, after: String): Connection! }
  type Mutation { logKnock(input: KnockInput!): KnockResult! }`

const page = `
  select p.id, p.address, p.street_number as "streetNumber", p.city, p.state, p.zip_code as "zipCode", p.lat, p.lng,
    p.owner_name as "ownerName", p.priority, p.status, to_json(p.created_at) #>> '{}' as "createdAt",
    array(select t.tag from property_tags t where t.tenant_id = p.tenant_id and t.property_id = p.id order by t.position) as tags
  from properties p where p.tenant_id = $1 order by p.created_at desc, p.id desc limit $2`
const leadsOfPage = `
  select l.id, l.property_id as "propertyId", l.tag, l.priority, l.status, to_json(l.created_at) #>> '{}' as "createdAt"
  from leads l where l.tenant_id = $1 and l.property_id = any($2) order by l.created_at desc`

const resolvers = {
  Query: {
    async properties(_, { first }) {
      const { rows } = await pool.query({ name: 'page', text: page, values: [tenantId, first + 1] })
      const nodes = rows.slice(0, first)
      const ids = nodes.map(({ id }) => id)
      const leads = await pool.query({ name: 'leads', text: leadsOfPage, values: [tenantId, ids] })
      const byProperty = Map.groupBy(leads.rows, ({ propertyId }) => propertyId)
      for (const node of nodes) node.leads = byProperty.get(node.id) ?? []
      const edges = nodes.map((node) => ({ cursor: `${node.createdAt}|${node.id}`, node }))
      return { edges, pageInfo: { endCursor: edges.at(-1)?.cursor ?? null, hasNextPage: rows.length > first } }
    },
  },
  Mutation: {
    async logKnock(_, { input: { propertyId, outcome, eventId } }) {
      await pool.query({
        name: 'insert',
        text: 'insert into plain_knocks values ($1, $2, $3, now())',
        values: [eventId, propertyId, outcome],
      })
      return { eventId }
    },
  },
}

await pool.query(knocksTable)
const app = Fastify()
app.register(mercurius, { schema, resolvers, jit: 0 })
app.get('/', async () => 'ok')
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit(0))
