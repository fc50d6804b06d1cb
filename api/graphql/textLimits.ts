import {
  GraphQLError,
  Kind,
  visit,
  type ASTVisitor,
  type ArgumentNode,
  type DocumentNode,
  type ValidationContext,
  type ValueNode,
} from 'graphql'
import { TooLong, checkLengthsIn, maxLengthOf } from '../domain/maxLengths.ts'

/**
 * Rejects documents with a literal that is longer than the maximum for its argument or input field, as a default value of a
 * variable, too. The whole document is checked before the other rules read a value of it.
 */
export function textLimitRule(context: ValidationContext): ASTVisitor {
  return {
    Document(document) {
      for (const { error, node } of overlongLiterals(document)) context.reportError(toGraphqlError(error, node))
    },
  }
}

/**
 * Throws a `GraphQLError` (BAD_USER_INPUT) for a text in the variables of a valid document that is longer than the maximum for
 * the argument that the variable is passed to, or for the input field that has it. Reads each variable once, however often the
 * document uses it.
 */
export function assertTextLimits(document: DocumentNode, variables?: Readonly<Record<string, unknown>> | null): void {
  let uses = usesByDocument.get(document)
  if (!uses) usesByDocument.set(document, (uses = narrowestUses(valuesOf(document))))
  try {
    for (const [variable, argument] of uses) checkLengthsIn(argument, variables?.[variable])
  } catch (error) {
    throw error instanceof TooLong ? toGraphqlError(error) : error
  }
}

/** By the name of a variable, the argument or input field with the lowest maximum of those that it is the value of. */
type VariableUses = Map<string, string>

/**
 * Documents are validated once and executed many times. An entry lives as long as its document, which the cache of documents bounds
 * in count and bytes, and is smaller than it: it has the names of its variables.
 */
const usesByDocument = new WeakMap<DocumentNode, VariableUses>()

function narrowestUses(values: readonly NamedValue[]): VariableUses {
  const uses: VariableUses = new Map()
  for (const { name, node } of values) {
    if (node.kind !== Kind.VARIABLE) continue
    const variable = node.name.value
    const known = uses.get(variable)
    if (known === undefined || maxLengthOf(name) < maxLengthOf(known)) uses.set(variable, name)
  }
  return uses
}

interface NamedValue {
  /** The argument or input field that has the value. */
  name: string
  node: ValueNode
}

/** The scalars and variables in all arguments of the document, also in lists and objects. */
function valuesOf(document: DocumentNode): NamedValue[] {
  const found: NamedValue[] = []
  const addArguments = (args: readonly ArgumentNode[] = []) => {
    for (const { name, value } of args) addValues(found, name.value, value)
  }
  visit(document, {
    Field(field) {
      // `sync` checks each of its actions itself, so that one cannot hold up the others.
      if (field.name.value !== 'sync') addArguments(field.arguments)
    },
    Directive: (directive) => addArguments(directive.arguments),
  })
  return found
}

function addValues(found: NamedValue[], name: string, node: ValueNode): void {
  if (node.kind === Kind.LIST) for (const item of node.values) addValues(found, name, item)
  else if (node.kind === Kind.OBJECT) for (const field of node.fields) addValues(found, field.name.value, field.value)
  else found.push({ name, node })
}

function* overlongLiterals(document: DocumentNode): Generator<{ error: TooLong; node: ValueNode }> {
  const values = valuesOf(document)
  const uses = narrowestUses(values)
  visit(document, {
    VariableDefinition({ variable, defaultValue }) {
      const name = uses.get(variable.name.value)
      if (defaultValue && name !== undefined) addValues(values, name, defaultValue)
    },
  })
  for (const { name, node } of values) {
    if (!('value' in node) || typeof node.value !== 'string') continue
    try {
      checkLengthsIn(name, node.value)
    } catch (error) {
      if (!(error instanceof TooLong)) throw error
      yield { error, node }
    }
  }
}

function toGraphqlError({ message, fields, argument, limit }: TooLong, node?: ValueNode): GraphQLError {
  return new GraphQLError(message, {
    ...(node ? { nodes: node } : {}),
    extensions: { code: 'BAD_USER_INPUT', errors: fields, argument, limit, http: { status: 400 } },
  })
}
