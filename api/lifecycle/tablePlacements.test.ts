import { expect, it } from 'vitest'
import { projectActivityBody } from '../projections/all.ts'
import { propertyColumnSql } from '../records/propertyRows.ts'
import { databaseDefinition } from './databaseObjects.ts'
import { tenantFunctions } from './tablePlacements.ts'

/** The names of the texts that have a WITH of rows, without comments. */
const havingWith = (texts: [name: string, sql: string][]): string[] =>
  texts
    .filter(([, sql]) => /\bwith (?!ordinality)(recursive )?[a-z_]+ as\b/.test(sql.replaceAll(/--.*/g, '')))
    .map(([name]) => name)

it('what writes a log has no WITH, whose rows a cluster sends to every node, so that it would fail while one is down', () => {
  const writing = databaseDefinition.objects
    .filter(({ name }) => tenantFunctions.some((one) => one.startsWith(name.split('(')[0]!)))
    .map(({ name, sql }): [string, string] => [name, sql])
  expect(writing).toHaveLength(tenantFunctions.length)
  expect(havingWith([...writing, ['project_activity', projectActivityBody()]])).toEqual([])
  expect(havingWith([['sample', 'with counts as materialized (select 1) select * from counts']])).toEqual(['sample'])
})

it('the tags of a property are read with a parameter of their own, without which a cluster asks every node', () => {
  expect(propertyColumnSql.tags).toContain('t.tenant_id = :tenant')
})
