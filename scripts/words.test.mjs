import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** What a name may not contain, with the word that is used instead. Texts that people read, and comments, are free. */
const words = [{ pattern: /house(?!hold|Numbers?(?![a-z]))/i, instead: 'property' }]

/** Files with another meaning of the word: the public type `House` and what answers it, and drawings of houses. */
const exceptions =
  /^api\/(?:schema|resolvers)\/locating\.ts$|^api\/usecases\/locating\/housesIn\.ts$|^api\/services\/(?:basemap|parcels|documents)\/|^api\/domain\/addresses\/houseNumbers|\.test\.ts$|generated/

/** What works with the public type `House`: an address of the parcel records, saved or not. */
const exceptionsOfWeb = /^web\/(?:gql|session\/reads|features\/(?:offline|map\/street))\/|\.test\.tsx?$/

const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[A-Za-z_$][\w$]*/g

/** The names in a source text that have a word that is not used, without those in strings and comments. */
const wrongNames = (source) => {
  const names = (source.match(token) ?? []).filter((part) => /^[A-Za-z_$]/.test(part))
  return [...new Set(names)].filter((name) => words.some(({ pattern }) => pattern.test(name)))
}

describe('one word for one thing', () => {
  it('a saved house is a property in every name of the server', () => {
    const files = readdirSync('api', { recursive: true })
      .map((file) => `api/${file.replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.ts') && !exceptions.test(file))
    const found = files.flatMap((file) =>
      [...wrongNames(file.replaceAll(/[/.]/g, ' ')), ...wrongNames(readFileSync(file, 'utf8'))]
        // What answers the public type.
        .filter((name) => name !== 'housesIn')
        .map((name) => `${name} in ${file}: say property`),
    )
    expect(found).toEqual([])
  })

  it('a saved house is a property in the names of the client, but for those of the public type House and the words of texts', () => {
    const files = readdirSync('web', { recursive: true })
      .map((file) => `web/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !exceptionsOfWeb.test(file))
    const found = files.flatMap((file) =>
      [...wrongNames(file.replaceAll(/[/.]/g, ' ')), ...wrongNames(readFileSync(file, 'utf8'))]
        // The icon, and words between tags, which look like names here.
        .filter((name) => !/^(?:House|houses?|HouseIllustration)$/.test(name))
        .map((name) => `${name} in ${file}: say property`),
    )
    expect(found).toEqual([])
  })

  it('finds names, but not texts, comments and numbers of houses', () => {
    expect(wrongNames('const savedHouse = find(house)')).toEqual(['savedHouse', 'house'])
    expect(wrongNames("// a house\nconst houseNumber = 'no house'; const houseNumbers = `a house`")).toEqual([])
    expect(wrongNames('const household = 1')).toEqual([])
  })
})
