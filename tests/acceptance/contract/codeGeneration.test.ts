import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverFlags } from '../../../scripts/serverFlags.mjs'
import { createSocketClient, graphql } from '../../support/client.ts'
import { createServerFixture, type ServerFixture } from '../../support/serverFixture.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-code-'))
/** Runs in the server before its own code: prints what each of these attempts ends with. */
const attempts = {
  'new Function': `new Function('')`,
  reading: `process.getBuiltinModule('fs').readFileSync('/etc/passwd')`,
  writing: `process.getBuiltinModule('fs').writeFileSync('/etc/porchlight-test', '')`,
}
const attempt = Object.entries(attempts)
  .map(
    ([what, code]) =>
      `try { ${code}; print('${what}: done') } catch ({ name, code }) { print('${what}: ' + (code ?? name)) }`,
  )
  .join('\n')
const program = `const print = (text) => process.stdout.write(text + '\\n')\n${attempt}`

let fixture: ServerFixture
beforeAll(async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(program)}`
  fixture = await createServerFixture({ ownServer: 'preloads a module', env: { NODE_OPTIONS } })
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
    expect(fixture.server.output()).toContain('new Function: EvalError\n')
  })

  it('cannot be in its workers either', async () => {
    const worker = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
    const main = `import { Worker } from 'node:worker_threads'; new Worker(new URL(${JSON.stringify(worker.href)}))`
    const args = [...serverFlags({ DATABASE_URL: 'none' }, process.cwd()), '--input-type=module', '--eval', main]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(stdout).toBe('new Function: EvalError\nreading: ERR_ACCESS_DENIED\nwriting: ERR_ACCESS_DENIED\n')
  })

  it('reaches no files but those of the server, whatever name it has', () => {
    expect(fixture.server.output()).toContain('reading: ERR_ACCESS_DENIED\nwriting: ERR_ACCESS_DENIED\n')
  })
})
