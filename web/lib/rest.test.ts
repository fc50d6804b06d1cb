// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorCode, errorMessage } from './errors.ts'
import { formatFileSize } from './fileSizes.ts'
import { callRest, filenameOf, readBlob, RestError } from './rest.ts'

const server = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', server)
afterEach(() => server.mockReset())

const responseNamed = (disposition: string) => new Response(null, { headers: { 'content-disposition': disposition } })

describe('a REST call', () => {
  it('sends the token, role and tenant', async () => {
    server.mockResolvedValue(new Response('ok'))
    await callRest('/templates/list', { token: 't', impersonatedRole: 'owner', tenantId: 'maple' })
    expect(server).toHaveBeenCalledWith('/api/templates/list', {
      signal: expect.any(AbortSignal) as AbortSignal,
      headers: { authorization: 'Bearer t', 'x-impersonate-role': 'owner', 'x-tenant-id': 'maple' },
    })
  })

  it('without a token is logged as a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    server.mockResolvedValue(new Response('ok'))
    await callRest('/templates/list', { token: 't' })
    expect(warn).not.toHaveBeenCalled()
    await callRest('/templates/list', { token: null })
    expect(warn).toHaveBeenCalledExactlyOnceWith('A request is sent without a token.')
    warn.mockRestore()
  })

  it('throws the message of the server, also by field', async () => {
    const problem = {
      detail: 'Unknown field {onwer}.',
      code: 'BAD_USER_INPUT',
      errors: { file: 'Unknown field {onwer}.' },
    }
    server.mockResolvedValue(Response.json(problem, { status: 422 }))
    const error = await callRest('/templates/upload', { token: 't' }).catch((one: unknown) => one)
    expect(error).toBeInstanceOf(RestError)
    expect(errorMessage(error, 'Failed to upload template')).toBe('Unknown field {onwer}.')
    expect((error as RestError).fields).toEqual({ file: 'Unknown field {onwer}.' })
  })

  it('has the error code of the server, and a fallback message', async () => {
    server.mockResolvedValueOnce(
      Response.json({ detail: 'Sign in to continue.', code: 'UNAUTHENTICATED' }, { status: 401 }),
    )
    expect(errorCode(await callRest('/x', { token: 't' }).catch((one: unknown) => one))).toBe('UNAUTHENTICATED')
    server.mockResolvedValueOnce(new Response('<h1>Bad Gateway</h1>', { status: 502 }))
    const gone = await callRest('/x', { token: 't' }).catch((one: unknown) => one)
    expect(errorMessage(gone, 'Failed to download template')).toBe('Failed to download template')
  })
})

describe('a downloaded file', () => {
  it('reports its progress', async () => {
    const progress: number[] = []
    const file = await readBlob(new Response('porchlight', { headers: { 'content-type': 'text/plain' } }), (bytes) =>
      progress.push(bytes),
    )
    expect(progress.at(-1)).toBe(10)
    expect([file.size, file.type]).toEqual([10, 'text/plain'])
  })

  it('keeps its name, including accents', () => {
    expect(filenameOf(responseNamed('attachment; filename="storm-2026-11-20.zip"'), 'x')).toBe('storm-2026-11-20.zip')
    expect(filenameOf(responseNamed('attachment; filename=storm.zip'), 'x')).toBe('storm.zip')
    expect(filenameOf(responseNamed(`attachment; filename="Jos?.docx"; filename*=UTF-8''Jos%C3%A9.docx`), 'x')).toBe(
      'José.docx',
    )
    expect(filenameOf(new Response(), 'letters.zip')).toBe('letters.zip')
  })

  it('has a formatted size', () => {
    expect([0, 1, 999, 1_000, 48_200, 999_499, 1_240_000].map(formatFileSize)).toEqual([
      ...['0 B', '1 B', '999 B', '1 kB', '48 kB', '999 kB', '1.2 MB'],
    ])
  })
})
