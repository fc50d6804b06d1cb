import { expect, it } from 'vitest'
import { TenantNodes } from './tenantNodes.ts'

const placement = (from: number, to: number, group: number) => ({
  from,
  to,
  group,
  host: `node${group}.example`,
  port: 5432,
})

/** The catalog of a cluster whose nodes hold these ranges of hashes; the hash of a tenant is its id. */
function createCatalog(placements: object[]) {
  const catalog = { placements, reads: 0 }
  const query = async <T>(sql: string, [tenantId]: readonly unknown[]): Promise<T[]> => {
    if (sql.includes('worker_hash')) return [{ hash: Number(tenantId) }] as T[]
    if (sql.includes('as found')) return [{ found: catalog.placements.length > 0 }] as T[]
    catalog.reads += 1
    return catalog.placements as T[]
  }
  return { catalog, nodes: new TenantNodes(query) }
}

it('a database that is not distributed has every tenant on its own server', async () => {
  const { catalog, nodes } = createCatalog([])
  expect(await nodes.isDistributed()).toBe(false)
  expect(await nodes.nodeOf('7')).toBeNull()
  expect(await nodes.all()).toEqual([null])
  expect(catalog.reads).toBe(0)
})

it('a tenant is on the node whose range has its hash, and the coordinator can hold tenants, too', async () => {
  const { nodes } = createCatalog([placement(-100, -1, 1), placement(0, 49, 2), placement(50, 100, 0)])
  expect(await nodes.nodeOf('-100')).toEqual({ host: 'node1.example', port: 5432 })
  expect(await nodes.nodeOf('49')).toEqual({ host: 'node2.example', port: 5432 })
  expect(await nodes.nodeOf('50')).toBeNull()
  expect(await nodes.all()).toHaveLength(3)
})

it('a tenant that moved is found after an error, and the catalog is read once until then', async () => {
  const { catalog, nodes } = createCatalog([placement(-100, 100, 1)])
  for (let n = 0; n < 3; n += 1) expect(await nodes.nodeOf('7')).toMatchObject({ host: 'node1.example' })
  expect(catalog.reads).toBe(1)
  catalog.placements = [placement(-100, 100, 2)]
  nodes.expire()
  expect(await nodes.nodeOf('7')).toMatchObject({ host: 'node2.example' })
})
