// Preloaded with --import: appends each different statement of this process, with the scope of its transaction, to the file
// RECORDED_STATEMENTS as a line of JSON, and again with each change (`after`) that its transaction made before in another scope.
import { appendFileSync } from 'node:fs'
import pg from 'pg'

const file = process.env.RECORDED_STATEMENTS
const recorded = new Set()
const scopes = new WeakMap()
/** What the transaction of each client has changed. */
const changes = new WeakMap()
const { query } = pg.Client.prototype

pg.Client.prototype.query = function (statement, ...rest) {
  const sql = typeof statement === 'string' ? statement : statement?.text
  if (sql !== undefined) record(this, sql)
  return query.call(this, statement, ...rest)
}

function record(client, sql) {
  if (/^(begin|commit|rollback)\b/i.test(sql)) {
    scopes.delete(client)
    changes.delete(client)
  }
  const scope = /set local role porchlight_(\w+)/.exec(sql)?.[1]
  if (scope) return void scopes.set(client, scope)
  const statement = { scope: scopes.get(client) ?? null, sql }
  write(statement)
  const earlier = changes.get(client) ?? []
  for (const change of earlier) if (change.scope !== statement.scope) write({ ...statement, after: change.sql })
  if (/^\s*(insert|update|delete|with)\b/i.test(sql)) changes.set(client, [...earlier, statement])
}

function write(statement) {
  const line = `${JSON.stringify(statement)}\n`
  if (recorded.has(line)) return
  recorded.add(line)
  if (file) appendFileSync(file, line)
}
