import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../../api/domain/auth/passwords.ts'
import { errorCodes } from '../../../api/rest/problems.ts'
import { limits } from '../../../api/graphql/limits.ts'
import { paragraphs, plainSection, createDocument } from '../../support/documents/createDocument.ts'
import { rest } from '../../support/client.ts'
import { createServerFixture, type ServerFixture } from '../../support/serverFixture.ts'

const document = readFileSync('docs/recipes.md', 'utf8')
/** Each recipe's heading and its JavaScript code. */
const recipes = document.split(/^## /m).flatMap((section) => {
  const [, code] = /```js\n([\s\S]*?)```/.exec(section) ?? []
  return code ? [{ heading: section.split('\n')[0]!, code }] : []
})

let fixture: ServerFixture
/** The output of each recipe by heading. */
let printed: Map<string, string>

beforeAll(async () => {
  fixture = await createServerFixture()
  printed = await runAll()
}, 120_000)
afterAll(() => fixture.teardown())

/** Runs all recipes as one file, as the document suggests, while knocks are logged. */
async function runAll(): Promise<Map<string, string>> {
  const { owner, rep, server, db } = fixture
  const email = 'sample.owner@example.invalid'
  await db.query('update users set email = $2, email_key = $2, password_hash = $3 where id = $1', [
    owner.id,
    email,
    await hashPassword('a sample password'),
  ])
  for (const tag of ['storm', 'gutter', 'storm', 'storm']) {
    const { id } = await fixture.saveProperty(rep)
    await rest(server.url, rep.token, 'POST', '/leads', { property_id: id, tag })
  }
  await uploadTemplate()
  const key = await rest(server.url, owner.token, 'POST', '/api-keys', {
    name: 'Recipes',
    scope: 'full',
    expires_in_days: 1,
  })
  const imports = recipes.flatMap(({ code }) => code.match(/^import .*$/gm) ?? [])
  const bodies = recipes.map(
    ({ heading, code }) => `console.log('## ${heading}')\n${code.replaceAll(/^import .*$/gm, '')}`,
  )
  const child = spawn(process.execPath, ['--input-type=module', '-'], {
    env: {
      ...process.env,
      PORCHLIGHT_URL: server.url,
      PORCHLIGHT_KEY: key.body['data'].token,
      EMAIL: email,
      PASSWORD: 'a sample password',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  child.stdin.end([...imports, ...bodies].join('\n'))
  const ended = once(child, 'exit')
  const knocking = knockUntil(() => child.exitCode !== null)
  const late = setTimeout(() => child.kill(), 60_000)
  const [code] = await ended
  clearTimeout(late)
  await knocking
  if (code !== 0) throw new Error(`The recipes failed:\n${output}`)
  return new Map(
    output
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.split('\n')[0]!, part.split('\n').slice(1).join('\n').trim()]),
  )
}

async function knockUntil(over: () => boolean): Promise<void> {
  const { rep, testTenant, server } = fixture
  while (!over()) {
    await rest(server.url, rep.token, 'POST', '/crm/door-knocks', {
      property_id: testTenant.properties[0]![0],
      outcome: 'nobody_home',
    })
    await sleep(300)
  }
}

async function uploadTemplate(): Promise<void> {
  const form = new FormData()
  const content = createDocument({ body: paragraphs('Dear {owner_name},', 'we were at {address}.') + plainSection })
  form.set('file', new Blob([new Uint8Array(content)]), 'storm.docx')
  form.set('tag', 'storm')
  const response = await fetch(`${fixture.server.url}/api/templates/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fixture.owner.token}` },
    body: form,
  })
  expect(response.status).toBeLessThan(300)
}

/** The expected output of each recipe. A recipe that is not listed fails. */
const expected: Record<string, RegExp> = {
  'Call with an API key': /^Sample Owner of Sample Tenant \(OWNER\)$/,
  'Sign in': /^bearer \d{4}-\d\d-\d\dT\S+Z false$/,
  'Page through leads': /^(5 Sample Ln \d+ NEW\n?){3}$/,
  'Read what changed since a position': /^(\d+) events, up to position \1$/,
  'Subscribe to changes': /^\d+ [A-Z]\w+$/,
  'Follow the leaderboard': /^1 on the leaderboard\nSample Rep 00 leads with 4 leads and \d+ doors$/,
  'Save a property with a lead': /^12 Recipe Ave, Sampleton, IN NEW \[ 'STORM' \]$/,
  'Log knocks': /^APPLIED APPLIED REPLAYED REPLAYED$/,
  'Print letters': /^application\/zip PK$/,
  'Print labels': /^\d+ labels %PDF-$/,
  'Upload a template': /^201 uploaded$/,
  'Import a file': /^done 2 rows$/,
  'Receive webhooks': /^DoorKnocked nobody_home$/,
}

describe('the recipes of the document', () => {
  it('all have an expected output', () => {
    expect(recipes.map(({ heading }) => heading)).toEqual(Object.keys(expected))
  })

  it.each(Object.entries(expected))('%s', (heading, output) => {
    expect(printed.get(heading)).toMatch(output)
  })

  it('are logged as done with the key', async () => {
    const { activityLog } = await fixture.execute(
      fixture.owner,
      `{ activityLog(filter: { types: ["LettersPrinted", "LeadCreated"] }, first: 2) { edges { node { type apiKey { name } } } } }`,
    )
    expect(activityLog.edges.map(({ node }: { node: unknown }) => node)).toEqual([
      { type: 'LettersPrinted', apiKey: { name: 'Recipes' } },
      { type: 'LeadCreated', apiKey: { name: 'Recipes' } },
    ])
  })
})

it('the document lists exactly the error codes', () => {
  const listed = [...document.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, code]) => code!)
  expect(listed.sort()).toEqual([...errorCodes, 'PERSISTED_QUERY_NOT_FOUND'].sort())
})

it('the document has the actual limits', () => {
  const most = (name: string) =>
    Number(new RegExp(`^\\| ${name} +\\| ([\\d,]+)`, 'm').exec(document)?.[1]?.replaceAll(',', ''))
  expect({ depth: most('depth'), aliases: most('aliases'), tokens: most('tokens'), cost: most('cost') }).toEqual(limits)
})
