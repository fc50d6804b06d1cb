/**
 * A function, view or trigger of the database. Each stands once, in the `*.sql.ts` file beside the code that needs it, and
 * `installObjects` brings every database to that text.
 */
export interface DatabaseObject {
  kind: 'function' | 'view' | 'trigger'
  /** That of a function has the types of its parameters. */
  name: string
  /** The table of a trigger. */
  table?: string
  /** Makes the object, or replaces it. */
  sql: string
}

interface FunctionDefinition {
  name: string
  /** Separated by ', '. */
  parameters?: string
  /** What follows the parameters. */
  sql: string
  /** The role that owns the function and whose rights it has as SECURITY DEFINER; the owner of the database by default. */
  owner?: string
  /** The roles that may call it; all by default. */
  callers?: string[]
}

/**
 * A function. Processes of the release before call it too, during an upgrade, so what the parameters and the result mean must
 * not change: a function with others has another name, and the earlier one is kept as `retired` for one release.
 */
export function databaseFunction({ name, parameters = '', sql, owner, callers }: FunctionDefinition): DatabaseObject {
  const types = parameters.split(', ').map((parameter) => parameter.slice(parameter.indexOf(' ') + 1))
  const signature = `${name}(${types.join(', ')})`
  const statements = [`create or replace function ${name}(${parameters}) ${sql}`]
  if (callers)
    statements.push(
      `revoke execute on function ${signature} from public`,
      `grant execute on function ${signature} to ${callers.join(', ')}`,
    )
  // PostgreSQL asks that the new owner may create functions.
  if (owner)
    statements.push(
      `grant create on schema public to ${owner}`,
      `alter function ${signature} owner to ${owner}`,
      `revoke create on schema public from ${owner}`,
    )
  return { kind: 'function', name: signature, sql: statements.join(';\n') }
}

/** The trigger `name` of `table`: when it fires, such as `before insert`, and what it does. */
export function databaseTrigger(name: string, event: string, table: string, action: string): DatabaseObject {
  const sql = `drop trigger if exists ${name} on ${table};\ncreate trigger ${name} ${event} on ${table} ${action}`
  return { kind: 'trigger', name, table, sql }
}
