import { describe, expect, it } from 'vitest'
import { firstMigrations, migrationNames, migrations } from '../../migrations/list.ts'

/** The last migration of the release before. The rules for locks apply to those after it. */
const lastReleased = '0023_field_work'

/** What would lock a table of any size for as long as PostgreSQL needs to read or rewrite it, and what to do instead. */
const longLocks: { pattern: RegExp; instead: string }[] = [
  { pattern: /create (unique )?index (?!concurrently)/, instead: 'create index concurrently, outside a transaction' },
  { pattern: /add (constraint \S+ )?(check|foreign key)(?!.*not valid)/, instead: 'add … not valid, then validate' },
  { pattern: /alter column \S+ (set not null|type)/, instead: 'add a column and fill it in batches' },
  { pattern: /^\s*(update|delete from) /, instead: 'change the rows in batches' },
  { pattern: /add column [^,;]*default (?!('|\d|true|false|null))/, instead: 'add the column with a constant default' },
]

/** A statement that waits for everything that uses the table, which is its group. */
const exclusiveLock =
  /^(?:alter table|(?:create|alter|drop) policy \w+ on|create trigger .*? on|drop trigger \w+ on|lock table|drop table) (\w+)/

/** The statements of a migration, without comments, bodies of functions and the definitions of tables that it creates. */
function statementsOf(migration: (typeof migrations)[number]): string[] {
  const instance = new (
    migration.class as new (...args: unknown[]) => {
      up(): void
      getQueries(): unknown[]
    }
  )()
  instance.up()
  const sql = instance.getQueries().map(String).join(';\n').toLowerCase()
  const created = [...sql.matchAll(/create table (\w+)/g)].map(([, table]) => table)
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => !created.some((table) => new RegExp(`(table|on|update|from) ${table}\\b`).test(statement)))
}

describe('the migrations', () => {
  it('are ordered by name; only released ones before 0014 are not', () => {
    expect(firstMigrations).toEqual([
      '0001_foundation',
      '0002_accounts',
      '0003_property_search',
      '0004_templates',
      '0005_cost',
      '0006_neighborhoods',
      '0004b_lead_words',
      '0008_api_keys',
      '0009_readiness',
      '0007_idempotency',
      '0010_room_for_changes',
      '0011_order_in_time',
      '0013_houses_held_first',
      '0012_actors_and_all_tenants',
    ])
    const later = migrationNames.slice(firstMigrations.length)
    expect(later).toEqual([...later].sort())
    expect(new Set(later.map((name) => name.slice(0, 4))).size).toBe(later.length)
  })

  it('hold no lock for long', () => {
    const added = migrations.slice(migrations.findIndex(({ name }) => name === lastReleased) + 1)
    expect(added.length).toBeGreaterThan(0)
    const faults = added.flatMap((migration) =>
      statementsOf(migration).flatMap((statement) =>
        longLocks
          .filter(({ pattern }) => pattern.test(statement))
          .map(({ instead }) => `${migration.name}: ${statement} (instead: ${instead})`),
      ),
    )
    expect(faults).toEqual([])
  })

  it('hold an exclusive lock on one table of the release before at a time, which cannot be part of a deadlock', () => {
    const added = migrations.slice(migrations.findIndex(({ name }) => name === lastReleased) + 1)
    const lockedBy = (migration: (typeof migrations)[number]) => [
      ...new Set(statementsOf(migration).flatMap((statement) => exclusiveLock.exec(statement)?.[1] ?? [])),
    ]
    const faults = added
      // This migration locks activity_events first, as every append does, so appends cannot deadlock with it.
      .filter(({ name }) => name !== '0025_log_writers')
      .map((migration) => ({ name: migration.name, locked: lockedBy(migration) }))
      .filter(({ locked }) => locked.length > 1)
    expect(faults).toEqual([])
    expect(lockedBy(added[0]!)).toEqual(['properties'])
  })

  it('before this rule would not have met it', () => {
    const faults = migrations.flatMap(statementsOf).filter((statement) => longLocks[0]!.pattern.test(statement))
    expect(faults.length).toBeGreaterThan(5)
  })
})
