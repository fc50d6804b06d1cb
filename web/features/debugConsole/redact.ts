const REDACTED = '[redacted]'

/** Names of secrets in JSON, query strings, and headers. */
const SECRET_NAME =
  '[\\w-]*(?:password|passwd|secret|token|api[_-]?key|authorization|cookie|credential|session[_-]?id)[\\w-]*'

const rules: readonly [RegExp, string][] = [
  [/\b(bearer|basic)\s+[^\s"',;)}]+/gi, `$1 ${REDACTED}`],
  [new RegExp(`(["']?${SECRET_NAME}["']?\\s*[:=]\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), `$1"${REDACTED}"`],
  [new RegExp(`(["']?${SECRET_NAME}["']?\\s*[:=]\\s*)(?!["'\\[]|bearer|basic)[^\\s"',;&)}]+`, 'gi'), `$1${REDACTED}`],
  [new RegExp(`(["']?${SECRET_NAME}["']?\\s*[:=]\\s*)'[^']*'`, 'gi'), `$1'${REDACTED}'`],
  // JSON web tokens, and the keys of map and parcel services.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, REDACTED],
  [/\b(?:pk|sk)[._][\w.-]{16,}/g, REDACTED],
  [/\b[a-f0-9]{32,}\b/gi, REDACTED],
  [/\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{40,}/g, REDACTED],
  [/[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi, '[e-mail]'],
]

/** Redacts passwords, tokens, keys, anything else that looks like a secret, and email addresses. */
export const redact = (text: string): string =>
  rules.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text)
