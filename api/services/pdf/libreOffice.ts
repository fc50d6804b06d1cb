import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { Refused, Unavailable } from '../../domain/errors.ts'
import { createLimiter } from '../workers/limiter.ts'
import { findProgram } from './findProgram.ts'
import type { PdfConverter } from './pdf.ts'

export interface LibreOfficeOptions {
  /** The path of the program; 'auto' to look for it in `folders`; 'off' not to use it. */
  program: string
  /** The folders in which programs are found. */
  folders: readonly string[]
  /** The maximum time of one conversion. */
  timeoutMs?: number
}

const programNames = ['soffice', 'libreoffice', 'soffice.exe']
/** A thousand letters of one page with a logo take about half a minute. */
const defaultTimeoutMs = 3 * 60_000
const maxPdfBytes = 100 * 1024 * 1024

/** Said to whoever prints; docs/operations.md tells the operator that PDF needs LibreOffice. */
const notFoundReason = 'PDF is not available on this server. Print the letters as DOCX.'
const failedMessage = 'The letters could not be converted to PDF. Print them as DOCX, or try again.'
const timeoutMessage = 'The conversion to PDF takes too long. Print fewer letters, or print them as DOCX.'
const tooLargeMessage = 'The PDF is larger than 100 MB. Print fewer letters, or print them as DOCX.'

/** Converts documents with LibreOffice, if it is installed. Looks for the program once. */
export async function createLibreOffice(options: LibreOfficeOptions): Promise<PdfConverter> {
  const { found, reason } = await locate(options)
  const { folders, timeoutMs = defaultTimeoutMs } = options
  // A conversion uses one processor and some hundred megabytes.
  const acquireSlot = createLimiter(1)
  const closing = new AbortController()
  const conversions = new Set<Promise<Buffer>>()
  return {
    unavailableReason: reason,
    async convert(document, callerSignal) {
      if (found === null) throw new Refused(reason!, { format: reason! })
      const signal = AbortSignal.any([closing.signal, ...(callerSignal ? [callerSignal] : [])])
      const releaseSlot = await acquireSlot(signal)
      const conversion = convertInFolder(document, found, { folders, timeoutMs, signal })
      conversions.add(conversion)
      try {
        return await conversion
      } finally {
        conversions.delete(conversion)
        releaseSlot()
      }
    },
    async close() {
      closing.abort()
      await Promise.allSettled(conversions)
    },
  }
}

type Location = { found: string; reason: null } | { found: null; reason: string }

async function locate({ program, folders }: LibreOfficeOptions): Promise<Location> {
  if (program === 'off') return { found: null, reason: 'PDF is switched off on this server.' }
  if (program === 'auto') {
    const found = await findProgram(programNames, folders)
    return found ? { found, reason: null } : { found: null, reason: notFoundReason }
  }
  const found = await findProgram([program], ['.'])
  return found
    ? { found, reason: null }
    : { found: null, reason: 'PDF needs LibreOffice, and the program that LIBREOFFICE names was not found.' }
}

interface Conversion {
  folders: readonly string[]
  timeoutMs: number
  signal: AbortSignal
}

/** Converts in a temporary folder, which has the document, the settings of LibreOffice, and nothing of another conversion. */
async function convertInFolder(
  document: AsyncIterable<Uint8Array>,
  program: string,
  { folders, timeoutMs, signal }: Conversion,
): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'porchlight-pdf-'))
  try {
    await pipeline(Readable.from(document), createWriteStream(path.join(folder, 'letters.docx')), { signal })
    await writeProfile(path.join(folder, 'profile'))
    await run(program, folder, { folders, timeoutMs, signal })
    return await readPdf(path.join(folder, 'letters.pdf'))
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Settings that forbid macros, and images and data from the network. Templates with either are refused at upload too. */
async function writeProfile(profile: string): Promise<void> {
  const setting = (node: string, name: string, value: string) =>
    `<item oor:path="/org.openoffice.${node}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`
  const settings = [
    setting('Office.Common/Security/Scripting', 'DisableActiveContent', 'true'),
    setting('Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'),
    setting('Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'),
    // A proxy that does not answer, for whatever these settings miss.
    setting('Inet/Settings', 'ooInetProxyType', '2'),
    setting('Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'),
    setting('Inet/Settings', 'ooInetHTTPProxyPort', '9'),
    setting('Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'),
    setting('Inet/Settings', 'ooInetHTTPSProxyPort', '9'),
  ]
  await mkdir(path.join(profile, 'user'), { recursive: true })
  await writeFile(
    path.join(profile, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry">${settings.join('')}</oor:items>\n`,
  )
}

async function run(program: string, folder: string, { folders, timeoutMs, signal }: Conversion): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(
    program,
    [
      `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`,
      ...['--headless', '--norestore', '--nologo', '--nolockcheck', '--nodefault'],
      ...['--convert-to', 'pdf:writer_pdf_Export', '--outdir', folder, path.join(folder, 'letters.docx')],
    ],
    {
      cwd: folder,
      // The program is a script that starts others: as a group they can be ended together.
      detached: true,
      stdio: 'ignore',
      // The server's environment contains secrets.
      env: { HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', PATH: folders.join(path.delimiter) },
    },
  )
  const end = () => killGroup(child)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    end()
  }, timeoutMs)
  signal.addEventListener('abort', end, { once: true })
  try {
    lowerPriority(child)
    const [code] = (await once(child, 'exit')) as [number | null]
    signal.throwIfAborted()
    if (code === 0) return
    if (isLate) throw new Unavailable(timeoutMessage)
    throw new Unavailable(failedMessage)
  } catch (error) {
    if (error instanceof Unavailable || signal.aborted) throw error
    // The program was removed since the server started.
    throw new Unavailable(failedMessage)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    // Also what the program started and left behind.
    end()
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (!pid) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // Nothing is left of the group.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Page requests take precedence over printing. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has exited already.
  }
}

async function readPdf(file: string): Promise<Buffer> {
  // LibreOffice exits with 0 also when it could not read the document.
  const size = (await stat(file).catch(() => null))?.size ?? 0
  if (size > maxPdfBytes) throw new Refused(tooLargeMessage, { format: tooLargeMessage })
  const pdf = size > 0 ? await readFile(file) : Buffer.alloc(0)
  if (!pdf.subarray(0, 1024).includes('%PDF-')) throw new Unavailable(failedMessage)
  return pdf
}
