const REDACTED = '[redacted]'

/** A name that something secret is kept under: in JSON, in a query string, in a header. */
const SECRET_NAME =
  '[\\w-]*(?:password|passwd|secret|token|api[_-]?key|authorization|cookie|credential|session[_-]?id)[\\w-]*'

const rules: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[^\s"',;)}]+/gi, `$1 ${REDACTED}`],
  [new RegExp(`(["']?${SECRET_NAME}["']?\\s*[:=]\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), `$1"${REDACTED}"`],
  [new RegExp(`(["']?${SECRET_NAME}["']?\\s*[:=]\\s*)(?!["'\\[]|bearer|basic)[^\\s"',;&)}]+`, 'gi'), `$1${REDACTED}`],
  [new RegExp(`(["']?${SECRET_NAME}["']?\\s*[:=]\\s*)'[^']*'`, 'gi'), `$1'${REDACTED}'`],
  // A JSON web token, and the keys of map and parcel services.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, REDACTED],
  [/\b(?:pk|sk)[._][\w.-]{16,}/g, REDACTED],
  [/\b[a-f0-9]{32,}\b/gi, REDACTED],
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{40,}/g, REDACTED],
  [/[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi, '[e-mail]'],
]

/** The text without passwords, tokens, keys, whatever else looks like a secret, and e-mail addresses. */
export const redact = (text: string): string =>
  rules.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text)
