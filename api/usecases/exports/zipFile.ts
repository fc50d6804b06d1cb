import { PassThrough, Readable } from 'node:stream'

/** A file in a zip file. Its content is read when its turn comes. */
export interface ZipEntry {
  path: string
  content: () => AsyncIterable<Uint8Array>
  /** Whether it is compressed already. */
  isCompressed?: boolean
}

/** A zip file of these files, made while it is read, so that it needs little memory. */
export async function* toZip(entries: readonly ZipEntry[], createdAt: Date): AsyncGenerator<Buffer> {
  // Imported here so that a start of the server does not load it.
  const { default: JSZip } = await import('jszip')
  const zip = new JSZip()
  const sources = entries.map(({ path, content, isCompressed }) => {
    const source = Readable.from(content(), { objectMode: false })
    zip.file(path, source, { compression: isCompressed ? 'STORE' : 'DEFLATE', date: createdAt, createFolders: false })
    return source
  })
  const output = new PassThrough()
  const zipped = zip.generateNodeStream({ streamFiles: true, compressionOptions: { level: 6 } })
  zipped.on('error', (error: Error) => output.destroy(error))
  try {
    for await (const chunk of zipped.pipe(output)) yield chunk as Buffer
  } finally {
    // The library leaves open what it has not read.
    zipped.unpipe(output)
    for (const source of sources) source.on('error', () => undefined).destroy()
  }
}
