import { directionals, standardSpelling, streetSuffixes } from './spellings.ts'
import { tokenize } from './text.ts'

/** The parts of a street name, in words that are equal for all spellings. */
export interface Street {
  predirection: string
  /** 'demo', '12th demo', 'county rd 450', 'n' for N St and 'north' for North St. */
  name: string
  suffix: string
  postdirection: string
}

/**
 * Roads that are named by their kind and a number or letters, as the country writes them: the word for the key, then the spellings.
 * A state road, route and highway are one system; a county highway may be another road than the county road of this number.
 */
const numberedRoads = `
county rd:county rd,co rd,cnty rd,county road,c r,cr
county hwy:county hwy,co hwy,cty hwy,county trk hwy,county trunk hwy,county trunk,county trunk rd,cth,ch
county rte:county rte,co rte
county st aid hwy:county state aid hwy,csah
state hwy:state hwy,state rte,state rd,st hwy,st rte,st rd,state trunk hwy,sth,sr,sh
us hwy:us hwy,us rte,us rd,u s hwy,u s rte,u s,us,united states hwy,united states rte,ush
interstate:interstate,interstate hwy,i,ih
twp rd:township rd,twp rd,town rd,tr
twp hwy:township hwy,twp hwy,town hwy,th
fm:farm to market rd,farm to market,farm market rd,farm rd,fm rd,fm
rm:rnch to market rd,rnch to market,rm rd,rm
rnch rd:rnch rd,rr
parish rd:parish rd
forest rd:frst rd,frst service rd,fs rd,fsr,national frst development rd,nf
bia rd:bia rd,bia rte,bia hwy,bia
indian rte:indian rte,indian service rte,indian rd
reservation rd:reservation rd,reservation hwy
private rd:private rd,pvt rd
`

const standard = (word: string) => standardSpelling.get(word) ?? word

/** The kinds of numbered roads by the first word of their spellings. */
const roadKinds = Map.groupBy(
  numberedRoads
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [kind, spellings] = line.split(':')
      return spellings!.split(',').map((spelling) => ({ kind: kind!, words: spelling.split(' ').map(standard) }))
    })
    // 'county trunk hwy' is not 'county trunk' with the number 'hwy'.
    .sort((one, other) => other.words.length - one.words.length),
  ({ words }) => words[0]!,
)

/** What may follow the number of a road, beside directions. */
const roadQualifiers = new Map(
  `bus business|byp bypass|alt alternate|spur|loop|trk truck|toll|frontage|service|connector|old|scenic|ext`
    .split('|')
    .map((line) => line.split(' '))
    .flatMap(([kind, ...others]) => [kind!, ...others].map((word) => [word, kind!] as const)),
)
/** Suffixes that carry a number of their own, even after a name: 'Old Demo Hwy 9'. */
const numberedSuffixes = new Set(['hwy', 'rte', 'rd', 'loop', 'spur'])
/** Spanish streets begin with their kind: 'Calle 5'. */
const spanishKinds = new Set(['calle', 'avenida', 'camino', 'carr', 'carretera', 'paseo', 'via', 'callejon', 'vereda'])
/** Words that are spelled in two ways within the names of Spanish streets. */
const spanishSpelling = new Map([
  ['avenida', 'ave'],
  ['avda', 'ave'],
  ['carretera', 'carr'],
  ['urbanizacion', 'urb'],
])
/** Words before 'St' that make it a saint's name: 'Mount St Helens Dr'. */
const beforeSaint = new Set(['mt', 'prt', 'ft', 'lk', 'bay', 'cpe', 'old', 'new', 'sault', ...directionals])

const nameWord = (word: string) => spanishSpelling.get(word) ?? standard(word)
const isDirection = (word: string | undefined) => word !== undefined && directionals.has(standard(word))
const isSuffix = (word: string | undefined) => word !== undefined && streetSuffixes.has(standard(word))
const isRoadId = (word: string | undefined) =>
  word !== undefined &&
  /^(?:\d+[a-z]{0,2}|[a-z]{1,2}\d*)$/.test(word) &&
  !isSuffix(word) &&
  !/^\d+(?:st|nd|rd|th)$/.test(word)

/** The words of a street in lower case, with the index of the written word that each belongs to: 'SR-9', 'FM1960' and '450N' are two. */
interface Word {
  text: string
  at: number
}

function wordsOf(writtenWords: readonly string[]): Word[] {
  const words: Word[] = []
  for (const [at, written] of writtenWords.entries())
    for (const token of tokenize(written)) {
      const joined = /^(fm|rm|cr|sr|sh|us|cth|sth|csah|ih?)(\d+[a-z]?)$/.exec(token) ?? /^(\d+)([nsew])$/.exec(token)
      if (joined) words.push({ text: joined[1]!, at }, { text: joined[2]!, at })
      else words.push({ text: token, at })
    }
  return words
}

/** Whether the number of a road goes on with a fraction: 'Road 26 1/2'. */
function isFraction(words: readonly Word[], at: number): boolean {
  const [number, one, other] = words.slice(at - 1, at + 2)
  return [number, one, other].every((word) => /^\d+$/.test(word?.text ?? '')) && one!.at === other!.at
}

/** The numbered road that begins at an index: its words for the key, and the index after it. */
function roadAt(words: readonly Word[], start: number): { key: string[]; end: number } | null {
  const text = (index: number) => words[start + index]?.text
  const found = roadKinds
    .get(standard(text(0) ?? ''))
    ?.find(
      (road) =>
        road.words.every((word, index) => standard(text(index) ?? '') === word) && isRoadId(text(road.words.length)),
    )
  if (!found) return null
  let end = start + found.words.length
  const key = [...found.kind.split(' '), words[end]!.text]
  end += 1
  if (isFraction(words, end)) key.push(...words.slice(end, (end += 2)).map(({ text }) => text))
  // 'FM 1960 Rd' is FM 1960.
  if (['rd', 'hwy'].includes(standard(words[end]?.text ?? '')) && !/^\d/.test(words[end + 1]?.text ?? '')) end += 1
  const named = key.length
  for (; end < words.length; end += 1) {
    const { text } = words[end]!
    const isServiceRoad = standard(text) === 'rd' && roadQualifiers.has(words[end - 1]!.text)
    const qualifier = isDirection(text) || isServiceRoad ? standard(text) : roadQualifiers.get(text)
    if (qualifier === undefined) break
    const pair = key.at(-1)! + qualifier
    // The letter of 'County Road N W' is its name.
    if (key.length > named && directionals.has(pair)) key.splice(-1, 1, pair)
    else key.push(qualifier)
  }
  return { key, end }
}

/**
 * The number of directions at the beginning of a street, without one that is its name: none in 'N St' and 'North Ave W', two in
 * 'N W Demo Dr'.
 */
function directionsBefore(words: readonly Word[]): number {
  const [first, second] = words
  if (!isDirection(first?.text) || second === undefined) return 0
  const isName = isSuffix(second.text) && words.slice(2).every(({ text }) => isDirection(text) || isSuffix(text))
  if (isName || words.slice(1).every(({ text }) => isDirection(text))) return 0
  const isPair = directionals.has(standard(first!.text) + standard(second.text))
  // 'N W St' is W Street.
  return isPair && words.slice(2).some(({ text }) => !isDirection(text) && !isSuffix(text)) ? 2 : 1
}

/** Directions as a key has them: 'N W' and 'Northwest' give 'nw', 'E W' gives 'e w'. */
function directionKey(texts: readonly string[]): string {
  const key = texts.map(standard)
  return directionals.has(key.join('')) ? key.join('') : key.join(' ')
}

function nameKeyOf(name: readonly string[], suffix: string): string {
  const [word] = name
  // What the town writes wins where a direction is the name: North St is not N St.
  if (name.length === 1 && isDirection(word)) return word!
  // '5 Ave' is 5th Ave. A road or highway has a number of its own.
  const isOrdinal = name.length === 1 && suffix !== '' && !numberedSuffixes.has(suffix) && /^\d{1,3}$/.test(word!)
  return isOrdinal ? ordinalOf(Number(word)) : name.map(nameWord).join(' ')
}

function ordinalOf(number: number): string {
  const isTeen = number % 100 > 10 && number % 100 < 14
  return `${number}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`
}

/** The street in parts that are equal for all its spellings. */
export function parseStreet(street: string): Street {
  const words = wordsOf(street.split(' '))
  const before = directionsBefore(words)
  const predirection = directionKey(words.slice(0, before).map(({ text }) => text))
  const old = words[before]?.text === 'old' ? 1 : 0
  const road = roadAt(words, before + old)
  if (road) {
    const rest = words.slice(road.end).map(({ text }) => standard(text))
    const name = [...(old ? ['old'] : []), ...road.key, ...rest].join(' ')
    return { predirection, name, suffix: '', postdirection: '' }
  }
  const texts = words.slice(before).map(({ text }) => text)
  let end = texts.length
  while (end > 1 && isDirection(texts[end - 1])) end -= 1
  const postdirection = directionKey(texts.slice(end))
  const nameEnd = end > 1 && isSuffix(texts[end - 1]) ? end - 1 : end
  const suffix = texts.slice(nameEnd, end).map(standard).join(' ')
  const name = texts.slice(0, nameEnd)
  // Utah: '400 West St' is 400 W.
  if (name.length === 2 && suffix === 'st' && predirection !== '' && /^\d+$/.test(name[0]!) && isDirection(name[1]))
    return { predirection, name: name[0]!, suffix: '', postdirection: standard(name[1]!) }
  return { predirection, name: nameKeyOf(name, suffix), suffix, postdirection }
}

/**
 * The street in a form that is equal for all its spellings, and only for them: 'Rockwell Street' and 'ROCKWELL ST.' give 'rockwell st',
 * 'CR 450 North' and 'County Road 450 N' give 'county rd 450 n'. It is lower case, without punctuation, with the abbreviations of USPS
 * Publication 28.
 */
export function streetKeyOf(street: string): string {
  return toStreetKey(parseStreet(street))
}

export function toStreetKey({ predirection, name, suffix, postdirection }: Street): string {
  return [predirection, name, suffix, postdirection].filter((part) => part !== '').join(' ')
}

/** The street with the words of its kind as keys have them if it is a numbered road: 'CR 45' gives 'county rd 45'. */
export function expandRoadKind(street: string): string {
  const words = wordsOf(street.split(' '))
  const start = directionsBefore(words)
  return roadAt(words, start) ? streetKeyOf(street) : street
}

/** Whether a street ends with the number or letters of a numbered road: 'County Road 450', 'County Rd B'. */
export function endsWithRoadNumber(street: string): boolean {
  const words = wordsOf(street.split(' '))
  const start = directionsBefore(words)
  const road = roadAt(words, start + (words[start]?.text === 'old' ? 1 : 0))
  const end = road?.end ?? (isSuffix(words[start]?.text) ? start + 2 : 0)
  return end === words.length && isRoadId(words.at(-1)?.text)
}

/**
 * The number of written words that are the street, of a line that may go on with a city; all of them if the end cannot be told. No place
 * names are looked up: a street ends after its first suffix, or after the number of a numbered road.
 */
export function countStreetWords(writtenWords: readonly string[]): number {
  const words = wordsOf(writtenWords)
  const end = findEnd(words)
  return end < words.length && end > 0 ? words[end - 1]!.at + 1 : writtenWords.length
}

function findEnd(words: readonly Word[]): number {
  const text = (index: number) => words[index]?.text
  let start = 0
  if (isDirection(text(0)) && words.length > 1) start = 1
  const isNumberedAt = (index: number) =>
    numberedSuffixes.has(standard(text(index) ?? '')) && /^\d/.test(text(index + 1) ?? '') && isRoadId(text(index + 1))
  if (isSuffix(text(start)) && start === 1 && !words.slice(2).some((word) => isSuffix(word.text)))
    return tailEnd(words, isNumberedAt(1) ? 3 : 2)
  if (isDirection(text(0)) && isDirection(text(1)) && roadAt(words, 2)) start = 2
  if (text(start) === 'old') start += 1
  const road = roadAt(words, start)
  if (road) return road.end
  // Utah: 'S 400 W'. Indiana: 'E 300 N'.
  if (/^\d+$/.test(text(start) ?? '') && isDirection(text(start + 1))) return tailEnd(words, start + 2)
  if (
    (spanishKinds.has(text(start) ?? '') || isSuffix(text(start))) &&
    isRoadId(text(start + 1)) &&
    !isSuffix(text(start + 2))
  )
    return tailEnd(words, start + 2)
  const end = words.findIndex(({ text: word }, i) => i > start && isSuffix(word) && !isSaint(words, i))
  if (end < 0) return words.length
  return tailEnd(words, end + (isNumberedAt(end) ? 2 : 1))
}

function tailEnd(words: readonly Word[], from: number): number {
  let end = from
  if (isFraction(words, end)) end += 2
  while ((isSuffix(words[end]?.text) && !isSaintCity(words, end)) || isDirection(words[end]?.text)) end += 1
  return end
}

/** Whether a city begins here: 'Demo Ave St Sample'. */
function isSaintCity(words: readonly Word[], index: number): boolean {
  const next = words[index + 1]?.text
  return /^(?:st|saint)$/.test(words[index]!.text) && next !== undefined && !isSuffix(next) && !isDirection(next)
}

/** Whether 'St' is a saint here: another suffix follows, and the word before it is one that saints follow. */
function isSaint(words: readonly Word[], index: number): boolean {
  return (
    standard(words[index]!.text) === 'st' &&
    beforeSaint.has(standard(words[index - 1]!.text)) &&
    words.slice(index + 1).some(({ text }) => isSuffix(text))
  )
}
