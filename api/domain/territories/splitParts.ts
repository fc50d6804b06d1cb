import { createGroups, type FaceEdge, type FaceGraph } from './splitGraph.ts'

/** Parts may have so many doors more or fewer than an equal share. */
export const tolerance = 0.1

/** The number of spanning trees that are tried for a division. */
const triesPerCut = 12
const improvementsPerPart = 4
const maxImprovements = 80
/** The number of divisions, of which the best is used. */
const maxDivisions = 4

interface Cut {
  first: number[]
  second: number[]
  /** The largest difference of a part from an equal share, as a part of it. */
  deviation: number
  /** Of the ways that are cut, the more the shorter they are. */
  loss: number
}

/**
 * The part of each node, 0 to `parts` - 1: each part is connected and has about the same number of doors, and short ways are seldom cut. The
 * graph is divided in two, again and again, at a side of a random spanning tree; then two parts that adjoin are joined and divided anew
 * (ReCom, as `recursive_tree_part` and `bipartition_tree` of GerryChain). Needs a connected graph with at least `parts` nodes.
 */
export async function divideGraph(
  graph: Pick<FaceGraph, 'nodes' | 'edges'>,
  parts: number,
  random: () => number,
  pause: () => Promise<void> | undefined,
): Promise<number[]> {
  let best: { partOfNode: number[]; deviation: number; loss: number } | undefined
  for (let n = 0; n < maxDivisions; n += 1) {
    const division = await divideOnce(graph, parts, random, pause)
    if (!best || isBetter(division, best)) best = division
    if (best.deviation <= tolerance && n > 0) break
  }
  return best!.partOfNode
}

/** Equal shares first, as far as they are tolerated; then short ways that are not cut. */
function isBetter(one: Pick<Cut, 'deviation' | 'loss'>, other: Pick<Cut, 'deviation' | 'loss'>, tolerated = tolerance) {
  const [a, b] = [Math.max(one.deviation, tolerated), Math.max(other.deviation, tolerated)]
  return a < b || (a === b && one.loss < other.loss)
}

async function divideOnce(
  { nodes, edges }: Pick<FaceGraph, 'nodes' | 'edges'>,
  parts: number,
  random: () => number,
  pause: () => Promise<void> | undefined,
) {
  const share = nodes.reduce((sum, { doors }) => sum + doors, 0) / parts
  const edgesOfNode = nodes.map((): FaceEdge[] => [])
  for (const edge of edges) {
    edgesOfNode[edge.from]!.push(edge)
    edgesOfNode[edge.to]!.push(edge)
  }
  const cutter = createCutter(nodes, edgesOfNode, share, random, pause)
  const groups: number[][] = []
  const waiting = [{ members: nodes.map((_, index) => index), count: parts }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.count === 1) {
      groups.push(next.members)
      continue
    }
    const half = Math.floor(next.count / 2)
    const inHalves = await cutter(next.members, half, next.count - half)
    const count = inHalves ? half : 1
    // A tree in the form of a star cannot be cut in the middle, but each has a node at its end.
    const { first, second } = inHalves ?? (await cutter(next.members, 1, next.count - 1))!
    waiting.push({ members: first, count }, { members: second, count: next.count - count })
  }
  const partOfNode: number[] = []
  const assign = (part: number) => {
    for (const node of groups[part]!) partOfNode[node] = part
  }
  const deviationOf = (part: number) =>
    Math.abs(groups[part]!.reduce((sum, node) => sum + nodes[node]!.doors, 0) - share) / share
  for (const part of groups.keys()) assign(part)

  for (let n = 0; n < Math.min(maxImprovements, improvementsPerPart * (parts - 1)); n += 1) {
    const deviations = [...groups.keys()].map(deviationOf)
    const worst = deviations.indexOf(Math.max(...deviations))
    const isBalanced = deviations[worst]! <= tolerance
    const part = isBalanced || n % 3 === 2 ? Math.floor(random() * parts) : worst
    const others = [...neighborsOf(groups[part]!, partOfNode, edgesOfNode)]
    const other = others[Math.floor(random() * others.length)]!
    const pair = [...groups[part]!, ...groups[other]!]
    const before = {
      deviation: Math.max(deviations[part]!, deviations[other]!),
      loss: lossOf(groups[part]!, new Set(groups[other]), edgesOfNode),
    }
    const cut = await cutter(pair, 1, 1)
    if (!cut || !isBetter(cut, before)) continue
    ;[groups[part], groups[other]] = [cut.first, cut.second]
    assign(part)
    assign(other)
  }
  const deviation = Math.max(...[...groups.keys()].map(deviationOf))
  const loss = edges.reduce(
    (sum, edge) => sum + (partOfNode[edge.from] === partOfNode[edge.to] ? 0 : weightOf(edge)),
    0,
  )
  return { partOfNode, deviation, loss }
}

function neighborsOf(members: readonly number[], partOfNode: readonly number[], edgesOfNode: readonly FaceEdge[][]) {
  const part = partOfNode[members[0]!]
  const found = new Set<number>()
  for (const node of members)
    for (const { from, to } of edgesOfNode[node]!) {
      const other = partOfNode[from === node ? to : from]!
      if (other !== part) found.add(other)
    }
  return found
}

/** What is lost by cutting the way: much for the other side of the street, little for the house behind. */
const weightOf = ({ cost }: FaceEdge) => 100 / (cost + 10)

function lossOf(members: readonly number[], others: ReadonlySet<number>, edgesOfNode: readonly FaceEdge[][]): number {
  let loss = 0
  for (const node of members)
    for (const edge of edgesOfNode[node]!)
      if (others.has(edge.from === node ? edge.to : edge.from)) loss += weightOf(edge)
  return loss
}

/**
 * Creates a function that divides connected nodes into two connected sets, which are to be divided into the given numbers of parts. It returns
 * null if no spanning tree allows it.
 */
function createCutter(
  nodes: FaceGraph['nodes'],
  edgesOfNode: readonly FaceEdge[][],
  share: number,
  random: () => number,
  pause: () => Promise<void> | undefined,
): (members: readonly number[], firstParts: number, secondParts: number) => Promise<Cut | null> {
  return async (members, firstParts, secondParts) => {
    const total = members.reduce((sum, node) => sum + nodes[node]!.doors, 0)
    const isMember = new Set(members)
    const edges = members.flatMap((node) =>
      edgesOfNode[node]!.filter(({ from, to }) => from === node && isMember.has(to)),
    )
    // Where more parts are still to be made, a rest is shared by all of them.
    const tolerated = firstParts + secondParts > 2 ? tolerance / 3 : tolerance
    let best: Cut | undefined
    for (let n = 0; n < triesPerCut; n += 1) {
      await pause()
      const tree = toTree(members, edges, random)
      const side = chooseSide(tree, nodes, { firstParts, secondParts, total, share, tolerated })
      if (!side) continue
      const first = membersBelow(tree, side.node)
      const inFirst = new Set(first)
      const second = members.filter((node) => !inFirst.has(node))
      const loss = lossOf(second, inFirst, edgesOfNode)
      const [one, other] = side.isSecond ? [second, first] : [first, second]
      const cut = { first: one, second: other, deviation: side.deviation, loss }
      if (!best || isBetter(cut, best, tolerated)) best = cut
    }
    return best ?? null
  }
}

/** A spanning tree whose nodes are after their parents. */
interface Tree {
  order: number[]
  parent: Map<number, number>
  children: Map<number, number[]>
}

/** The minimum spanning tree for costs that are changed at random, so that short ways are mostly in it (Kruskal). */
function toTree(members: readonly number[], edges: readonly FaceEdge[], random: () => number): Tree {
  const weighted = edges.map((edge) => ({ edge, weight: (edge.cost + 10) * (0.2 + random()) }))
  weighted.sort((one, other) => one.weight - other.weight)
  const index = new Map(members.map((node, position) => [node, position]))
  const { find, join } = createGroups(members.length)
  const links = new Map(members.map((node): [number, number[]] => [node, []]))
  for (const {
    edge: { from, to },
  } of weighted) {
    const [a, b] = [index.get(from)!, index.get(to)!]
    if (find(a) === find(b)) continue
    join(a, b)
    links.get(from)!.push(to)
    links.get(to)!.push(from)
  }
  const root = members[Math.floor(random() * members.length)]!
  const order = [root]
  const parent = new Map<number, number>()
  const children = new Map<number, number[]>()
  // The list grows while it is read.
  for (const node of order) {
    const below = links.get(node)!.filter((other) => other !== parent.get(node))
    children.set(node, below)
    for (const other of below) parent.set(other, node)
    order.push(...below)
  }
  return { order, parent, children }
}

interface Target {
  firstParts: number
  secondParts: number
  total: number
  share: number
  tolerated: number
}

/** The node whose subtree is nearest to the doors of its parts, or any that is near enough; undefined if none leaves a node for each part. */
function chooseSide(
  { order, parent, children }: Tree,
  nodes: FaceGraph['nodes'],
  { firstParts, secondParts, total, share, tolerated }: Target,
) {
  const doors = new Map<number, number>()
  const sizes = new Map<number, number>()
  let best: { node: number; isSecond: boolean; deviation: number } | undefined
  for (const node of order.toReversed()) {
    const below = children.get(node)!
    const sum = below.reduce((count, child) => count + doors.get(child)!, nodes[node]!.doors)
    const size = below.reduce((count, child) => count + sizes.get(child)!, 1)
    doors.set(node, sum)
    sizes.set(node, size)
    if (!parent.has(node)) continue
    for (const isSecond of [false, true]) {
      const [mine, others] = isSecond ? [secondParts, firstParts] : [firstParts, secondParts]
      if (size < mine || order.length - size < others) continue
      const deviation = Math.max(Math.abs(sum / mine - share), Math.abs((total - sum) / others - share)) / share
      if (!best || Math.max(deviation, tolerated) < Math.max(best.deviation, tolerated))
        best = { node, isSecond, deviation }
    }
  }
  return best
}

function membersBelow({ children }: Tree, node: number): number[] {
  const found = [node]
  // The list grows while it is read.
  for (const member of found) found.push(...children.get(member)!)
  return found
}
