import { globSync, readFileSync } from 'node:fs'
import {
  Kind,
  buildSchema,
  getIntrospectionQuery,
  getVariableValues,
  parse,
  type GraphQLError,
  type OperationDefinitionNode,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { makeMeasurer } from './cost.ts'
import { assertCost, parseWithLimits, validateWithLimits } from './limits.ts'

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))

/** The errors before the execution: of the validation, otherwise of the cost of each operation. */
function findErrors(source: string, variables?: Record<string, unknown>): readonly GraphQLError[] {
  const document = parse(source)
  const errors = validateWithLimits(schema, document)
  if (errors.length > 0) return errors
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return []
    try {
      assertCost(schema, document, definition, variables)
      return []
    } catch (error) {
      return [error as GraphQLError]
    }
  })
}
const errorMessages = (source: string, variables?: Record<string, unknown>) =>
  findErrors(source, variables).map(({ message }) => message)
const manyFields = 'id address city state lat lng ownerName notes tags priority status createdAt'

describe('a GraphQL request', () => {
  it('is accepted if it is an operation of the web client', () => {
    const documents = globSync('web/**/*.graphql').map((file) => readFileSync(file, 'utf8'))
    expect(documents.length).toBeGreaterThan(5)
    expect(errorMessages(documents.join('\n')).filter((message) => !message.includes('is never used'))).toEqual([])
  })

  it('is accepted if it is the introspection query', () => {
    expect(errorMessages(getIntrospectionQuery())).toEqual([])
  })

  it('is refused if it reads the schema more than once, by an alias too', () => {
    for (const query of [
      '{ a: __schema { types { name } } b: __schema { types { name } } }',
      '{ __type(name: "Lead") { name } __schema { types { name } } }',
      '{ __schema { types { name a: fields { name } } } }',
      '{ __schema { types { ...Part } } } fragment Part on __Type { a: fields { name } }',
    ])
      expect(errorMessages(query)).toEqual(['The query reads the schema 2 times; 1 is allowed.'])
    expect(errorMessages('{ a: me { id } b: me { id } types: __type(name: "Lead") { name } }')).toEqual([])
  })

  it('may read a full page of properties with their leads', () => {
    expect(
      errorMessages(`{ properties(first: 1000) { edges { node { ${manyFields} leads { id status } } } } }`),
    ).toEqual([])
  })

  it('counts each field once for every item of the lists around it', () => {
    const page = `properties(first: 1000) { edges { node { ${manyFields} leads { id } } } }`
    const manyPages = Array.from({ length: 3 }, (_, n) => `a${n}: ${page}`).join(' ')
    expect(errorMessages(`{ ${manyPages} }`)).toEqual([
      expect.stringMatching(/^The query may ask for 3\d\d,\d{3} fields; 250,000 are allowed: ask for shorter pages\.$/),
    ])
    expect(errorMessages(`{ ${manyPages.replaceAll('1000', '10')} }`)).toEqual([])
  })

  it('counts a list without a page size as the default one', () => {
    const measure = (source: string) => {
      const document = parse(source)
      return makeMeasurer(schema, document)(document.definitions[0] as OperationDefinitionNode).cost
    }
    for (const field of ['leads { id }', 'knocks { eventId }'])
      expect(measure(`{ property(id: "x") { ${field} } }`)).toBe(
        measure(`{ property(id: "x") { ${field.replace(' {', '(first: 100) {')} } }`),
      )
    const nested = (levels: number) =>
      `{ property(id: "x") ${'{ leads { property '.repeat(levels)} { id } ${'} }'.repeat(levels)} }`
    expect(errorMessages(nested(2))).toEqual([])
    for (const levels of [3, 4])
      expect(errorMessages(nested(levels))).toEqual([expect.stringContaining('shorter pages')])
  })

  it('counts outlines and histories with a higher cost: a page of 1,000 properties may have each once', () => {
    const page = (node: string) => `{ properties(first: 1000) { edges { node { ${node} } } } }`
    expect(errorMessages(page('outline { lat } history(first: 1) { edges { cursor } }'))).toEqual([])
    const histories = ['a', 'b', 'c', 'd', 'e']
      .map((name) => `${name}: history(first: 1) { edges { cursor } }`)
      .join(' ')
    for (const costlyFields of ['a: outline { lat } b: outline { lng } c: outline { lat lng }', histories])
      expect(errorMessages(page(costlyFields))).toEqual([expect.stringContaining('250,000 are allowed')])
  })

  it('counts fields in fragments and nested lists', () => {
    const nested = (first: number) => `{ properties(first: ${first}) { edges { node { ...Listed } } } }
      fragment Listed on Property { leads { property { leads { property { id } } } } }`
    expect(errorMessages(nested(1_000))).toEqual([expect.stringContaining('ask for shorter pages')])
    expect(errorMessages(nested(10))).toEqual([])
  })

  describe('with a page size in a variable', () => {
    const selection =
      'edges { node { history(first: $history) { edges { cursor } } knocks(first: $knocks) { eventId outcome note } } }'
    const withVariables = (defaults = '') =>
      `query ($first: Int${defaults}, $history: Int, $knocks: Int! = 10) { properties(first: $first) { ${selection} } }`
    const withLiterals = (first: string, history: string) =>
      `{ properties(first: ${first}) { ${selection.replace('$history', history).replace('$knocks', '10')} } }`
    const measure = (source: string, variables: Record<string, unknown> = {}) => {
      const document = parse(source)
      const [operation] = document.definitions as [OperationDefinitionNode]
      const { coerced = {} } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
      return makeMeasurer(schema, document, coerced)(operation).cost
    }

    it('costs what it costs with the same number in the query', () => {
      const cost = measure(withLiterals('20', '5'))
      expect(cost).toBeLessThan(3_000)
      expect(measure(withVariables(), { first: 20, history: 5 })).toBe(cost)
      expect(measure(withVariables(' = 20'), { history: 5 })).toBe(cost)
      expect(errorMessages(withVariables(), { first: 20, history: 5 })).toEqual([])
    })

    it('costs what it costs without the argument if the variable has no value', () => {
      const omitted = `{ properties { ${selection.replace('(first: $history)', '').replace('$knocks', '10')} } }`
      for (const variables of [{}, { first: null, history: null }])
        expect(measure(withVariables(), variables)).toBe(measure(omitted))
    })

    it('is rejected if the variables ask for too much, also after it was accepted', () => {
      const source = withVariables()
      expect(errorMessages(source, { first: 20, history: 5 })).toEqual([])
      for (const first of [1_000, 2_147_483_647])
        expect(errorMessages(source, { first, history: 1_000 })).toEqual([
          expect.stringMatching(/^The query may ask for [1-9],\d{3},\d{3} fields; 250,000 are allowed/),
        ])
    })
  })

  it('is rejected for its depth and its aliases', () => {
    const deep = `{ properties(first: 1) { edges { node ${'{ leads { property '.repeat(6)} { id } ${'} }'.repeat(6)} } } }`
    expect(errorMessages(deep)).toContainEqual(expect.stringContaining('levels deep; 12 are allowed'))
    const aliased = `{ ${Array.from({ length: 31 }, (_, n) => `a${n}: me { id }`).join(' ')} }`
    expect(errorMessages(aliased)).toEqual(['The query has 31 aliases; 30 are allowed.'])
  })

  it('is rejected with the measured value and the limit in extensions', () => {
    const errorMeasures = (document: string) =>
      findErrors(document).map(({ extensions: { code: _, http: __, ...measured } }) => measured)
    const page =
      'leads(first: 1000) { edges { node { property { leads { property { leads { property { leads { id } } } } } } } } }'
    expect(errorMeasures(`{ ${page} }`)).toEqual([{ cost: 1_020_204_001, limit: 250_000 }])
    expect(errorMeasures(`{ ${Array.from({ length: 31 }, (_, n) => `a${n}: me { id }`).join(' ')} }`)).toEqual([
      { aliases: 31, limit: 30 },
    ])
    const deep = `{ property(id: "x") ${'{ leads { property '.repeat(6)} { id } ${'} }'.repeat(6)} }`
    expect(errorMeasures(deep)).toContainEqual({ depth: 14, limit: 12 })
  })

  it('is not parsed beyond 4,000 tokens', () => {
    expect(() => parseWithLimits(`{ ${'id '.repeat(4_001)} }`)).toThrow('4000 tokens')
    expect(parseWithLimits(`{ ${'id '.repeat(3_998)} }`).definitions).toHaveLength(1)
  })

  it('is measured within two seconds of the processor even if fragments spread each other exponentially', () => {
    const depth = 60
    const fragments = Array.from({ length: depth }, (_, n) =>
      n === depth - 1
        ? `fragment F${n} on Property { id }`
        : `fragment F${n} on Property { leads { property { ...F${n + 1} } } knocks { eventId } leads { property { ...F${n + 1} } } }`,
    )
    const { user: before } = process.threadCpuUsage()
    expect(errorMessages(`{ property(id: "x") { ...F0 } } ${fragments.join(' ')}`).length).toBeGreaterThan(0)
    expect((process.threadCpuUsage().user - before) / 1_000).toBeLessThan(2_000)
  })

  it('is rejected for unknown fields and for a cycle of fragments', () => {
    expect(errorMessages('{ unknown { field { name } } }')).toHaveLength(1)
    expect(
      errorMessages('{ me { ...A } } fragment A on Me { ...B } fragment B on Me { ...A id }').length,
    ).toBeGreaterThan(0)
  })
})
