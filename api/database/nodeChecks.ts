import type { NodeAddress } from './tenantNodes.ts'

/** Nodes are asked again at the first call after this time. */
const refreshMs = 2_000
/** What is older is not said any more. */
const staleMs = 10_000

/**
 * Which nodes of a distributed database do not answer. A call never waits for one: it returns what is known and asks again beside that
 * when this is old. `ask` rejects for a node that cannot be reached.
 */
export class NodeChecks {
  readonly #listNodes: () => Promise<(NodeAddress | null)[]>
  readonly #ask: (node: NodeAddress) => Promise<unknown>
  #missing: string[] = []
  #isAsking = false
  #askedAt = -Infinity

  constructor(listNodes: () => Promise<(NodeAddress | null)[]>, ask: (node: NodeAddress) => Promise<unknown>) {
    this.#listNodes = listNodes
    this.#ask = ask
  }

  /** The missing nodes as `host:port`, sorted; none before the first answer, and after some time without a call. */
  missing(): string[] {
    if (!this.#isAsking && performance.now() - this.#askedAt > refreshMs) void this.#askAll()
    return performance.now() - this.#askedAt > staleMs ? [] : this.#missing
  }

  async #askAll(): Promise<void> {
    this.#isAsking = true
    try {
      const nodes = (await this.#listNodes()).filter((node) => node !== null)
      const answers = await Promise.allSettled(nodes.map((node) => this.#ask(node)))
      this.#missing = nodes
        .filter((_, n) => answers[n]!.status === 'rejected')
        .map(({ host, port }) => `${host}:${port}`)
        .toSorted()
    } catch {
      // Without the coordinator, which knows the nodes, nothing works, and the other checks say so.
    } finally {
      this.#isAsking = false
      this.#askedAt = performance.now()
    }
  }
}
