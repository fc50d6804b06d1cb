// Preloaded with --import: appends each different statement of this process, with the scope of its transaction, to the file
// RECORDED_STATEMENTS as a line of JSON.
import { appendFileSync } from 'node:fs'
import pg from 'pg'

const file = process.env.RECORDED_STATEMENTS
const recorded = new Set()
const scopes = new WeakMap()
const { query } = pg.Client.prototype

pg.Client.prototype.query = function (statement, ...rest) {
  const sql = typeof statement === 'string' ? statement : statement?.text
  if (sql !== undefined) record(this, sql)
  return query.call(this, statement, ...rest)
}

function record(client, sql) {
  if (/^(begin|commit|rollback)\b/i.test(sql)) scopes.delete(client)
  const scope = /set local role porchlight_(\w+)/.exec(sql)?.[1]
  if (scope) return void scopes.set(client, scope)
  const line = `${JSON.stringify({ scope: scopes.get(client) ?? null, sql })}\n`
  if (recorded.has(line)) return
  recorded.add(line)
  if (file) appendFileSync(file, line)
}
