import { graphql } from './client.ts'
import { createServerFixture } from './serverFixture.ts'
import { addUser, type TestUser } from './testTenant.ts'

export const updateLead =
  'mutation ($id: ID!, $input: UpdateLeadInput!) { updateLead(id: $id, input: $input) { id version } }'
export const leadQuery = `query ($id: ID!) { lead(id: $id) { status assignedTo { id fullName } stage { id name color } followUpAt
  value source contactName contactPhone contactEmail version updatedAt } }`
const historyQuery = `query ($id: ID!) { lead(id: $id) { history { edges { node {
  kind fields note assignedTo { id } stage { name } fromStatus toStatus } } } } }`

export type LeadsFixture = Awaited<ReturnType<typeof createLeadsFixture>>

/** A server with two tenants, as `createServerFixture` makes it, an admin, and what tests of leads send. */
export async function createLeadsFixture(options?: Parameters<typeof createServerFixture>[0]) {
  const fixture = await createServerFixture(options)
  const { server, db, testTenant, execute } = fixture
  return {
    ...fixture,
    admin: await addUser(db, testTenant.tenantId, 'admin', 'Sample Admin'),
    /** The code and the message of the error of a GraphQL request. */
    async refusal(person: TestUser, query: string, variables: object = {}): Promise<[code: string, message: string]> {
      const { errors } = await graphql(server.url, person.token, query, variables)
      return [errors?.[0].extensions.code, errors?.[0].message]
    },
    /** Creates a lead and returns its id. */
    async create(person: TestUser, propertyId: string, more: object = {}): Promise<string> {
      const mutation = 'mutation ($input: CreateLeadInput!) { createLead(input: $input) { id } }'
      return (await execute(person, mutation, { input: { propertyId, tag: 'STORM', ...more } })).createLead.id
    },
    readLead: async (person: TestUser, id: string) => (await execute(person, leadQuery, { id })).lead,
    readHistory: async (person: TestUser, id: string) =>
      (await execute(person, historyQuery, { id })).lead.history.edges.map(
        ({ node }: { node: { kind: string } }) => node,
      ),
    async eventsOf(type: string, leadIds: string[]) {
      const { rows } = await db.query(
        `select data from activity_events where type = $1 and data->>'leadId' = any($2) order by position`,
        [type, leadIds],
      )
      return rows.map(({ data }) => data)
    },
  }
}
