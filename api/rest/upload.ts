import busboy from 'busboy'
import type { Request } from 'express'
import { Malformed, Refused, PayloadTooLarge, UnsupportedMediaType } from '../domain/errors.ts'
import { maxLengths } from '../domain/maxLengths.ts'

export interface Upload {
  filename: string
  content: Buffer
  /** The other form fields. */
  fields: Record<string, string>
}

/** The limit of the file, and the messages if it is larger or missing. */
export interface UploadLimits {
  maxBytes: number
  tooLargeMessage: string
  missingMessage: string
}

/**
 * Parses a multipart body with the file in the field `file`. Throws `UnsupportedMediaType` for other content types,
 * `PayloadTooLarge` above the limit without reading further, and `Refused` if there is no file.
 */
export async function readUpload(
  request: Request,
  { maxBytes, tooLargeMessage, missingMessage }: UploadLimits,
): Promise<Upload> {
  if (!request.is('multipart/form-data')) throw new UnsupportedMediaType('Send the file as multipart/form-data.')
  // Allow for the multipart overhead around the file.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + 65_536) {
    discardRest(request)
    throw new PayloadTooLarge(tooLargeMessage)
  }
  const form = parseForm(request, maxBytes)
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {}
    const chunks: Buffer[] = []
    let filename: string | null = null
    const fail = (error: Error) => {
      request.unpipe(form)
      discardRest(request)
      reject(error)
    }
    const failMalformed = () => fail(new Malformed('The form data is malformed or incomplete.'))
    form.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) fail(new Malformed(`The field ${name} is too long.`))
      fields[name] = value
    })
    form.on('file', (name, stream, info) => {
      // If the form is truncated inside the file, busboy reports the error on the file stream first.
      stream.on('error', failMalformed)
      if (name !== 'file' || !info.filename) return void stream.resume()
      filename = info.filename
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('limit', () => fail(new PayloadTooLarge(tooLargeMessage)))
    })
    form.on('error', failMalformed)
    request.on('aborted', failMalformed)
    form.on('close', () => {
      if (filename === null) reject(new Refused(missingMessage, { file: missingMessage }))
      else resolve({ filename, content: Buffer.concat(chunks), fields })
    })
    request.pipe(form)
  })
}

/** The longest field; the router checks the limit of each in characters. */
const maxFieldBytes = 3 * maxLengths.words

function parseForm(request: Request, maxBytes: number): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: 1, fileSize: maxBytes, fields: 12, fieldSize: maxFieldBytes, parts: 14 },
    })
  } catch {
    throw new Malformed('The Content-Type header has no multipart boundary.')
  }
}

/** Reads and discards the rest of the body, so that the client finishes sending and reads the response. */
function discardRest(request: Request): void {
  request.resume()
}
