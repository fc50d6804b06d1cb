import {
  type GraphQLError,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isEnumType,
  isNonNullType,
  isObjectType,
  parse,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { maxLengthOf } from '../domain/maxLengths.ts'
import { makeSchema } from '../resolvers/all.ts'
import { validateWithLimits } from './limits.ts'
import { assertTextLimits } from './textLimits.ts'

let schema: GraphQLSchema
beforeAll(async () => {
  schema = await makeSchema()
})

/** A text argument or input field, with the argument of a field that leads to it. */
interface TextPosition {
  type: string
  field: string
  argument: string
  argumentType: GraphQLInputType
  /** The input fields below the argument. */
  path: string[]
}

const notTexts = ['Int', 'Float', 'Boolean']

/** Each scalar that is not a number or a boolean is taken for a text. */
function textPositions(): TextPosition[] {
  const positions: TextPosition[] = []
  const add = (start: Omit<TextPosition, 'path'>, type: GraphQLInputType, path: string[], outer: string[]) => {
    const named = getNamedType(type)
    if (isInputObjectType(named) && !outer.includes(named.name))
      for (const inner of Object.values(named.getFields()))
        add(start, inner.type, [...path, inner.name], [...outer, named.name])
    else if (isLeafType(named) && !isEnumType(named) && !notTexts.includes(named.name))
      positions.push({ ...start, path })
  }
  for (const type of Object.values(schema.getTypeMap()))
    if ((isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields()))
        for (const { name, type: argumentType } of field.args)
          add({ type: type.name, field: field.name, argument: name, argumentType }, argumentType, [], [])
  return positions
}

const nameOf = ({ type, field, argument, path }: TextPosition) => [type, field, argument, ...path].join('.')

/** The value of the argument that has `text` at the position, within the lists that the types want. */
function valueAt(type: GraphQLInputType, path: string[], text: string): unknown {
  if (isNonNullType(type)) return valueAt(type.ofType, path, text)
  if (isListType(type)) return [valueAt(type.ofType, path, text)]
  const [name, ...rest] = path
  if (!isInputObjectType(type) || name === undefined) return text
  return { [name]: valueAt(type.getFields()[name]!.type, rest, text) }
}

const literalOf = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(literalOf).join(', ')}]`
    : typeof value === 'object' && value !== null
      ? `{ ${Object.entries(value)
          .map(([name, inner]) => `${name}: ${literalOf(inner)}`)
          .join(', ')} }`
      : JSON.stringify(value)

const documentWith = ({ type, field, argument }: TextPosition, value: string, variables = '') =>
  parse(`query ${variables} { __typename ...Part } fragment Part on ${type} { ${field}(${argument}: ${value}) }`)

type Refusal = Record<string, unknown> | null

/** The extensions of the error about a text that is too long. */
function findRefusal(errors: readonly GraphQLError[]): Refusal {
  const found = errors.find(({ extensions }) => 'limit' in extensions && 'argument' in extensions)
  return found
    ? { code: found.extensions['code'], argument: found.extensions['argument'], limit: found.extensions['limit'] }
    : null
}

const ways: Record<string, (position: TextPosition, text: string) => Refusal> = {
  'a literal': (position, text) =>
    findRefusal(
      validateWithLimits(
        schema,
        documentWith(position, literalOf(valueAt(position.argumentType, position.path, text))),
      ),
    ),
  'a default value': (position, text) => {
    const value = literalOf(valueAt(position.argumentType, position.path, text))
    return findRefusal(
      validateWithLimits(
        schema,
        documentWith(position, '$given', `($given: ${String(position.argumentType)} = ${value})`),
      ),
    )
  },
  'a variable': (position, text) =>
    refusalOf(documentWith(position, '$given', `($given: ${String(position.argumentType)})`), {
      given: valueAt(position.argumentType, position.path, text),
    }),
  'a variable inside of the literal': (position, text) => {
    const literal = literalOf(valueAt(position.argumentType, position.path, 'here')).replace('"here"', '$given')
    return refusalOf(documentWith(position, literal, '($given: String)'), { given: text })
  },
}

function refusalOf(document: ReturnType<typeof parse>, variables: Record<string, unknown>): Refusal {
  try {
    assertTextLimits(document, variables)
    return null
  } catch (error) {
    return findRefusal([error as GraphQLError])
  }
}

describe.each(Object.entries(ways))('each text of the schema, as %s,', (_way, refuse) => {
  it('is refused above its limit, and not at its limit', () => {
    const positions = textPositions().filter(({ field }) => field !== 'sync')
    expect(positions.length).toBeGreaterThan(150)
    const faults = positions.flatMap((position) => {
      const argument = position.path.at(-1) ?? position.argument
      const limit = maxLengthOf(argument)
      const longest = 'x'.repeat(limit)
      const refused = refuse(position, `${longest}x`)
      const expected = { code: 'BAD_USER_INPUT', argument, limit }
      return JSON.stringify(refused) === JSON.stringify(expected) && refuse(position, longest) === null
        ? []
        : `${nameOf(position)}: ${JSON.stringify(refused)}`
    })
    expect(faults).toEqual([])
  })
})

describe('a text', () => {
  const dots = `x@${'.'.repeat(80_000)}`

  it('is limited in the argument of a directive', () => {
    expect(findRefusal(validateWithLimits(schema, parse(`{ me @include(if: "${dots}") { id } }`)))).toMatchObject({
      argument: 'if',
    })
  })

  it('is limited as a number that stands for an id', () => {
    const document = parse(`{ lead(id: ${'1'.repeat(1_001)}) { id } }`)
    expect(findRefusal(validateWithLimits(schema, document))).toMatchObject({ argument: 'id', limit: 1_000 })
  })

  it('is limited in a list and in a block string', () => {
    const list = parse('query ($ids: [ID!]!) { a: leads(filter: { ids: $ids }) { totalCount } }')
    expect(refusalOf(list, { ids: ['x', dots] })).toMatchObject({ argument: 'ids' })
    const block = parse(`mutation { login(email: """${dots}""", password: "x") { accessToken } }`)
    expect(findRefusal(validateWithLimits(schema, block))).toMatchObject({ argument: 'email', limit: 320 })
  })

  it('is limited by each argument that its variable is passed to', () => {
    const both = parse('query ($s: String!) { geocode(address: $s) { lat } quickFind(query: $s) { users { id } } }')
    expect(refusalOf(both, { s: 'x'.repeat(501) })).toMatchObject({ argument: 'address', limit: 500 })
  })

  it('is read once, however often its variable is used', () => {
    const document = parse(
      `query ($s: String!) { ${'geocode(address: $s) { lat } quickFind(query: $s) { users { id } } '.repeat(300)} }`,
    )
    let reads = 0
    const variables = {
      get s() {
        reads += 1
        return 'x'
      },
    }
    assertTextLimits(document, variables)
    expect(reads).toBe(1)
  })

  it('is named in a sentence, by its name in REST', () => {
    const document = parse('mutation ($input: NewPropertyInput!) { createProperty(input: $input) { id } }')
    expect(() => assertTextLimits(document, { input: { ownerName: 'x'.repeat(301) } })).toThrow(
      'owner_name: At most 300 characters.',
    )
  })

  it('is not looked for in values of another shape', () => {
    const document = parse('query ($id: ID!) { lead(id: $id) { id } }')
    for (const id of [null, 5, true, [[{}]], { a: null }]) expect(refusalOf(document, { id })).toBeNull()
    expect(() => assertTextLimits(document, null)).not.toThrow()
  })
})
