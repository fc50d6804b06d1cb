import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Refused, Unavailable } from '../../domain/errors.ts'
import { createLibreOffice, type LibreOfficeOptions } from './libreOffice.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'porchlight-soffice-'))
  // Conversions make their folders here, so that a test sees whether they are removed.
  mkdirSync(path.join(folder, 'tmp'))
  vi.stubEnv('TMPDIR', path.join(folder, 'tmp'))
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** A converter whose program is a shell script; `$out` is the file that it should write, `$in` the one it should read. */
async function withProgram(script: string, options: Partial<LibreOfficeOptions> = {}) {
  const bin = mkdtempSync(path.join(folder, 'bin-'))
  const program = path.join(bin, 'soffice')
  const paths = `for last; do :; done\nin="$last"\nout="$(dirname "$last")/letters.pdf"\n`
  writeFileSync(program, `#!/bin/sh\n${paths}${script}\n`)
  chmodSync(program, 0o755)
  return createLibreOffice({ program: 'auto', folders: [bin, '/usr/bin', '/bin'], ...options })
}

async function* bytes(text = 'document'): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text.slice(0, 3))
  yield Buffer.from(text.slice(3))
}

const leftFolders = () => readdirSync(path.join(folder, 'tmp'))
const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

describe('a document', () => {
  it('is converted in a folder of its own, without the environment of the server', async () => {
    vi.stubEnv('PORCHLIGHT_SECRET', 'secret')
    const converter = await withProgram('{ printf "%%PDF-1.7 "; cat "$in"; env; echo "$@"; } > "$out"')
    expect(converter.unavailableReason).toBeNull()
    const [pdf, other] = await Promise.all([converter.convert(bytes('one document')), converter.convert(bytes())])
    expect(pdf.toString()).toMatch(/^%PDF-1\.7 one document/)
    expect(pdf.toString()).toContain('-env:UserInstallation=file:///')
    expect(pdf.toString()).not.toContain('PORCHLIGHT_SECRET')
    expect(other.toString()).toMatch(/^%PDF-1\.7 document/)
    expect(leftFolders()).toEqual([])
  })

  it.each([
    ['a program that fails', 'exit 77'],
    ['a program that crashes', 'kill -SEGV $$'],
    ['a program that writes nothing', 'exit 0'],
    ['a program that writes something else', 'echo "Error: source file could not be loaded" > "$out"'],
  ])('is refused by %s', async (_name, script) => {
    const converter = await withProgram(script)
    const error = await converter.convert(bytes()).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Unavailable)
    expect((error as Error).message).toMatch(/could not be converted/)
    expect(leftFolders()).toEqual([])
  })

  it('is given up after the time limit, with all that the program has started', async () => {
    const pids = path.join(folder, 'hanging')
    const converter = await withProgram(`sleep 600 &\necho "$$ $!" > ${pids}\nwait`, { timeoutMs: 500 })
    await expect(converter.convert(bytes())).rejects.toThrow(/takes too long/)
    const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number)
    expect(started).toHaveLength(2)
    await expect.poll(() => started.filter(isRunning)).toEqual([])
    expect(leftFolders()).toEqual([])
  })

  it('is given up when the caller leaves or the server stops, also while it waits', async () => {
    const converter = await withProgram('sleep 600')
    const caller = new AbortController()
    const conversions = [converter.convert(bytes(), caller.signal), converter.convert(bytes())]
    await expect.poll(leftFolders).not.toEqual([])
    caller.abort()
    await expect(conversions[0]).rejects.toThrow(/abort/i)
    await expect.poll(leftFolders).not.toEqual([])
    await converter.close()
    await expect(conversions[1]).rejects.toThrow(/abort/i)
    expect(leftFolders()).toEqual([])
  })

  it('is not converted if reading it fails', async () => {
    const converter = await withProgram('echo %PDF- > "$out"')
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* bytes()
      throw new Refused('The template cannot be used.')
    }
    await expect(converter.convert(broken())).rejects.toThrow('The template cannot be used.')
    expect(leftFolders()).toEqual([])
  })
})

describe('without the program', () => {
  const reasonOf = async (options: LibreOfficeOptions) => {
    const converter = await createLibreOffice(options)
    await expect(converter.convert(bytes())).rejects.toThrow(Refused)
    return converter.unavailableReason
  }

  it('the reason is told', async () => {
    const empty = mkdtempSync(path.join(folder, 'empty-'))
    writeFileSync(path.join(empty, 'soffice'), 'not a program')
    expect(await reasonOf({ program: 'auto', folders: [empty] })).toMatch(/is not available on this server/)
    expect(await reasonOf({ program: path.join(empty, 'none'), folders: [] })).toMatch(/LIBREOFFICE names/)
    expect(await reasonOf({ program: 'off', folders: ['/usr/bin'] })).toMatch(/switched off/)
  })
})
