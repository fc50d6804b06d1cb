import type { Request } from 'express'
import busboy from 'busboy'
import { Malformed, Refused, TooLarge, WrongType } from '../domain/errors.ts'

export interface Upload {
  filename: string
  content: Buffer
  /** The other fields of the form. */
  fields: Record<string, string>
}

const mostBytes = 10 * 1024 * 1024
const tooLarge = 'The template is too large: 10 MB at most.'

/**
 * The file in the form field `file` of a multipart body, and the fields beside it. Throws `WrongType` for another body,
 * `TooLarge` past 10 MB however much more is sent, `Refused` with `missing` when there is no file.
 */
export async function readUpload(request: Request, missing: string): Promise<Upload> {
  if (!request.is('multipart/form-data')) throw new WrongType('Send the file as multipart/form-data.')
  // A file of 10 MB has a few bytes of form around it.
  if (Number(request.headers['content-length'] ?? 0) > mostBytes + 65_536) {
    throwAway(request)
    throw new TooLarge(tooLarge)
  }
  const form = formOf(request)
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {}
    const pieces: Buffer[] = []
    let filename: string | null = null
    const fail = (error: Error) => {
      request.unpipe(form)
      throwAway(request)
      reject(error)
    }
    const unreadable = () => fail(new Malformed('The form cannot be read: it is cut off or not as it should be.'))
    form.on('field', (name, value) => (fields[name] = value))
    form.on('file', (name, stream, info) => {
      // A form that breaks off in the middle of a file is an error of the file first.
      stream.on('error', unreadable)
      if (name !== 'file' || !info.filename) return void stream.resume()
      filename = info.filename
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('limit', () => fail(new TooLarge(tooLarge)))
    })
    form.on('error', unreadable)
    request.on('aborted', unreadable)
    form.on('close', () => {
      if (filename === null) reject(new Refused(missing, { file: missing }))
      else resolve({ filename, content: Buffer.concat(pieces), fields })
    })
    request.pipe(form)
  })
}

function formOf(request: Request): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: 1, fileSize: mostBytes, fields: 10, fieldSize: 1_000, parts: 12 },
    })
  } catch {
    throw new Malformed('The form cannot be read: its boundary is missing.')
  }
}

/** What is still coming is read and forgotten, so that the sender gets to read the answer. */
function throwAway(request: Request): void {
  request.resume()
}
