import { globSync, readFileSync } from 'node:fs'
import vm from 'node:vm'
import { GraphQLDateTimeISO } from 'graphql-scalars'
import { describe, expect, inject, it } from 'vitest'
import { isEmail, parseName, parseNewEmail, parsePhone } from '../api/domain/auth/accounts.ts'
import { addressKeyOf } from '../api/domain/addresses/addressKey.ts'
import { compareProperties } from '../api/domain/addresses/compareProperties.ts'
import { numberOf, streetNumberOf } from '../api/domain/addresses/houseNumbers.ts'
import { parseAddress } from '../api/domain/addresses/parseAddress.ts'
import { unitKey } from '../api/domain/addresses/units.ts'
import { removeEmptyWords } from '../api/domain/imports/emptyWords.ts'
import { cellText, parseDateTime, parseDollars, parseTags } from '../api/domain/imports/importCells.ts'
import { createLetterNamer } from '../api/domain/printing/letterFileNames.ts'
import { addressLines } from '../api/domain/printing/mergeValues.ts'
import { decodeCursor } from '../api/domain/paging.ts'
import { matchableParcelId, parseParcelId } from '../api/domain/locating/parcelIds.ts'
import { isPhone, repairPhone } from '../api/domain/properties/phones.ts'
import { checkStorable } from '../api/domain/storable.ts'
import { parseViewQuery } from '../api/usecases/savedViews/viewQueries.ts'
import { parseWebhookUrl } from '../api/domain/webhooks/webhooks.ts'
import { parseZipCode } from '../api/domain/imports/zipCodes.ts'
import { toBadInputError } from '../api/graphql/errors.ts'
import { parseWithLimits } from '../api/graphql/limits.ts'
import { describeError } from '../api/observability/describeError.ts'
import { clientAddress, credentialsOf } from '../api/rest/credentials.ts'
import { isNotModified } from '../api/rest/etags.ts'
import { dateTime } from '../api/rest/parameters.ts'
import { id } from '../api/rest/shapes.ts'
import { declaredSeparator } from '../api/services/csv/readCsv.ts'
import { splitBody } from '../api/services/documents/letters/splitBody.ts'
import { toWordMarkup } from '../api/services/documents/letters/values.ts'
import { parseMapping } from '../api/services/parcels/import/mapping.ts'
import { parseGeometryText } from '../api/services/parcels/import/parseGeometryText.ts'
import { replaceNonFinite } from '../api/services/parcels/import/readFeatures.ts'
import { isWithinOneEdit } from '../api/services/parcels/spelling.ts'
import { parseOwnerContact } from '../api/usecases/properties/propertyInput.ts'
import { parseQuickFind } from '../api/usecases/quickFind/quickFindTerms.ts'
import { redact } from '../web/features/debugConsole/redact.ts'
import { splitMatches } from '../web/features/quickFind/quickFindItems.ts'
import { parseHouse } from '../web/session/reads/sameAddress.ts'
import { explainPattern, findPatterns } from './patterns.mjs'

/** Linear work on texts of this length takes milliseconds, quadratic work a minute on a quiet machine and longer on a busy one. */
const length = 200_000
const limitMs = Math.round(7_500 * inject('timeLimitFactor'))

const context = vm.createContext({ run: () => undefined })
const script = new vm.Script('run()')

/** Whether `read` ends within the limit, which stops it. */
function endsWithin(timeout, read) {
  context['run'] = read
  try {
    script.runInContext(context, { timeout })
    return true
  } catch (error) {
    if (error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}

/** Whether `read` ends within the limit for all texts together. One that never ends cannot be caught. */
const isLinear = (read, texts) =>
  endsWithin(limitMs, () => {
    for (const text of texts)
      try {
        read(text)
      } catch {
        // The text is not valid.
      }
  })

const characters = [
  'a',
  'A',
  '0',
  ' ',
  '\t',
  '\n',
  '.',
  ',',
  '@',
  '-',
  '_',
  '=',
  ':',
  '/',
  '"',
  "'",
  '<',
  '>',
  '(',
  '%',
]

/** Characters that few patterns allow. */
const end = '\u0001 @\u0001'
/** Long texts of one character. They are made once, because making texts takes longer than most patterns. */
const repeated = characters.map((character) => `${character.repeat(length)}${end}`)

/** Long texts of one character, or of one word, also behind a word. */
function* attacksWith(words) {
  for (const text of repeated) {
    yield text
    for (const word of words) yield `x${word}${text}`
  }
  for (const word of words) yield `${word.repeat(Math.ceil(length / word.length))}${end}`
}

/** Long texts of what the functions look for. */
const attacks = [
  ...attacksWith([
    '1 ',
    'https://',
    'Bearer ',
    'W/"a",',
    '<w:p ',
    '<w:sectPr>',
    'POLYGON ((',
    '@a',
    'token=',
    'St Apt #',
  ]),
]

const wordsOf = (source) => [
  ...new Set(source.replaceAll(String.raw`\/`, '/').match(/[\w<@:"=/ -]{2,30}|[@:=.]/g) ?? []),
]

const findAll = () =>
  globSync('{api,demo,scripts,web}/**/*.{ts,tsx,mjs}', {
    exclude: (file) => /(^|\/)(node_modules|dist|gql)$|\.test\.|\.d\.m?ts$/.test(file),
  }).flatMap((file) => findPatterns(file, readFileSync(file, 'utf8')).patterns)

describe('the check of patterns', () => {
  it('finds literals and what is made by RegExp, with their places', () => {
    const text = "const a = /b+/g\nconst f = (c: string) => [new RegExp(c), RegExp('d')] // /e/\nconst g = '/h/'"
    expect(findPatterns('web/a.ts', text)).toEqual({
      patterns: [{ place: 'web/a.ts:1', source: 'b+', flags: 'g' }],
      made: ['web/a.ts:2', 'web/a.ts:2'],
    })
  })

  it.each([/^[^\s@]+@[^\s@]+\.[^\s@]+$/, /\s*,\s*/, /(a|a)*b/, /=+$/])('refuses %s', (pattern) => {
    expect(explainPattern(pattern)).toMatch(/polynomial|exponential/)
  })

  it.each([/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/, /\s+/, /^(a|b)*c$/])('allows %s', (pattern) => {
    expect(explainPattern(pattern)).toBeNull()
  })
})

describe('a text of 200,000 characters', () => {
  it('shows a quadratic pattern', () => {
    const quadratic = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
    expect(endsWithin(1_000, () => quadratic.test(`x@${'.'.repeat(length)} `))).toBe(false)
  })

  it('is searched by each pattern of the sources in linear time', () => {
    const patterns = findAll()
    expect(patterns.length).toBeGreaterThan(250)
    const different = new Map(patterns.map((pattern) => [`${pattern.flags} ${pattern.source}`, pattern]))
    const slow = [...different.values()].filter(({ source, flags }) => {
      const pattern = new RegExp(source, flags)
      return !isLinear((text) => text.replace(pattern, ''), attacksWith(wordsOf(source).slice(0, 3)))
    })
    expect(slow).toEqual([])
  }, 300_000)

  const headers = (name) => (text) => ({ headers: { [name]: text }, socket: {} })
  it.each(
    Object.entries({
      isEmail,
      parseNewEmail,
      parsePhone,
      parseName: (text) => parseName(text, 'Name', 'name'),
      parseOwnerContact: (text) => parseOwnerContact({ ownerPhone: text }),
      parseAddress,
      addressKeyOf: (text) => addressKeyOf({ address: text, city: text, zipCode: text }),
      addressWithNumber: (text) => addressKeyOf({ address: `1 Demo ${text}`, city: text }),
      addressInParts: (text) => addressKeyOf({ address: `1 ${text}, ${text}, ${text} 46000` }),
      compareProperties: (text) =>
        compareProperties({ address: `1 ${text}`, parcelId: text }, { address: text, parcelId: text }),
      unitKey,
      numberOf,
      streetNumberOf,
      addressLines: (text) => addressLines({ ownerAddress: text, address: text }, 'owner'),
      parseDateTime: (text) => parseDateTime(text, 'America/Chicago'),
      parseDollars,
      parseTags,
      cellText: (text) => cellText(`="${text}`),
      removeEmptyWords: (text) => removeEmptyWords(`<Null>${text}`),
      parseParcelId,
      matchableParcelId,
      parseZipCode: (text) => parseZipCode(text, text),
      isPhone,
      repairPhone,
      declaredSeparator,
      replaceNonFinite: (text) => replaceNonFinite(`{"a":NaN,${text}`),
      letterName: (text) => createLetterNamer()(text, text),
      decodeCursor,
      checkStorable: (text) => checkStorable({ [text]: text }),
      parseViewQuery: (text) => parseViewQuery('leads', text),
      parseWebhookUrl,
      parseQuickFind,
      parseMapping,
      parseGeometryText,
      isWithinOneEdit: (text) => isWithinOneEdit(text, `${text}b`),
      toBadInputError: (text) => toBadInputError({ message: text }),
      'a document of GraphQL': (text) => parseWithLimits(`{ a(b: "${text}") }`),
      'a time in GraphQL': (text) => GraphQLDateTimeISO.parseValue(`2026-11-18T14:40:00.${text}`),
      'a time in REST': (text) => dateTime.safeParse(`2026-11-18T14:40:00.${text}`),
      'an id in REST': (text) => id.safeParse(text),
      describeError: (text) => describeError(Object.assign(new Error(text), { stack: text })),
      credentialsOf: (text) => credentialsOf({ authorization: text }),
      clientAddress: (text) => clientAddress(headers('x-forwarded-for')(text), 1),
      isNotModified: (text) => isNotModified({ get: () => text }, '"a"'),
      splitBody: (text) => splitBody(`<w:body>${text}</w:body>`, () => ''),
      toWordMarkup: (text) => toWordMarkup(text, '<w:rPr></w:rPr>'),
      redact,
      splitMatches: (text) => splitMatches(text, 'aa a'),
      parseHouse,
    }),
  )(
    'is read by %s in linear time',
    (_name, parse) => expect(isLinear(parse, attacks)).toBe(true),
    60_000 * inject('timeLimitFactor'),
  )
})
