import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { features } from './features.mjs'
import { findViolations } from './importRules.mjs'

const folders = []

const entries = Object.fromEntries(
  ['api/main.ts', 'bench/main.ts', 'demo/make.ts', 'scripts/build.mjs', 'tests/client.ts', 'web/main.tsx'].map(
    (file) => [file, ''],
  ),
)

/** Creates a project with only these files and returns its folder. */
function createProject(files) {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'porchlight-imports-')))
  folders.push(root)
  for (const [file, text] of Object.entries({ ...entries, ...files })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return root
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

describe('the import rules', () => {
  it('find each form of an import that goes up a layer', async () => {
    const root = createProject({
      'api/log/transact.ts': 'export const transact = 1\nexport type Fact = string',
      'api/context.ts': 'export interface Context {}',
      'api/live/topics.ts': 'export const topics = []',
      'api/domain/rule.ts': [
        `import { transact } from '../log/transact.ts'`,
        `import type { Context } from '../context.ts'`,
        `export * from '../live/topics.ts'`,
      ].join('\n'),
      'api/domain/later.ts': `export const later = () => import('../log/transact.ts')`,
      'web/ui/Button.tsx': `import { Screen } from '../screens/Screen.tsx'\nexport const Button = () => <Screen a={1} />`,
      'web/screens/Screen.tsx': 'export const Screen = ({ a }: { a: number }) => <p>{a}</p>',
    })
    expect((await findViolations(root)).sort()).toEqual([
      'api-domain-not-to-context.ts: api/domain/rule.ts -> api/context.ts',
      'api-domain-not-to-live: api/domain/rule.ts -> api/live/topics.ts',
      'api-domain-not-to-log: api/domain/later.ts -> api/log/transact.ts',
      'api-domain-not-to-log: api/domain/rule.ts -> api/log/transact.ts',
      'web-ui-not-to-screens: web/ui/Button.tsx -> web/screens/Screen.tsx',
    ])
  })

  it('find a cycle of files, a feature that calls a forbidden feature, and a client file that imports the API', async () => {
    const root = createProject({
      'api/domain/one.ts': `import { two } from './two.ts'\nexport const one = two`,
      'api/domain/two.ts': `import type { one } from './one.ts'\nexport const two = 2 as typeof one`,
      'api/usecases/properties/list.ts': `import { leads } from '../leads/list.ts'\nexport const list = leads`,
      'api/usecases/leads/list.ts': 'export const leads = []',
      'web/features/leads/List.tsx': `import '../properties/Card.tsx'\nimport '../../../api/domain/two.ts'`,
      'web/features/properties/Card.tsx': 'export const Card = 1',
      'bench/scale.ts': `import { load } from './load.ts'\nexport const scale = load`,
      'bench/load.ts': `import type { scale } from './scale.ts'\nexport const load = 2 as typeof scale`,
    })
    expect((await findViolations(root)).sort()).toEqual([
      'api-and-web-share-the-schema-and-rules-of-houses-alone: web/features/leads/List.tsx -> api/domain/two.ts',
      'no-file-cycle: api/domain/one.ts -> api/domain/two.ts -> api/domain/one.ts',
      'no-file-cycle: bench/load.ts -> bench/scale.ts -> bench/load.ts',
      'use-cases-of-properties: api/usecases/properties/list.ts -> api/usecases/leads/list.ts',
      'web-features-are-independent: web/features/leads/List.tsx -> web/features/properties/Card.tsx',
    ])
  })

  it('allow only porchlight.ts to import the demo', async () => {
    const root = createProject({
      'api/porchlight.ts': `import '../demo/make.ts'`,
      'api/services/services.ts': `import '../../demo/make.ts'`,
    })
    expect((await findViolations(root)).sort()).toEqual([
      'api-services-not-to-demo: api/services/services.ts -> demo/make.ts',
      'only-the-start-creates-the-demo: api/services/services.ts -> demo/make.ts',
    ])
  })

  it('do not allow features to call each other in a cycle', () => {
    for (const [feature, { useCases }] of Object.entries(features)) {
      const reached = new Set()
      const queue = [...useCases]
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        if (!reached.has(next)) queue.push(...features[next].useCases)
        reached.add(next)
      }
      expect([...reached], feature).not.toContain(feature)
    }
  })
})
