import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverFlags } from '../../../scripts/install.mjs'
import { createSocketClient, graphql } from '../../support/client.ts'
import { createServerFixture, type ServerFixture } from '../../support/serverFixture.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-code-'))
/** Runs in the server before its own code. */
const attempt = `let what = 'generated code'; try { new Function('') } catch (error) { what = error.name }
  process.stdout.write('new Function: ' + what + '\\n')`

let fixture: ServerFixture
beforeAll(async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(attempt)}`
  fixture = await createServerFixture({ env: { NODE_OPTIONS } })
}, 120_000)
afterAll(async () => {
  await fixture.teardown()
  rmSync(folder, { recursive: true })
})

/** The constant that a compiler of GraphQL documents took for a marker of code, in front of a text. */
const marker = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d'

/** Documents in which a text stands where the compiler pasted it into code. */
const spellings: [string, (text: string) => string][] = [
  ['a string', (text) => `mutation { login(email: "${text}", password: "x") { accessToken } }`],
  ['a block string', (text) => `mutation { login(email: """${text}""", password: "x") { accessToken } }`],
  [
    'escapes',
    (text) => `mutation { login(email: "${text.replaceAll('_', '\\u005f')}", password: "x") { accessToken } }`,
  ],
  [
    'escapes in braces',
    (text) => `mutation { login(email: "${text.replaceAll('_', '\\u{5f}')}", password: "x") { accessToken } }`,
  ],
  ['the other argument', (text) => `mutation { login(email: "a@b.example", password: "${text}") { accessToken } }`],
  [
    'a fragment',
    (text) => `mutation { ...F } fragment F on Mutation { login(email: "${text}", password: "x") { accessToken } }`,
  ],
  [
    'an inline fragment',
    (text) => `mutation { ... on Mutation { login(email: "${text}", password: "x") { accessToken } } }`,
  ],
  ['an alias', (text) => `mutation { a: login(email: "${text}", password: "x") { accessToken } }`],
  [
    'the default of a variable',
    (text) => `mutation ($e: String! = "${text}") { login(email: $e, password: "x") { accessToken } }`,
  ],
  ['an id', (text) => `query { property(id: "${text}") { id } }`],
  ['an input object', (text) => `query { properties(filter: { search: "${text}" }) { totalCount } }`],
  ['a list', (text) => `mutation { assignProperties(ids: ["${text}"]) { changed } }`],
]

describe('what a client sends', () => {
  it.each(spellings)('is never run as code: %s', async (what, spell) => {
    const { server, owner } = fixture
    const send = async (transport: string) => {
      const trace = path.join(folder, `${what} ${transport}`.replaceAll(' ', '-'))
      const query = spell(`${marker}process.getBuiltinModule('fs').writeFileSync('${trace}','1')`)
      const client = transport === 'socket' ? createSocketClient(server.url, owner.token) : null
      const answer = () =>
        client
          ? new Promise((resolve) =>
              client.subscribe({ query }, { next: resolve, error: resolve, complete: () => undefined }),
            )
          : graphql(server.url, owner.token, query)
      // It was compiled when it was executed for the second time.
      const answers = [await answer(), await answer(), await answer()]
      await client?.dispose()
      expect(existsSync(trace)).toBe(false)
      expect(answers[2]).toEqual(answers[0])
    }
    await send('HTTP')
    await send('socket')
  })

  it('cannot be: the server generates no code from text', () => {
    expect(fixture.server.output()).toContain('new Function: EvalError')
  })

  it('cannot be in its workers either', async () => {
    const worker = new URL(`data:text/javascript,${encodeURIComponent(attempt)}`)
    const main = `import { Worker } from 'node:worker_threads'; new Worker(new URL(${JSON.stringify(worker.href)}))`
    const args = [...serverFlags, '--input-type=module', '--eval', main]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(stdout).toBe('new Function: EvalError\n')
  })
})
