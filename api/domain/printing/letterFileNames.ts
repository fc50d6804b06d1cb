/**
 * Returns a function that names letters, such as '1018 W 11th Demo St - Sample Owner 0142'. It returns each name once,
 * ignoring case: repetitions get ' (2)', ' (3)' and so on.
 */
export function createLetterNamer(): (address: string, ownerName: string) => string {
  /** How often each name, in lower case, was requested. */
  const counts = new Map<string, number>()
  return (address, ownerName) => {
    const parts = [sanitizeFileName(address.split(',')[0]!, 60), sanitizeFileName(ownerName, 50)]
    const name = parts.filter(Boolean).join(' - ') || 'Letter'
    for (let count = (counts.get(name.toLowerCase()) ?? 0) + 1; ; count += 1) {
      const numbered = count === 1 ? name : `${name} (${count})`
      if (counts.has(numbered.toLowerCase())) continue
      counts.set(name.toLowerCase(), count)
      counts.set(numbered.toLowerCase(), counts.get(numbered.toLowerCase()) ?? 1)
      return numbered
    }
  }
}

/** 'storm-2026-11-20.zip': the tag, or the name of a template without one, and the day of the batch (spec §9). */
export function batchFileName(
  { tag, filename }: { tag: string | null; filename: string },
  day: string,
  extension: string,
): string {
  return `${tag ?? (sanitizeFileName(filename.replace(/\.docx$/i, ''), 60) || 'letters')}-${day}.${extension}`
}

/** Removes characters that some file system rejects and shortens the name to `maxLength` characters. */
function sanitizeFileName(text: string, maxLength: number): string {
  const sanitized = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  // Code points, because cutting a surrogate pair in half gives an invalid name.
  return Array.from(sanitized)
    .slice(0, maxLength)
    .join('')
    .replace(/(?<![. ])[. ]+$/, '')
    .replace(/^[. ]+/, '')
}
