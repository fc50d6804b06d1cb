const REDACTED = '[redacted]'

/** What the name of a secret contains, in JSON, query strings and headers. */
const SECRET_NAME = /password|passwd|secret|token|api[_-]?key|authorization|cookie|credential|session[_-]?id/i
/** Stands behind each name of a secret while a text is redacted. Its code point is for private use. */
const MARK = '\ue000'

/** Redacts passwords, tokens, keys, anything else that looks like a secret, and email addresses. */
export function redact(text: string): string {
  return text
    .replaceAll(MARK, '')
    .replaceAll(/\b(bearer|basic)\s+[^\s"',;)}]+/gi, `$1 ${REDACTED}`)
    .replaceAll(/[\w-]+/g, (word) => (SECRET_NAME.test(word) ? `${word}${MARK}` : word))
    .replaceAll(/\ue000(["']?\s*[:=]\s*)"(?:[^"\\]|\\.)*"/g, `$1"${REDACTED}"`)
    .replaceAll(/\ue000(["']?\s*[:=]\s*)(?!["'[]|bearer|basic)[^\s"',;&)}]+/gi, `$1${REDACTED}`)
    .replaceAll(/\ue000(["']?\s*[:=]\s*)'[^']*'/g, `$1'${REDACTED}'`)
    .replaceAll(MARK, '')
    .replaceAll(/[\w.-]+/g, redactWord)
    .replaceAll(/\b[a-f0-9]{32,}\b/gi, REDACTED)
    .replaceAll(/[\w.+@%-]+/g, (word) => (/.(?:@|%40)[\w-]+\.[\w-]/.test(word) ? '[e-mail]' : word))
}

/** Redacts JSON web tokens, the keys of map and parcel services, and long words of mixed characters. */
function redactWord(word: string): string {
  const isToken = word.split('.').some((part, index, all) => /\beyJ/.test(part) && index + 2 < all.length)
  const isKey = /\b(?:pk|sk)[._].{16}/.test(word)
  const isMixed = word.length >= 40 && /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word)
  return isToken || isKey || isMixed ? REDACTED : word
}
