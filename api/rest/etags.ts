import { createHash } from 'node:crypto'
import type { Request } from 'express'
import type { z } from 'zod'
import { StaleVersion } from '../domain/errors.ts'
import { checkVersion } from '../domain/versions.ts'
import { presenterOf, type Presentable } from './present.ts'

/** Returns a strong ETag for the content of a response: a truncated hash of it. */
export function etagOf(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
}

/**
 * Whether If-None-Match names `etag`. Express's own check is not used because it ignores If-None-Match when the request
 * has `Cache-Control: no-cache`, which Node's fetch adds to conditional requests.
 */
export function isNotModified(request: Request, etag: string): boolean {
  const known = parseTags(request.get('If-None-Match'))
  return known.includes('*') || known.includes(stripWeakPrefix(etag))
}

/**
 * Returns a check that throws `StaleVersion` unless If-Match names the current version of a record as a response of `shape`;
 * undefined without the header.
 */
export function ifMatch<Shape extends z.ZodType, T = Presentable<z.output<Shape>>>(
  request: Request,
  shape: Shape,
  toPresentable: (record: T) => Presentable<z.output<Shape>> = (record) => record as never,
): ((current: T) => void) | undefined {
  const given = request.get('If-Match')
  if (given === undefined) return undefined
  const accepted = parseTags(given)
  const present = presenterOf(shape)
  return (current) => {
    if (!accepted.includes('*') && !accepted.includes(etagOf(JSON.stringify(present(toPresentable(current))))))
      throw new StaleVersion()
  }
}

/**
 * `ifMatch` that also throws `VersionConflict` with the current record unless it has the version `ifVersion`, if that is
 * given.
 */
export function ifUnchanged<Shape extends z.ZodType, T extends { version: number }>(
  request: Request,
  ifVersion: number | null | undefined,
  shape: Shape,
  toPresentable: (record: T) => Presentable<z.output<Shape>> = (record) => record as never,
): (current: T) => void {
  const assertMatch = ifMatch(request, shape, toPresentable)
  const assertVersion = checkVersion<T>(ifVersion, (current) => presenterOf(shape)(toPresentable(current)) as object)
  return (current) => {
    assertVersion(current)
    assertMatch?.(current)
  }
}

function parseTags(header = ''): string[] {
  return header.split(',').map((tag) => stripWeakPrefix(tag.trim()))
}

/** Proxies that compress responses mark ETags as weak; the comparison ignores the mark. */
function stripWeakPrefix(tag: string): string {
  return tag.replace(/^W\//, '')
}
