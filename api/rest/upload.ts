import type { Request } from 'express'
import busboy from 'busboy'
import { Malformed, Refused, PayloadTooLarge, UnsupportedMediaType } from '../domain/errors.ts'

export interface Upload {
  filename: string
  content: Buffer
  /** The other fields of the form. */
  fields: Record<string, string>
}

const maxBytes = 10 * 1024 * 1024
const tooLargeMessage = 'The template is too large: 10 MB at most.'

/**
 * The file in the form field `file` of a multipart body, and the fields beside it. Throws `WrongType` for another body,
 * `TooLarge` past 10 MB however much more is sent, `Refused` with `missing` when there is no file.
 */
export async function readUpload(request: Request, missing: string): Promise<Upload> {
  if (!request.is('multipart/form-data')) throw new UnsupportedMediaType('Send the file as multipart/form-data.')
  // A file of 10 MB has a few bytes of form around it.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + 65_536) {
    discardRest(request)
    throw new PayloadTooLarge(tooLargeMessage)
  }
  const form = parseForm(request)
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {}
    const chunks: Buffer[] = []
    let filename: string | null = null
    const fail = (error: Error) => {
      request.unpipe(form)
      discardRest(request)
      reject(error)
    }
    const failUnreadable = () => fail(new Malformed('The form cannot be read: it is cut off or not as it should be.'))
    form.on('field', (name, value) => (fields[name] = value))
    form.on('file', (name, stream, info) => {
      // A form that breaks off in the middle of a file is an error of the file first.
      stream.on('error', failUnreadable)
      if (name !== 'file' || !info.filename) return void stream.resume()
      filename = info.filename
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', () => fail(new PayloadTooLarge(tooLargeMessage)))
    })
    form.on('error', failUnreadable)
    request.on('aborted', failUnreadable)
    form.on('close', () => {
      if (filename === null) reject(new Refused(missing, { file: missing }))
      else resolve({ filename, content: Buffer.concat(chunks), fields })
    })
    request.pipe(form)
  })
}

function parseForm(request: Request): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: 1, fileSize: maxBytes, fields: 10, fieldSize: 1_000, parts: 12 },
    })
  } catch {
    throw new Malformed('The form cannot be read: its boundary is missing.')
  }
}

/** What is still coming is read and forgotten, so that the sender gets to read the answer. */
function discardRest(request: Request): void {
  request.resume()
}
