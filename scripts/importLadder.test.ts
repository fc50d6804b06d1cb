import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findViolations, forbidden } from './importLadder.ts'

const folders: string[] = []

/** A project of these files alone. */
function project(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'porchlight-ladder-'))
  folders.push(root)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return root
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('the import ladder', () => {
  it('holds in this project', () => {
    expect(findViolations(process.cwd())).toEqual([])
  })

  it('finds each form of an import that goes up, and says where', () => {
    const root = project({
      'api/domain/rule.ts': [
        `import { logKnock } from '../usecases/knocking.ts'`,
        `import type { Context } from '../context.ts'`,
        `export * from '../log/append.ts'`,
        `export const later = () => import('../services/parcels/embedded.ts')`,
        `export type Event = import('../events/catalogue.ts').Event`,
        `import { map } from '../live/topics'`,
        `import express from 'express'`,
        `import { words } from './words.ts'`,
      ].join('\n'),
    })
    expect(findViolations(root).map(({ line, imported }) => `${line} ${imported}`)).toEqual([
      '1 api/usecases/knocking.ts',
      '2 api/context.ts',
      '3 api/log/append.ts',
      '4 api/services/parcels/embedded.ts',
      '5 api/events/catalogue.ts',
      '6 api/live/topics',
    ])
  })

  it('reads decorators and JSX', () => {
    const root = project({
      'api/schema/lead.ts': `@ObjectType() class Lead { @Field() id!: string }\nimport '../server.ts'`,
      'web/ui/button.tsx': `import { Screen } from '../screens/map.tsx'\nexport const Button = () => <Screen a={1} />`,
    })
    expect(findViolations(root).map(({ file, reason }) => `${file}: ${reason}`)).toEqual([
      'api/schema/lead.ts: server.ts is above schema',
      'web/ui/button.tsx: screens is above ui',
    ])
  })

  it('keeps the transports, the features, and the two halves apart', () => {
    expect(forbidden('api/routes/leads.ts', 'api/resolvers/leads.ts')).toBe(
      'routes and resolvers do not know each other',
    )
    expect(forbidden('api/resolvers/leads.ts', 'api/schema/lead.ts')).toBeNull()
    expect(forbidden('web/features/map/map.tsx', 'web/features/leads/list.tsx')).toBe(
      'one feature does not import another',
    )
    expect(forbidden('web/features/map/marker.tsx', 'web/features/map/map.tsx')).toBeNull()
    expect(forbidden('web/lib/apollo.ts', 'api/domain/words.ts')).toBe(
      'web and api share schema.graphql and nothing else',
    )
    expect(forbidden('api/projections/repHours.ts', 'api/entities/lead.ts')).toBe('projections does not read entities')
  })

  it('lets the migrations read the projections, and nothing else of the database folder', () => {
    expect(forbidden('api/database/migrate.ts', 'api/projections/all.ts')).toBeNull()
    expect(forbidden('api/database/connection.ts', 'api/projections/all.ts')).toBe('projections is above database')
  })

  it('asks for a rung when a new folder appears', () => {
    expect(forbidden('api/jobs/nightly.ts', 'api/domain/words.ts')).toContain('jobs stands on no rung')
  })
})
