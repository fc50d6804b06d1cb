import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { expect } from 'vitest'
import { findRefusals, readTreeCatalog } from './citusRefusals.ts'
import { withClient } from './databaseNodes.ts'
import { readRecordedStatements, recordingEnv, isOfTables, type RecordedStatement } from './recordedStatements.ts'
import { runFolderVariable } from './testEnvironment.ts'

/** Records the statements of a server, and checks them for what a cluster refuses. */
export class StatementCheck {
  readonly #ownerUrl: string
  readonly #file = path.join(process.env[runFolderVariable]!, `statements-${randomUUID()}.jsonl`)
  #checked = 0

  constructor(ownerUrl: string) {
    this.#ownerUrl = ownerUrl
  }

  /** The environment of the server. */
  get env(): Record<string, string> {
    return recordingEnv(this.#file)
  }

  /** Fails with the statements since the last call that a cluster refuses, each below the reason. */
  async expectAccepted(): Promise<void> {
    const statements = readRecordedStatements(this.#file)
    const added = statements.slice(this.#checked)
    this.#checked = statements.length
    expect(await findRefusedStatements(this.#ownerUrl, added)).toEqual([])
  }
}

/** The statements that a cluster refuses, each after the reasons. */
export async function findRefusedStatements(ownerUrl: string, statements: RecordedStatement[]): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const catalog = await readTreeCatalog(client)
    const found: string[] = []
    for (const { scope, sql } of statements.filter(isOfTables)) {
      const refusals = await findRefusals(client, catalog, sql)
      if (refusals.length > 0) found.push(`${refusals.join('; ')}\n(scope ${scope}) ${sql}`)
    }
    return found
  })
}
