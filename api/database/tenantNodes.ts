import { boundedCache } from '../domain/boundedCache.ts'

/** A node of a distributed database other than the one that the application connects to, by host and port. */
export interface NodeAddress {
  host: string
  port: number
}

/** The range of hashes whose tenants a node holds; `node` is null for the coordinator. */
interface Placement {
  from: number
  to: number
  node: NodeAddress | null
}

type Query = <T>(sql: string, parameters: readonly unknown[]) => Promise<T[]>

/** Placements older than this are read again, beside the call that finds them old. */
const refreshMs = 5_000

/**
 * Which node of a database distributed with Citus holds the rows of a tenant (docs/decisions/0046). One PostgreSQL that is
 * not distributed holds them all. Reads the engine's catalog on the coordinator with `query`, at the first call and then
 * while tenants are asked for, because a tenant can move.
 */
export class TenantNodes {
  readonly #query: Query
  readonly #hashes = boundedCache<Promise<number>>({
    name: 'hashes of tenants',
    maxEntries: 20_000,
    maxBytes: 8 * 1024 * 1024,
    sizeOf: () => 100,
  })
  #placements: Promise<Placement[]> | null = null
  #readAt = 0

  constructor(query: Query) {
    this.#query = query
  }

  /** Whether the tables are distributed. */
  async isDistributed(): Promise<boolean> {
    return (await this.#current()).length > 0
  }

  /** The node that holds the rows of the tenant; null for the coordinator. */
  async nodeOf(tenantId: string): Promise<NodeAddress | null> {
    const placements = await this.#current()
    if (placements.length === 0) return null
    const hash = await this.#hashOf(tenantId)
    return placements.find(({ from, to }) => from <= hash && hash <= to)!.node
  }

  /** The nodes that hold tenants; null stands for the coordinator, which also is the only node of a plain database. */
  async all(): Promise<(NodeAddress | null)[]> {
    const nodes = (await this.#current()).map(({ node }) => node)
    const byAddress = new Map(nodes.map((node) => [node ? `${node.host}:${node.port}` : '', node]))
    return byAddress.size > 0 ? [...byAddress.values()] : [null]
  }

  /** Makes the next call read the placements of a distributed database again. */
  expire(): void {
    this.#readAt = -Infinity
  }

  async #current(): Promise<Placement[]> {
    this.#placements ??= this.#read()
    const known = await this.#placements
    const age = performance.now() - this.#readAt
    if (known.length === 0 || age < refreshMs) return known
    const reading = this.#read()
    // A database that was distributed stays it, so an answer without placements comes from a server that is starting.
    this.#placements = reading.then(
      (found) => (found.length > 0 ? found : known),
      () => known,
    )
    return age === Infinity ? this.#placements : known
  }

  async #read(): Promise<Placement[]> {
    this.#readAt = performance.now()
    try {
      const [catalog] = await this.#query<{ found: boolean }>(
        `select to_regclass('pg_catalog.pg_dist_placement') is not null as found`,
        [],
      )
      return catalog!.found ? await this.#readPlacements() : []
    } catch (error) {
      this.#placements = null
      throw error
    }
  }

  async #readPlacements(): Promise<Placement[]> {
    const rows = await this.#query<{ from: number; to: number; group: number; host: string; port: number }>(
      `select s.shardminvalue::int as "from", s.shardmaxvalue::int as "to", n.groupid as "group", n.nodename as host,
         n.nodeport as port
       from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
       join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
       join pg_class c on c.oid = s.logicalrelid
       where c.relname = 'activity_events' and c.relnamespace = 'public'::regnamespace`,
      [],
    )
    return rows.map(({ from, to, group, host, port }) => ({ from, to, node: group === 0 ? null : { host, port } }))
  }

  #hashOf(tenantId: string): Promise<number> {
    const known = this.#hashes.get(tenantId)
    if (known) return known
    const hash = this.#query<{ hash: number }>('select worker_hash($1::uuid) as hash', [tenantId]).then(
      ([row]) => row!.hash,
    )
    this.#hashes.set(tenantId, hash)
    hash.catch(() => this.#hashes.delete(tenantId))
    return hash
  }
}
