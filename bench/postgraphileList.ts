import { randomUUID } from 'node:crypto'
import type { TestEnvironment } from '../tests/support/testEnvironment.ts'
import { graphql } from './load.ts'
import { startPostGraphile } from './postgraphile.ts'

const PAGE = `query ($tenant: UUID!, $after: Cursor) {
  allProperties(first: 100, after: $after, condition: { tenantId: $tenant }, orderBy: [CREATED_AT_DESC, PRIMARY_KEY_DESC]) {
    pageInfo { endCursor hasNextPage }
    edges { cursor node { id address streetNumber city state zipCode lat lng ownerName tags priority status createdAt
      leads: leadsByTenantIdAndPropertyId(orderBy: CREATED_AT_DESC) { nodes { id tag priority status createdAt } } } } } }`

interface Page {
  allProperties: { edges: { node: { leads: { nodes: unknown[] } } }[]; pageInfo: { endCursor: string } }
}

/**
 * Starts PostGraphile with as many properties and leads of the same shape, and returns a function that reads a page of
 * 100 through its cursor connection.
 */
export async function startListYardstick(
  environment: TestEnvironment,
  propertyCount: number,
  leadsPerProperty: number,
) {
  const tenant = randomUUID()
  const { url } = await startPostGraphile(environment, 'list', async (client) => {
    await client.query(
      `insert into properties
       select $1, gen_random_uuid(), (100 + n % 40 * 4) || ' Sample ' || n % 97 || ' St', (100 + n % 40 * 4)::text,
         'Sample Town ' || n % 31, 'IN', '0' || 1000 + n % 90, 39.7 + n % 1000 / 1e4, -86.2 + n / 1000 / 1e4,
         'Sample Owner ' || lpad((n % 5000)::text, 4, '0'), case n % 4 when 0 then '{}' else '{gutter}'::text[] end, 'normal', 'new',
         gen_random_uuid(), timestamptz '2026-01-01' + n * interval '1 minute'
       from generate_series(1, $2::int) n`,
      [tenant, propertyCount],
    )
    await client.query(
      `insert into leads select tenant_id, gen_random_uuid(), id, 'gutter', 'normal', 'new', created_at + n * interval '1 hour'
       from properties, generate_series(1, $1::int) n`,
      [leadsPerProperty],
    )
  })
  return async (after?: string): Promise<string> => {
    const { edges, pageInfo } = (await graphql<Page>(url, '', PAGE, { tenant, after })).allProperties
    const leads = edges.reduce((sum, { node }) => sum + node.leads.nodes.length, 0)
    if (edges.length !== 100 || leads !== 100 * leadsPerProperty)
      throw new Error(`The page of PostGraphile has ${edges.length} properties with ${leads} leads`)
    return pageInfo.endCursor
  }
}
