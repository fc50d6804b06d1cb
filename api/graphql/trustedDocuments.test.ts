import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { documentTextOf, readTrustedDocuments } from './trustedDocuments.ts'

const webDir = mkdtempSync(path.join(tmpdir(), 'porchlight-documents-'))
afterAll(() => rmSync(webDir, { recursive: true }))

const named = (sha256Hash: unknown) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } })
const errorOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return (error as { extensions: object }).extensions
  }
}

describe('the documents of the web client', () => {
  it('are known by their hash once the client is built, with the __typename that Apollo Client expects', () => {
    const trusted = readTrustedDocuments(webDir)
    expect(trusted('sha256:1')).toBeUndefined()
    mkdirSync(path.join(webDir, 'documents'))
    writeFileSync(
      path.join(webDir, 'documents/app.json'),
      JSON.stringify({ 'sha256:1': 'query A($b: ID!) { me { id ...F } } fragment F on Me { tenant { name } }' }),
    )
    writeFileSync(path.join(webDir, 'documents/signIn.json'), JSON.stringify({ 'sha256:2': '{ me { id } }' }))
    writeFileSync(path.join(webDir, 'documents/signUp.json'), '{}')
    expect(trusted('sha256:1')!.replaceAll(/\s+/g, ' ')).toBe(
      'query A($b: ID!) { me { id ...F __typename } } fragment F on Me { tenant { name __typename } __typename }',
    )
    expect(trusted('sha256:2')).toContain('__typename')
    expect(trusted('__proto__')).toBeUndefined()
  })
})

describe('documentTextOf', () => {
  const trusted = (hash: string) => (hash === 'known' ? 'trusted text' : undefined)

  it('is the text of a known hash, whatever text is sent with it', () => {
    for (const onlyTrusted of [true, false])
      expect(documentTextOf({ ...named('known'), query: 'other text' }, trusted, onlyTrusted)).toBe('trusted text')
  })

  it('is the text that is sent, also with an unknown hash', () => {
    for (const extensions of [undefined, null, 1, {}, named('unknown').extensions, named(7).extensions])
      expect(documentTextOf({ query: 'text', extensions }, trusted, false)).toBe('text')
  })

  it('asks for the text of an unknown hash', () => {
    expect(errorOf(() => documentTextOf(named('unknown'), trusted, false))).toMatchObject({
      code: 'PERSISTED_QUERY_NOT_FOUND',
    })
  })

  it('is refused if only trusted documents are accepted', () => {
    for (const request of [{ query: 'text' }, named('unknown'), { query: 'text', ...named('unknown') }])
      expect(errorOf(() => documentTextOf(request, trusted, true))).toMatchObject({
        code: 'FORBIDDEN',
        http: { status: 403 },
      })
  })
})
