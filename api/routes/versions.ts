import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { Stale } from '../domain/errors.ts'

/** The ETag of what is sent as `text`: another whenever anything of it is another. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

/**
 * Whether the caller holds what `etag` stands for: If-None-Match names it. Asked here and not of express, which leaves it
 * out for callers that say no-cache, as the fetch of Node does with every conditional request.
 */
export function isHeld(request: Request, etag: string): boolean {
  const held = tagsOf(request.get('If-None-Match'))
  return held.includes('*') || held.includes(bare(etag))
}

/**
 * What If-Match asks of the thing as it stands: throws `Stale` when it is not what the caller saw. Undefined without the
 * header.
 */
export function asSeen<T>(request: Request, present: (thing: T) => object): ((current: T) => void) | undefined {
  const given = request.get('If-Match')
  if (given === undefined) return undefined
  const seen = tagsOf(given)
  return (current) => {
    if (!seen.includes('*') && !seen.includes(etagOf(JSON.stringify(present(current))))) throw new Stale()
  }
}

function tagsOf(header = ''): string[] {
  return header.split(',').map((tag) => bare(tag.trim()))
}

/** Proxies that compress mark tags as weak: they stand for the same. */
function bare(tag: string): string {
  return tag.replace(/^W\//, '')
}
