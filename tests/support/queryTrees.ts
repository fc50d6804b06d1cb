import type pg from 'pg'

/** A node of a query tree, with its fields by their names in PostgreSQL (`src/include/nodes/primnodes.h`, `parsenodes.h`). */
export interface TreeNode {
  type: string
  fields: Record<string, TreeValue>
}

/** Lists are arrays, and so is a field with several words. */
type TreeValue = string | TreeNode | TreeValue[]

/**
 * The query trees into which PostgreSQL parses the statement, whose names are resolved. The connection must be the caller's alone.
 * Throws the error of a statement that cannot be prepared.
 */
export async function readQueryTrees(client: pg.Client, sql: string): Promise<TreeNode[]> {
  const last = lastRead.get(client)
  if (last?.sql === sql) return last.trees
  const trees = await readTrees(client, sql)
  lastRead.set(client, { sql, trees })
  return trees
}

/** Each statement is judged by several rules, one after the other. */
const lastRead = new WeakMap<pg.Client, { sql: string; trees: TreeNode[] }>()

async function readTrees(client: pg.Client, sql: string): Promise<TreeNode[]> {
  const texts: string[] = []
  const listen = ({ message, detail }: { message?: string | undefined; detail?: string | undefined }) => {
    if (message?.trim() === 'parse tree:') texts.push(detail!)
  }
  client.on('notice', listen)
  try {
    await client.query('set client_min_messages = log; set debug_pretty_print = off; set debug_print_parse = on')
    await client.query(`prepare read_query_tree as ${sql}`)
  } finally {
    client.off('notice', listen)
    await client.query('reset debug_print_parse; reset client_min_messages; deallocate all')
  }
  // The first is that of PREPARE itself.
  return texts.map(parseTree).filter(({ fields }) => fields['commandType'] !== '6')
}

/** The node and all below it. With `intoQueries: false`, other queries in it are left out. */
export function* nodesIn(value: TreeValue | undefined, options = { intoQueries: true }): Generator<TreeNode> {
  if (value === undefined || typeof value === 'string') return
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesIn(item, options)
    return
  }
  if (value.type === 'QUERY' && !options.intoQueries) return
  yield value
  yield* nodesIn(Object.values(value.fields), options)
}

/** The nodes of a field with a list; none if it is empty. */
export function listOf(node: TreeNode, field: string): TreeNode[] {
  const value = node.fields[field]
  return Array.isArray(value)
    ? value.filter((item): item is TreeNode => typeof item !== 'string' && !Array.isArray(item))
    : []
}

/** The text of `nodeToString` of PostgreSQL. */
function parseTree(text: string): TreeNode {
  const tokens = tokensOf(text)
  let at = 0
  const readValue = (): TreeValue => {
    const token = tokens[at++]!
    if (token === '{') return readNode()
    if (token !== '(') return token
    const list: TreeValue[] = []
    while (tokens[at] !== ')') list.push(readValue())
    at += 1
    return list
  }
  const readNode = (): TreeNode => {
    const node: TreeNode = { type: tokens[at++]!, fields: {} }
    while (tokens[at] !== '}') {
      const name = tokens[at++]!.slice(1)
      const values: TreeValue[] = []
      while (tokens[at] !== '}' && !tokens[at]!.startsWith(':')) values.push(readValue())
      node.fields[name] = values.length === 1 ? values[0]! : values
    }
    at += 1
    return node
  }
  return readValue() as TreeNode
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  let word = ''
  const endWord = () => {
    if (word) tokens.push(word)
    word = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    if (character === '\\') word += text.slice(at, (at += 1) + 1)
    else if (character.trim() === '') endWord()
    else if ('{}()'.includes(character)) {
      endWord()
      tokens.push(character)
    } else word += character
  }
  endWord()
  return tokens
}
