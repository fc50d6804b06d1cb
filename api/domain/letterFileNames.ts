/** Names of what is printed, so that a person finds it on a disk. */

/** '1018 W 11th Demo St - Sample Owner 0142', each name given once: the next of the same is '… (2)'. */
export function createLetterNamer(): (address: string, ownerName: string) => string {
  /** Names in lower case, with how often each was wanted. */
  const given = new Map<string, number>()
  return (address, ownerName) => {
    const name =
      [sanitizeFileName(address.split(',')[0]!, 60), sanitizeFileName(ownerName, 50)].filter(Boolean).join(' - ') ||
      'Letter'
    for (let count = (given.get(name.toLowerCase()) ?? 0) + 1; ; count += 1) {
      const numbered = count === 1 ? name : `${name} (${count})`
      if (given.has(numbered.toLowerCase())) continue
      given.set(name.toLowerCase(), count)
      given.set(numbered.toLowerCase(), given.get(numbered.toLowerCase()) ?? 1)
      return numbered
    }
  }
}

/** 'storm-2026-11-20.zip': what it was printed from and when (spec §9). */
export function batchFileName(tag: string, day: string, ending: string): string {
  return `${tag}-${day}.${ending}`
}

/** Without what some disk or system does not take in a name, at most `most` characters. */
function sanitizeFileName(text: string, most: number): string {
  const tidy = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  // By characters as people count them: a cut through an emoji would be no text.
  return Array.from(tidy)
    .slice(0, most)
    .join('')
    .replace(/[. ]+$/, '')
    .replace(/^[. ]+/, '')
}
